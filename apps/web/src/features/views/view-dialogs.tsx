import type { View } from '@cairn/contract'
import { Suspense } from 'react'
import type { ViewScope } from '#entities/view/view-list.ts'
import { startOf } from '#entities/view/view-start.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'

const ViewDialog = lazy(() => import('#entities/view/view-dialog.tsx'))
const PublishDialog = lazy(() => import('#features/publishing/publish-dialog.tsx'))
const DeleteViewDialog = lazy(() => import('./delete-view-dialog.tsx'))

/** The requested action and its view. */
export interface RequestedAction {
  action: 'edit' | 'publish' | 'delete'
  view: View
}

interface ViewDialogsProps {
  scope: ViewScope
  asked: RequestedAction | undefined
  onClose: () => void
  /** Leaves the view, if it is open. */
  onRemoved?: () => void
}

/** One instance for a whole list of views. */
export function ViewDialogs({ asked, ...props }: ViewDialogsProps) {
  return <Presence>{asked && <AskedDialog {...props} asked={asked} />}</Presence>
}

interface AskedDialogProps extends ViewDialogsProps {
  asked: NonNullable<ViewDialogsProps['asked']>
}

function AskedDialog({ scope, asked, onClose, onRemoved }: AskedDialogProps) {
  const { action, view } = asked
  return (
    <Suspense>
      {action === 'edit' && <ViewDialog scope={scope} start={startOf(view)} onClose={onClose} />}
      {action === 'publish' && (
        <PublishDialog
          target={{
            ...{ kind: 'view', slug: scope.slug, project_id: view.project },
            ...{ id: view.id, name: view.name },
            ...(view.teamspace && { teamspace_id: view.teamspace }),
          }}
          onClose={onClose}
        />
      )}
      {action === 'delete' && (
        <DeleteViewDialog scope={scope} view={view} onClose={onClose} onRemoved={onRemoved} />
      )}
    </Suspense>
  )
}
