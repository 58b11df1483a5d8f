import { epicsApi, type State, type WorkItem, workItemsApi } from '@cairn/contract'
import { call } from '#data/api.ts'
import { keyFor } from '#data/key-for.ts'
import { tellCopy, throughCopy } from '#data/local-copy.ts'
import { queryClient } from '#data/query-client.ts'
import {
  mutateOptimistically,
  type OptimisticMutation,
  type QueryOf,
  useOptimisticMutation,
} from '#data/use-optimistic-mutation.ts'
import { statesIn } from '#entities/state/hooks.ts'
import type { ItemPatch, NewItem } from '#entities/work-item/item-patch.ts'
import { cellIn, findItem, type LoadedItems } from './grouped-items.ts'
import { isDraft } from './is-draft.ts'
import { applyToList, place, remove } from './item-changes.ts'
import { cellsOf, membershipOf } from './list-membership.ts'
import { apart, sendPlan } from './plan-item.ts'
import { changeShown, type Shown, shownIn } from './shown-items.ts'
import { listsIn } from './use-work-item-list.ts'

export { isDraft }

/** The row after a change, as far as it shows it. */
export function withPatch(slug: string, item: WorkItem, patch: ItemPatch): WorkItem {
  const { description_html: _unseen, state_id, module_ids, ...seen } = patch
  const states = queryClient.getQueryData(statesIn(slug, item.project_id).queryKey)
  const state = states?.find(({ id }) => id === state_id)
  return {
    ...item,
    ...seen,
    ...(module_ids && { module_ids: [...module_ids] }),
    ...(state && { state_id: state.id, state__group: state.group }),
  }
}

interface Change {
  item: WorkItem
  patch: ItemPatch
}

/** What of the row changes. */
function changeIn({ id }: WorkItem, { description_html: _unseen, ...patch }: ItemPatch) {
  return { id, patch: patch as Partial<WorkItem> }
}

async function send(slug: string, item: WorkItem, patch: ItemPatch) {
  const params = { slug, project_id: item.project_id, id: item.id }
  const { body, plan } = apart(patch)
  const { change } = item.is_epic ? epicsApi : workItemsApi
  if (Object.keys(body).length > 0) await call(change, { params, body })
  await sendPlan(slug, item, plan)
}

const changing = (slug: string): OptimisticMutation<Shown, Change, void> => ({
  query: () => shownIn(slug),
  send: ({ item, patch }) =>
    throughCopy(slug, changeIn(item, patch), () => send(slug, item, patch)),
  apply: (shown, { item: { id }, patch }) =>
    changeShown(shown, id, (item) => withPatch(slug, item, patch)),
  line: ({ item: { id } }) => id,
  failure: 'work_items.not_changed',
})

/** Changes an item in every list that shows it, and where it is shown alone. */
export const useChangeWorkItem = (slug: string) => useOptimisticMutation(changing(slug))
export const changeWorkItem = (slug: string, change: Change) =>
  mutateOptimistically(changing(slug), change)

export interface Creation {
  /** Stands in the lists until the server has given it a number and an id. */
  draft: WorkItem
  body: NewItem
}

/** Our own event may overtake our answer: the item is then there already. */
const hasArrived = (data: LoadedItems, draft: WorkItem) =>
  cellsOf(draft, data.shape).some((cell) =>
    cellIn(data, cell).items.some(
      (item) =>
        !isDraft(item) &&
        item.name === draft.name &&
        item.created_by === draft.created_by &&
        Date.parse(item.created_at) >= Date.parse(draft.created_at) - 5_000,
    ),
  )

const cachedLists = (slug: string): QueryOf<LoadedItems>[] =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: listsIn(slug) })
    .map(({ queryKey }) => ({ queryKey }) as QueryOf<LoadedItems>)

type Created = Awaited<ReturnType<typeof create>>

async function create(slug: string, creation: Creation) {
  const { draft, body: wanted } = creation
  const { project_id, is_epic } = draft
  const { body, plan } = apart(wanted)
  const { create } = is_epic ? epicsApi : workItemsApi
  // Sent again after an answer that never came, it may have been made already.
  const key = keyFor(creation)
  const params = { slug, project_id }
  const work_item = await call(create, { params, body: { ...body, plan }, key })
  tellCopy(slug, { kind: 'event', event: { type: 'work_item.saved', work_item } })
  return work_item
}

const creating = (slug: string): OptimisticMutation<LoadedItems, Creation, Created> => ({
  query: () => cachedLists(slug),
  send: (creation) => create(slug, creation),
  apply: (data, { draft }) => {
    const { isOurs, test } = membershipOf(data.shape)
    const here = isOurs(draft.project_id) && test(draft)
    if (!here || findItem(data, draft.id) || hasArrived(data, draft)) return data
    return place(data, draft)
  },
  settle: (data, work_item, { draft }) => {
    const rest = findItem(data, draft.id) ? remove(data, draft.id) : data
    return applyToList(rest, { type: 'work_item.saved', work_item })
  },
  // Typed one after the other they are numbered in that order.
  line: ({ draft: { project_id } }) => `new in ${project_id}`,
  failure: 'work_items.not_created',
})

/** The item shows at once, in the lists it belongs to. */
export const useCreateWorkItem = (slug: string) => useOptimisticMutation(creating(slug))

/** The same, from its name alone and what its group gives: in the state it names, or the first one. */
export function addWorkItem(
  slug: string,
  body: NewItem,
  { states, ...of }: Omit<DraftOf, 'state'> & { states: readonly State[] },
) {
  const state = states.find(({ id }) => id === body.state_id) ?? firstState(states)
  if (!state) return
  const whole = { ...body, state_id: state.id }
  void mutateOptimistically(creating(slug), {
    body: whole,
    draft: draftOf(whole, { ...of, state }),
  })
}

let drafts = 0

interface DraftOf {
  project_id: string
  state: State
  created_by: string
  is_epic?: boolean
}

/** What a new item looks like before the server has seen it: at the end of a manual order. */
export function draftOf(
  body: NewItem,
  { project_id, state, created_by, is_epic = false }: DraftOf,
): WorkItem {
  drafts += 1
  const now = new Date().toISOString()
  return {
    id: `draft:${drafts}`,
    name: body.name,
    state_id: state.id,
    state__group: state.group,
    sort_order: Number.MAX_SAFE_INTEGER,
    completed_at: null,
    estimate_point: body.estimate_point ?? null,
    priority: body.priority ?? 'none',
    start_date: body.start_date ?? null,
    target_date: body.target_date ?? null,
    sequence_id: 0,
    project_id,
    parent_id: body.parent_id ?? null,
    cycle_id: body.cycle_id ?? null,
    module_ids: [...(body.module_ids ?? [])],
    label_ids: body.label_ids ?? [],
    assignee_ids: body.assignee_ids ?? [],
    sub_issues_count: 0,
    attachment_count: 0,
    link_count: 0,
    is_draft: false,
    archived_at: null,
    type_id: null,
    is_epic,
    created_at: now,
    updated_at: now,
    created_by,
    updated_by: created_by,
  }
}

/** The state a new item gets when none is named. */
export const firstState = (states: readonly State[]) =>
  states.find((one) => one.default) ?? states[0]
