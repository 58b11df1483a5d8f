import type { Cycle } from '@cairn/contract'
import { Suspense } from 'react'
import type { ProjectRef } from '#entities/cycle/hooks.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'

const CycleDialog = lazy(() => import('./cycle-dialog.tsx'))
const DeleteCycleDialog = lazy(() => import('./delete-cycle-dialog.tsx'))
const ArchiveCycleDialog = lazy(() => import('./archive-cycle-dialog.tsx'))
const TransferDialog = lazy(() => import('./transfer-dialog.tsx'))

export type CycleAction = 'edit' | 'transfer' | 'archive' | 'delete'

/** The requested action and its cycle. */
export interface AskedCycle {
  action: CycleAction
  cycle: Cycle
}

interface CycleDialogsProps {
  place: ProjectRef
  asked: AskedCycle | undefined
  onClose: () => void
  /** Leaves the cycle's screen after removal. */
  onGone?: () => void
}

/** Shared by a whole list of them. */
export function CycleDialogs({ asked, ...props }: CycleDialogsProps) {
  return <Presence>{asked && <AskedDialog {...props} asked={asked} />}</Presence>
}

interface AskedDialogProps extends CycleDialogsProps {
  asked: AskedCycle
}

function AskedDialog({ place, asked, onClose, onGone }: AskedDialogProps) {
  const { action, cycle } = asked
  return (
    <Suspense>
      {action === 'edit' && <CycleDialog {...place} cycle={cycle} onClose={onClose} />}
      {action === 'transfer' && <TransferDialog place={place} cycle={cycle} onClose={onClose} />}
      {action === 'archive' && (
        <ArchiveCycleDialog place={place} cycle={cycle} onClose={onClose} onGone={onGone} />
      )}
      {action === 'delete' && (
        <DeleteCycleDialog place={place} cycle={cycle} onClose={onClose} onGone={onGone} />
      )}
    </Suspense>
  )
}
