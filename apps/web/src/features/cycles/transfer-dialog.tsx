import type { Cycle } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { CycleIcon } from '#entities/cycle/cycle-icon.tsx'
import { useCycles } from '#entities/cycle/cycle-list.ts'
import { type ProjectRef, useTransfer } from '#entities/cycle/hooks.ts'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { searchCycles, sectionsOf } from './cycle-sections.ts'
import { StatusTag, statusNow } from './cycle-status.tsx'

interface TransferDialogProps {
  place: ProjectRef
  cycle: Cycle
  onClose: () => void
}

/** Where to: into a cycle that is not over. */
export default function TransferDialog({ place, cycle, onClose }: TransferDialogProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const [typed, setTyped] = useState('')
  const transfer = useTransfer(place, cycle.id)
  const { active, upcoming } = sectionsOf(useCycles(place.slug, place.project_id) ?? [], Date.now())
  const incomplete = [...active, ...upcoming]
  const found = searchCycles(incomplete, typed)

  function close() {
    setOpen(false)
    // After the dialog has faded out.
    setTimeout(onClose, 200)
  }

  async function handleChoose(id: string) {
    try {
      await transfer.mutateAsync(id)
      close()
      toast({ kind: 'success', title: t('cycles.transferred') })
    } catch (error) {
      notifyFailure(t('cycles.not_transferred'), error)
    }
  }

  return (
    <Dialog open={open} onClose={close} title={t('cycles.transfer_title')}>
      {incomplete.length === 0 ? (
        <p className="text-ink-2">{t('cycles.transfer_nowhere')}</p>
      ) : (
        <>
          <SearchInput
            label={t('cycles.transfer_search')}
            value={typed}
            onChange={setTyped}
            autoFocus
          />
          <ul className="mt-2 max-h-80 overflow-y-auto">
            {found.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  disabled={transfer.isPending}
                  onClick={() => void handleChoose(one.id)}
                  className="flex h-9 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover active:bg-pressed disabled:text-ink-disabled max-md:h-11"
                >
                  <CycleIcon status={statusNow(one)} />
                  <span className="min-w-0 grow truncate">{one.name}</span>
                  <StatusTag cycle={one} />
                </button>
              </li>
            ))}
          </ul>
          {found.length === 0 && (
            <p className="px-2 py-3 text-ink-2">{t('cycles.no_match_title')}</p>
          )}
        </>
      )}
    </Dialog>
  )
}
