import { epicsApi, type WorkItem, workItemsApi } from '@cairn/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#data/api.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { changeShown, removeShown, shownIn } from '#features/work-item-lists/shown-items.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toDay } from '#ui/day.ts'
import { toast } from '#ui/toast.ts'
import type { Asking } from './use-frame-deeds.ts'

const apiOf = ({ is_epic }: WorkItem) => (is_epic ? epicsApi : workItemsApi) as typeof epicsApi

interface ItemDialogsProps {
  slug: string
  /** "TRAIL-412" */
  name: string
  /** What it is about, also while it fades out. */
  asked: Asking
  open: boolean
  onClose: () => void
}

/** Before an item is deleted, archived or brought back. */
export default function ItemDialogs({ slug, name, asked, open, onClose }: ItemDialogsProps) {
  const { t } = useTranslation()
  const act = useAct(slug)
  const { deed, item } = asked

  function handleConfirm() {
    act.mutate(
      { deed, item },
      {
        onSuccess: () =>
          toast({ kind: 'success', title: t(`item_dialogs.${deed}.done`), text: name }),
      },
    )
    onClose()
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={handleConfirm}
      destructive={deed === 'remove'}
      title={t(`item_dialogs.${deed}.title`, { id: name })}
      confirmLabel={t(`item_dialogs.${deed}.confirm`)}
    >
      {t(`item_dialogs.${deed}.text`, { name: item.name })}
    </ConfirmDialog>
  )
}

const useAct = (slug: string) =>
  useOptimisticMutation({
    query: () => shownIn(slug),
    send: async ({ deed, item }: Asking) => {
      const params = { slug, project_id: item.project_id, id: item.id }
      const api = apiOf(item)
      if (deed === 'remove') await call(api.remove, { params })
      else if (deed === 'archive') await call(api.archive, { params })
      else await call(api.restore, { params })
    },
    apply: (shown, { deed, item: { id } }) =>
      deed === 'remove'
        ? removeShown(shown, id)
        : changeShown(shown, id, (item) => ({
            ...item,
            archived_at: deed === 'archive' ? toDay(new Date()) : null,
          })),
    line: ({ item: { id } }) => id,
    failure: 'item_dialogs.failed',
  })
