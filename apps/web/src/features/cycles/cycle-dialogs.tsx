import type { Cycle } from '@cairn/contract'
import { Suspense, useState } from 'react'
import type { ProjectRef } from '#entities/cycle/hooks.ts'
import { lazy } from '#ui/platform/lazy.ts'

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
export function CycleDialogs({ place, asked, onClose, onGone }: CycleDialogsProps) {
  const [shown, setShown] = useState({ asked, turn: 0 })
  if (shown.asked !== asked) setShown({ asked, turn: shown.turn + 1 })
  if (!asked) return null
  const { action, cycle } = asked
  return (
    // Opened again while the last one fades out: a new one opens.
    <Suspense key={shown.turn}>
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
