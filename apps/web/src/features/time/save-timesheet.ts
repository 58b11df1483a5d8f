import { formatDuration, type Timesheet, toCsv } from '@cairn/contract'
import { t } from '#data/i18n.ts'
import { saveFile } from '#data/save-file.ts'
import { lastDayOf, type WeekOf } from '#entities/time/timesheet.ts'

/** Downloads the entries of a week; the minutes are exact, for sums in a spreadsheet. */
export function saveTimesheet(week: WeekOf, { items, logs }: Timesheet, person: string) {
  const byId = new Map(items.map((item) => [item.id, item]))
  const header = [
    ...[t('time.day'), t('time.person'), t('time.key'), t('time.item')],
    ...[t('time.minutes'), t('time.duration'), t('time.note')],
  ]
  const rows = logs
    .toSorted((a, b) => a.day.localeCompare(b.day))
    .map(({ issue, day, duration, description }) => {
      const item = byId.get(issue)
      const key = item ? `${item.project_identifier}-${item.sequence_id}` : ''
      const text = formatDuration(duration)
      return [day, person, key, item?.name ?? '', duration, text, description]
    })
  const name = `timesheet-${week.from}-${lastDayOf(week)}.csv`
  saveFile(name, 'text/csv;charset=utf-8', `${toCsv([header, ...rows])}\r\n`)
}
