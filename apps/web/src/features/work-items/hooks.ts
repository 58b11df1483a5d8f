import {
  workItemsApi as api,
  type NewWorkItem,
  type State,
  type WorkItem,
  type WorkItemPatch,
  workItemListsApi,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#data/api.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import {
  addPage,
  applyToGroups,
  findItem,
  fromPage,
  place,
  remove,
  type WorkItemGroups,
} from './groups.ts'
import type { Order } from './order.ts'

const PAGE = 50
const order: Order = 'sort_order'

export const workItemsIn = (slug: string, project_id: string) =>
  queryOptions({
    queryKey: ['work-items', slug, project_id] as const,
    queryFn: async ({ signal }) => {
      const query = { group_by: 'state_id', order_by: order, per_page: String(PAGE) }
      return fromPage(
        project_id,
        await call(workItemListsApi.project, { params: { slug, project_id }, query, signal }),
      )
    },
  })

export function useWorkItems(slug: string, project_id: string) {
  const options = workItemsIn(slug, project_id)
  useLiveUpdates(options, (groups, event) => applyToGroups(groups, event, order))
  const query = useQuery(options)
  const doubtful = query.data?.doubtful ?? false

  // Once for a burst of events, not once for each.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is named by its two ids
  useEffect(() => {
    if (!doubtful) return
    const timer = setTimeout(() => void queryClient.invalidateQueries(options), 1_500)
    return () => clearTimeout(timer)
  }, [doubtful, slug, project_id])

  return query
}

const reading = new Map<string, AbortController>()

/**
 * Reads on in the groups whose rows are missing on the screen, and no longer in those that were passed.
 * One reading per group at a time; `gaps` says up to which row.
 */
export function readGaps(slug: string, project_id: string, gaps: ReadonlyMap<string, number>) {
  for (const [state_id, controller] of reading) {
    if (gaps.has(state_id)) continue
    controller.abort()
    reading.delete(state_id)
  }
  for (const [state_id, index] of gaps) void readMore(slug, project_id, state_id, index)
}

async function readMore(slug: string, project_id: string, state_id: string, index: number) {
  const key = workItemsIn(slug, project_id).queryKey
  const loaded = queryClient.getQueryData(key)?.groups[state_id]?.items.length ?? 0
  if (reading.has(state_id) || index < loaded) return
  const controller = new AbortController()
  reading.set(state_id, controller)
  try {
    // Far ahead in big steps: whoever drags the scroll bar to the end waits for few answers.
    const size = index - loaded >= 500 ? 1_000 : index - loaded >= 100 ? 250 : PAGE
    const page = Math.floor(loaded / size)
    const { results, total_count } = await call(workItemListsApi.project, {
      params: { slug, project_id },
      query: {
        state: state_id,
        order_by: order,
        per_page: String(size),
        cursor: `${size}:${page}:0`,
      },
      signal: controller.signal,
    })
    if (!Array.isArray(results)) return
    queryLayers.happen<WorkItemGroups>(key, (data) =>
      addPage(data, state_id, { results, total_count }, order),
    )
  } catch {
    // The rows stay grey; scrolling to them again tries again.
  } finally {
    if (reading.get(state_id) === controller) reading.delete(state_id)
  }
}

interface Change {
  id: string
  patch: WorkItemPatch
}

const patched = (item: WorkItem, patch: WorkItemPatch, states: readonly State[]): WorkItem => {
  const { description_html: _unseen, state_id, ...seen } = patch
  const state = states.find(({ id }) => id === state_id)
  return { ...item, ...seen, ...(state && { state_id: state.id, state__group: state.group }) }
}

export const useChangeWorkItem = (slug: string, project_id: string, states: readonly State[]) =>
  useOptimisticMutation({
    query: workItemsIn(slug, project_id),
    send: ({ id, patch }: Change) =>
      call(api.change, { params: { slug, project_id, id }, body: patch }),
    apply: (data: WorkItemGroups, { id, patch }) => {
      const item = findItem(data, id)
      return item ? place(data, patched(item, patch, states), order) : data
    },
    line: ({ id }) => id,
    failure: 'work_items.not_changed',
  })

export const useRemoveWorkItem = (slug: string, project_id: string) =>
  useOptimisticMutation({
    query: workItemsIn(slug, project_id),
    send: (id: string) => call(api.remove, { params: { slug, project_id, id } }),
    apply: (data: WorkItemGroups, id) => remove(data, id),
    line: (id) => id,
    failure: 'work_items.not_removed',
  })

export interface Creation {
  /** Stands in the list until the server has given it a number and an id. */
  draft: WorkItem
  body: NewWorkItem
}

/** Our own event may overtake our answer: the item is then there already. */
const hasArrived = (data: WorkItemGroups, draft: WorkItem) =>
  (data.groups[draft.state_id]?.items ?? []).some(
    (item) =>
      !isDraft(item) &&
      item.name === draft.name &&
      item.created_by === draft.created_by &&
      Date.parse(item.created_at) >= Date.parse(draft.created_at) - 5_000,
  )

export const useCreateWorkItem = (slug: string, project_id: string) =>
  useOptimisticMutation({
    query: workItemsIn(slug, project_id),
    send: ({ body }: Creation) => call(api.create, { params: { slug, project_id }, body }),
    apply: (data: WorkItemGroups, { draft }) =>
      findItem(data, draft.id) || hasArrived(data, draft) ? data : place(data, draft, order),
    settle: (data, work_item, { draft }) => {
      const rest = findItem(data, draft.id) ? remove(data, draft.id) : data
      return applyToGroups(rest, { type: 'work_item.saved', work_item }, order)
    },
    failure: 'work_items.not_created',
  })

let drafts = 0

export const isDraft = ({ id }: Pick<WorkItem, 'id'>) => id.startsWith('draft:')

/** What a new item looks like before the server has seen it: at the end of its group. */
export function draftOf(
  body: NewWorkItem,
  state: State,
  project_id: string,
  created_by: string,
  groups: WorkItemGroups | undefined,
): WorkItem {
  drafts += 1
  const now = new Date().toISOString()
  const last = groups?.groups[state.id]?.items.at(-1)?.sort_order
  return {
    id: `draft:${drafts}`,
    name: body.name,
    state_id: state.id,
    state__group: state.group,
    sort_order: last === undefined ? 65_535 : last + 10_000,
    completed_at: null,
    estimate_point: null,
    priority: body.priority ?? 'none',
    start_date: body.start_date ?? null,
    target_date: body.target_date ?? null,
    sequence_id: 0,
    project_id,
    parent_id: null,
    cycle_id: null,
    module_ids: [],
    label_ids: body.label_ids ?? [],
    assignee_ids: body.assignee_ids ?? [],
    sub_issues_count: 0,
    attachment_count: 0,
    link_count: 0,
    is_draft: false,
    archived_at: null,
    type_id: null,
    is_epic: false,
    created_at: now,
    updated_at: now,
    created_by,
    updated_by: created_by,
  }
}
