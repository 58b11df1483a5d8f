import type { ProjectPage } from '@cairn/contract'
import { Suspense, useState } from 'react'
import { lazy } from '#ui/platform/lazy.ts'
import { pageName } from './page-address.ts'
import type { PageScope } from './page-list.ts'

const DeletePageDialog = lazy(() => import('./delete-page-dialog.tsx'))
const MovePageDialog = lazy(() => import('./move-page-dialog.tsx'))
const PublishDialog = lazy(() => import('#features/publishing/publish-dialog.tsx'))
const ExportPageDialog = lazy(() => import('./export-page-dialog.tsx'))

/** What was asked for, and of which page. */
export type RequestedAction =
  | { action: 'delete' | 'move' | 'publish'; page: ProjectPage }
  /** As it stands at this moment, changes of a second ago included. */
  | { action: 'export'; page: ProjectPage; html: string }

interface Asked {
  action: RequestedAction
  turn: number
}

/** The end of a dialog that fades out does not take along the one asked for meanwhile. */
export function useRequestedAction() {
  const [asked, setAsked] = useState<Asked>()
  return {
    asked,
    ask: (action: RequestedAction) => setAsked((last) => ({ action, turn: (last?.turn ?? 0) + 1 })),
    close: (done: Asked) => setAsked((now) => (now === done ? undefined : now)),
  }
}

interface PageDialogsProps {
  scope: PageScope
  asked: Asked | undefined
  onClose: (asked: Asked) => void
  /** Where one is inside it: the way out. */
  onRemoved?: () => void
}

/** One for a whole list of them. */
export function PageDialogs({ scope, asked, onClose, onRemoved }: PageDialogsProps) {
  if (!asked) return null
  const { action: wanted, turn } = asked
  const { page, action } = wanted
  const close = () => onClose(asked)
  return (
    <Suspense key={turn}>
      {action === 'delete' && (
        <DeletePageDialog scope={scope} page={page} onClose={close} onRemoved={onRemoved} />
      )}
      {action === 'move' && <MovePageDialog scope={scope} page={page} onClose={close} />}
      {action === 'publish' && (
        <PublishDialog
          target={{ kind: 'page', ...scope, id: page.id, name: pageName(page) }}
          onClose={close}
        />
      )}
      {wanted.action === 'export' && (
        <ExportPageDialog page={page} html={wanted.html} onClose={close} />
      )}
    </Suspense>
  )
}
