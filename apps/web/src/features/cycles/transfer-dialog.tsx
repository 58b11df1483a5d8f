import { type Cycle, openItems } from '@cairn/contract'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { CycleIcon } from '#entities/cycle/cycle-icon.tsx'
import { useCycles } from '#entities/cycle/cycle-list.ts'
import { type ProjectRef, useTransfer, useUndoTransfer } from '#entities/cycle/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { counted } from '#ui/platform/number.ts'
import { useClose } from '#ui/platform/presence.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { searchCycles, sectionsOf } from './cycle-sections.ts'
import { StatusTag, statusNow } from './cycle-status.tsx'

interface TransferDialogProps {
  place: ProjectRef
  cycle: Cycle
  onClose: () => void
}

/** Selects the target, a cycle that is not completed, and shows the number of items. */
export default function TransferDialog({ place, cycle, onClose }: TransferDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const transfer = useTransfer(place, cycle.id)
  const undo = useUndoTransfer(place, cycle.id)
  const { active, upcoming, drafts } = sectionsOf(
    useCycles(place.slug, place.project_id) ?? [],
    Date.now(),
  )
  const incomplete = [...active, ...upcoming, ...drafts]
  const found = searchCycles(incomplete, typed)
  // The active cycle, unless another one is selected.
  const target = incomplete.find(({ id }) => id === chosenId) ?? incomplete[0]
  const count = openItems(cycle)

  const close = useClose(onClose)

  async function handleUndo(transfer_id: string) {
    try {
      const { returned, left } = await undo.mutateAsync(transfer_id)
      toast({
        kind: 'success',
        title: t('cycles.transfer_undone', { ...counted(returned), cycle: cycle.name }),
        ...(left > 0 && { text: t('cycles.transfer_left', counted(left)) }),
      })
    } catch (error) {
      notifyFailure(t('cycles.transfer_not_undone'), error)
    }
  }

  async function handleTransfer({ id, name }: Cycle) {
    try {
      const { transfer_id } = await transfer.mutateAsync(id)
      close()
      toast({
        kind: 'success',
        title: t('cycles.transferred', { ...counted(count), cycle: name }),
        action: { label: t('common.undo'), onSelect: () => void handleUndo(transfer_id) },
      })
    } catch (error) {
      notifyFailure(t('cycles.not_transferred'), error)
    }
  }

  return (
    <Dialog
      open
      onClose={close}
      title={t('cycles.transfer_title', { cycle: cycle.name })}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          {target && (
            <Button
              variant="primary"
              disabled={transfer.isPending}
              onClick={() => void handleTransfer(target)}
              className="min-w-0"
            >
              <span className="truncate">
                {t('cycles.transfer_to', { ...counted(count), cycle: target.name })}
              </span>
            </Button>
          )}
        </>
      }
    >
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
                  aria-pressed={one === target}
                  onClick={() => setChosenId(one.id)}
                  className={classNames(
                    'flex h-9 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover active:bg-pressed max-md:h-11',
                    one === target && 'bg-selected',
                  )}
                >
                  <CycleIcon status={statusNow(one)} />
                  <span className="min-w-0 grow truncate">{one.name}</span>
                  <StatusTag cycle={one} />
                  <Icon
                    of={Check}
                    size={14}
                    className={one === target ? 'text-accent' : 'invisible'}
                  />
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
