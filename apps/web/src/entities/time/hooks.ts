import {
  timeApi as api,
  applyTimeEvent,
  type ItemTime,
  type NewWorkLog,
  type WorkLog,
  type WorkLogPatch,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { changing, creating, removing } from '#data/collection-actions.ts'
import { myId, workspaceIdOf } from '#data/known-ids.ts'
import { liveCollection } from '#data/live-collection.ts'
import { useReadAgain } from '#data/use-read-again.ts'
import { todayHere } from '#ui/dates/own-zone.ts'

interface ItemRef {
  slug: string
  project_id: string
  id: string
}

const timeOf = (params: ItemRef) =>
  queryOptions({
    queryKey: ['work-logs', params.slug, params.id] as const,
    queryFn: ({ signal }) => call(api.ofItem, { params, signal }),
  })

const logsOfItem = liveCollection({
  query: timeOf,
  event: (time: ItemTime, event, { id }) => {
    const of = event.type === 'work_log.saved' ? event.log.issue : event.issue
    return of === id ? applyTimeEvent(time, event) : time
  },
  list: ({ logs }): readonly WorkLog[] => logs,
  saved: (log) => ({ type: 'work_log.saved', log }),
  removed: (id, { id: issue, project_id: project }) => ({
    ...{ type: 'work_log.removed', id, issue, project },
  }),
})

/** An item's entries and sums; those of its sub-items and its estimate follow their items. */
export function useItemTime(item: ItemRef) {
  logsOfItem.useEvents(item)
  const { queryKey } = timeOf(item)
  useReadAgain([queryKey], (event) => {
    if (event.type === 'work_item.saved') {
      return event.work_item.id === item.id || event.work_item.parent_id !== null
    }
    return event.type === 'work_item.removed' || event.type === 'work_item.many_saved'
  })
  return useQuery(timeOf(item))
}

/** An entry as it is shown until the server has responded. */
export const draftLog = (
  { slug, project_id, id: issue }: ItemRef,
  { id, duration, day = todayHere(), description = '' }: NewWorkLog & { id: string },
): WorkLog => {
  const now = new Date().toISOString()
  const me = myId()
  return {
    ...{ id, issue, project: project_id, workspace: workspaceIdOf(slug), logged_by: me },
    ...{ day, duration, description, created_at: now, updated_at: now },
    ...{ created_by: me, updated_by: null },
  }
}

export const useCreateLog = creating(logsOfItem, {
  send: (params, body: NewWorkLog) => call(api.create, { params, body }),
  draft: draftLog,
  failure: 'time.not_logged',
})

export const useChangeLog = changing(logsOfItem, {
  send: (params, worklog_id, body: WorkLogPatch) =>
    call(api.change, { params: { ...params, worklog_id }, body }),
  failure: 'time.not_changed',
})

export const useRemoveLog = removing(logsOfItem, {
  send: (params, worklog_id) => call(api.remove, { params: { ...params, worklog_id } }),
  failure: 'time.not_removed',
})
