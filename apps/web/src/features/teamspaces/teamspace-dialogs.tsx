import { Suspense } from 'react'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import type { AskedTeamspace } from './use-teamspace-menu.ts'

const TeamspaceDialog = lazy(() => import('./teamspace-dialog.tsx'))
const LeaveDialog = lazy(() => import('./leave-dialogs.tsx'))

interface TeamspaceDialogsProps {
  slug: string
  asked: AskedTeamspace | undefined
  onClose: () => void
  /** Leaves the page of the deleted teamspace. */
  onGone?: () => void
}

export function TeamspaceDialogs({ asked, ...props }: TeamspaceDialogsProps) {
  return <Presence>{asked && <AskedDialog {...props} asked={asked} />}</Presence>
}

interface AskedDialogProps extends TeamspaceDialogsProps {
  asked: NonNullable<TeamspaceDialogsProps['asked']>
}

function AskedDialog({ slug, asked, onClose, onGone }: AskedDialogProps) {
  const { action, teamspace } = asked
  return (
    <Suspense>
      {action === 'create' || action === 'edit' ? (
        <TeamspaceDialog slug={slug} teamspace={teamspace} onClose={onClose} />
      ) : (
        teamspace && (
          <LeaveDialog
            slug={slug}
            teamspace={teamspace}
            action={action}
            onClose={onClose}
            onGone={onGone}
          />
        )
      )}
    </Suspense>
  )
}
