import type { ProjectPage } from '@cairn/contract'
import { Suspense, useState } from 'react'
import { lazy } from '#ui/platform/lazy.ts'
import { pageName } from './page-address.ts'
import type { PageScope } from './page-list.ts'

const DeletePageDialog = lazy(() => import('./delete-page-dialog.tsx'))
const NestPageDialog = lazy(() => import('./nest-page-dialog.tsx'))
const SaveTemplateDialog = lazy(() => import('./save-template-dialog.tsx'))
const MovePageDialog = lazy(() => import('./move-page-dialog.tsx'))
const PublishDialog = lazy(() => import('#features/publishing/publish-dialog.tsx'))
const ExportPageDialog = lazy(() => import('./export-page-dialog.tsx'))

/** The requested action and its page. */
export type RequestedAction =
  | { action: 'delete' | 'move' | 'nest' | 'publish' | 'template'; page: ProjectPage }
  /** The current text, including unsaved changes. */
  | { action: 'export'; page: ProjectPage; html: string }

interface Asked {
  action: RequestedAction
  turn: number
}

/** Closing a dialog that fades out must not close one opened meanwhile. */
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
  /** Leaves the page, if it is open. */
  onRemoved?: () => void
}

/** One instance for a whole list of pages. */
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
      {action === 'template' && <SaveTemplateDialog scope={scope} page={page} onClose={close} />}
      {action === 'nest' && <NestPageDialog scope={scope} page={page} onClose={close} />}
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
