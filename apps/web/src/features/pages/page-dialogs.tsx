import type { ProjectPage } from '@cairn/contract'
import { lazy, Suspense } from 'react'
import { pageName } from './page-address.ts'
import type { PageScope } from './page-list.ts'

const DeletePageDialog = lazy(() => import('./delete-page-dialog.tsx'))
const MovePageDialog = lazy(() => import('./move-page-dialog.tsx'))
const PublishDialog = lazy(() => import('#features/publishing/publish-dialog.tsx'))
const ExportPageDialog = lazy(() => import('./export-page-dialog.tsx'))

/** What was asked for, and of which page. */
export type AskedDeed =
  | { deed: 'delete' | 'move' | 'publish'; page: ProjectPage }
  /** As it stands at this moment, changes of a second ago included. */
  | { deed: 'export'; page: ProjectPage; html: string }

interface PageDialogsProps {
  scope: PageScope
  asked: AskedDeed | undefined
  onClose: () => void
  /** Where one is inside it: the way out. */
  onRemoved?: () => void
}

/** One for a whole list of them. */
export function PageDialogs({ scope, asked, onClose, onRemoved }: PageDialogsProps) {
  if (!asked) return null
  const { page } = asked
  return (
    <Suspense>
      {asked.deed === 'delete' && (
        <DeletePageDialog scope={scope} page={page} onClose={onClose} onRemoved={onRemoved} />
      )}
      {asked.deed === 'move' && <MovePageDialog scope={scope} page={page} onClose={onClose} />}
      {asked.deed === 'publish' && (
        <PublishDialog
          target={{ kind: 'page', ...scope, id: page.id, name: pageName(page) }}
          onClose={onClose}
        />
      )}
      {asked.deed === 'export' && (
        <ExportPageDialog page={page} html={asked.html} onClose={onClose} />
      )}
    </Suspense>
  )
}
