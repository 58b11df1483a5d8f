import type { ProjectPage } from '@cairn/contract'
import { Suspense, useState } from 'react'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
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

export function useRequestedAction() {
  const [asked, ask] = useState<RequestedAction>()
  return { asked, ask, close: () => ask(undefined) }
}

interface PageDialogsProps {
  scope: PageScope
  asked: RequestedAction | undefined
  onClose: () => void
  /** Leaves the page, if it is open. */
  onRemoved?: () => void
}

/** One instance for a whole list of pages. */
export function PageDialogs({ asked, ...props }: PageDialogsProps) {
  return <Presence>{asked && <AskedDialog {...props} asked={asked} />}</Presence>
}

interface AskedDialogProps extends PageDialogsProps {
  asked: NonNullable<PageDialogsProps['asked']>
}

function AskedDialog({ scope, asked, onClose, onRemoved }: AskedDialogProps) {
  const { page, action } = asked
  return (
    <Suspense>
      {action === 'delete' && (
        <DeletePageDialog scope={scope} page={page} onClose={onClose} onRemoved={onRemoved} />
      )}
      {action === 'move' && <MovePageDialog scope={scope} page={page} onClose={onClose} />}
      {action === 'template' && <SaveTemplateDialog scope={scope} page={page} onClose={onClose} />}
      {action === 'nest' && <NestPageDialog scope={scope} page={page} onClose={onClose} />}
      {action === 'publish' && (
        <PublishDialog
          target={{ kind: 'page', ...scope, id: page.id, name: pageName(page) }}
          onClose={onClose}
        />
      )}
      {asked.action === 'export' && (
        <ExportPageDialog page={page} html={asked.html} onClose={onClose} />
      )}
    </Suspense>
  )
}
