import { type Day, dayNumber, dayOfNumber } from '@cairn/calendar'
import { timeApi as api, type Timesheet, type TimesheetItem, type WorkLog } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { changing, creating, removalIn } from '#data/collection-actions.ts'
import { liveCollection } from '#data/live-collection.ts'
import { queryClient } from '#data/query-client.ts'
import { mutateOptimistically } from '#data/use-optimistic-mutation.ts'
import { useReadAgain } from '#data/use-read-again.ts'
import { draftLog } from './hooks.ts'

export interface WeekOf {
  slug: string
  user_id: string
  /** The first day of the week. */
  from: Day
}

export const lastDayOf = ({ from }: WeekOf) => dayOfNumber(dayNumber(from) + 6)

const sheetOf = (week: WeekOf) => {
  const { slug, user_id, from } = week
  return queryOptions({
    queryKey: ['work-logs', slug, 'timesheet', user_id, from] as const,
    queryFn: ({ signal }) =>
      call(api.timesheet, {
        params: { slug, user_id },
        query: { from, to: lastDayOf(week) },
        signal,
      }),
  })
}

const logsOfWeek = liveCollection({
  query: sheetOf,
  event: (sheet: Timesheet, event, week) => {
    const id = event.type === 'work_log.saved' ? event.log.id : event.id
    const others = sheet.logs.filter((log) => log.id !== id)
    if (event.type !== 'work_log.saved') {
      return others.length === sheet.logs.length ? sheet : { ...sheet, logs: others }
    }
    const { log } = event
    const isShown =
      log.logged_by === week.user_id && log.day >= week.from && log.day <= lastDayOf(week)
    return { ...sheet, logs: isShown ? [...others, log] : others }
  },
  list: ({ logs }): readonly WorkLog[] => logs,
  saved: (log) => ({ type: 'work_log.saved', log }),
  removed: (id, _, logs) => {
    const log = logs.find((one) => one.id === id)
    return { type: 'work_log.removed', id, issue: log?.issue ?? '', project: log?.project ?? '' }
  },
})

/** A user's week. Items it does not have yet are read with the first entry on them. */
export function useTimesheet(week: WeekOf) {
  logsOfWeek.useEvents(week)
  const { queryKey } = sheetOf(week)
  useReadAgain([queryKey], (event) => {
    if (event.type === 'work_item.removed') return true
    return event.type === 'work_log.saved' && event.log.logged_by === week.user_id
  })
  return useQuery(sheetOf(week))
}

/** The items of another week, for a new one. */
export const readItemsOf = async (week: WeekOf): Promise<TimesheetItem[]> =>
  (await queryClient.fetchQuery(sheetOf(week))).items

interface NewEntry {
  item: TimesheetItem
  day: Day
  duration: number
}

const placeOf = ({ slug }: WeekOf, { id, project_id }: TimesheetItem) => ({ slug, project_id, id })

export const useAddEntry = creating(logsOfWeek, {
  send: (week, { item, day, duration, id }: NewEntry & { id: string }) =>
    call(api.create, { params: placeOf(week, item), body: { id, day, duration } }),
  draft: (week, { item, ...entry }) => draftLog(placeOf(week, item), entry),
  failure: 'time.not_logged',
})

const addressOf = ({ slug }: WeekOf, { id, issue, project }: WorkLog) => ({
  params: { slug, project_id: project, id: issue, worklog_id: id },
})

interface Entry {
  log: WorkLog
  duration: number
}

export const useChangeEntry = changing(logsOfWeek, {
  send: (week, _, { log, duration }: Entry) =>
    call(api.change, { ...addressOf(week, log), body: { duration } }),
  patched: (log, { duration }) => ({ ...log, duration }),
  failure: 'time.not_changed',
})

/** Not a hook: its address is in the entry, which the list does not have any more when it is sent. */
export const removeEntry = (week: WeekOf, log: WorkLog) =>
  mutateOptimistically(
    removalIn(logsOfWeek, {
      send: () => call(api.remove, addressOf(week, log)),
      failure: 'time.not_removed',
    })(week),
    log.id,
  )
