import { type Day, dayNumber } from '@cairn/calendar'
import { type FoundItem, workItemsApi } from '@cairn/contract'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { queryClient } from '#data/query-client.ts'
import ExistingItemsDialog from '#entities/work-item/existing-items-dialog.tsx'
import { listsIn } from '#entities/work-item-list/use-work-item-list.ts'
import { longDate } from '#ui/dates/day.ts'
import { dayText } from '#ui/dates/day-format.ts'
import { toast } from '#ui/feedback/toast.ts'
import { counted } from '#ui/platform/number.ts'

interface AddExistingProps {
  slug: string
  project_id: string
  day: Day
  onClose: () => void
}

/** Sets this due date on items that have none; items that start later are not offered. */
export default function AddExisting({ slug, project_id, day, onClose }: AddExistingProps) {
  const { t, i18n } = useTranslation()

  async function handleAdd(items: FoundItem[]) {
    const id = toast({ kind: 'loading', title: t('calendar.adding'), duration: 0 })
    try {
      await call(workItemsApi.changeDates, {
        params: { slug, project_id },
        body: { updates: items.map((item) => ({ id: item.id, target_date: day })) },
      })
    } catch (error) {
      toast({ id, kind: 'error', title: t('calendar.not_added'), text: sentenceOf(error) })
      throw error
    } finally {
      void queryClient.invalidateQueries({ queryKey: listsIn(slug) })
    }
    const due = { ...counted(items.length), date: longDate(day) }
    toast({ id, kind: 'success', title: t('calendar.added', due) })
  }

  return (
    <ExistingItemsDialog
      slug={slug}
      project_id={project_id}
      title={t('calendar.add_existing_on', {
        date: dayText(dayNumber(day), 'full', i18n.language),
      })}
      wanted={wanted}
      isOffered={({ start_date }) => start_date === null || start_date <= day}
      onAdd={handleAdd}
      onClose={onClose}
    />
  )
}

const wanted = { target_date: 'none' } as const
