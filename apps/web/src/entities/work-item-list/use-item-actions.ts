import { epicsApi, type State, type WorkItem, workItemsApi } from '@cairn/contract'
import { call } from '#data/api.ts'
import { notifyCopy, throughCopy } from '#data/local-copy.ts'
import { newId } from '#data/new-id.ts'
import { queryClient } from '#data/query-client.ts'
import {
  mutateOptimistically,
  type OptimisticMutation,
  type QueryOf,
  type Then,
  useOptimisticMutation,
} from '#data/use-optimistic-mutation.ts'
import { statesIn } from '#entities/state/hooks.ts'
import type { ItemPatch, NewItem } from '#entities/work-item/item-patch.ts'
import { findItem, type LoadedItems } from './grouped-items.ts'
import { isDraft } from './is-draft.ts'
import { applyToList, place } from './item-changes.ts'
import { membershipOf } from './list-membership.ts'
import { apart, sendPlan } from './plan-item.ts'
import { changeShown, type Shown, shownIn } from './shown-items.ts'
import { applyToChildren } from './use-children.ts'
import { listsIn } from './use-work-item-list.ts'

export { isDraft }

/** The row after a change, as far as it shows it. */
export function withPatch(slug: string, item: WorkItem, patch: ItemPatch): WorkItem {
  const { description_html: _unseen, state_id, module_ids, ...seen } = patch
  const states = queryClient.getQueryData(statesIn({ slug, project_id: item.project_id }).queryKey)
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
export const changeWorkItem = (slug: string, change: Change, then?: Then<void>) =>
  mutateOptimistically(changing(slug), change, then)

export interface Creation {
  /** Stands in the lists until the server has numbered it. */
  draft: WorkItem
  body: NewItem
  /** What is only known after other calls, such as copies of pictures. */
  prepare?: () => Promise<Partial<NewItem>>
}

/** What shows a new item: lists, and the sub-items of its parent. */
type ShowsNew = LoadedItems | WorkItem[]

const showingNew = (slug: string, { draft }: Creation): QueryOf<ShowsNew>[] =>
  [listsIn(slug), ['work-items', slug, 'children', draft.parent_id]]
    .flatMap((queryKey) => queryClient.getQueryCache().findAll({ queryKey }))
    .map(({ queryKey }) => ({ queryKey }) as QueryOf<ShowsNew>)

type Created = Awaited<ReturnType<typeof create>>

async function create(slug: string, { draft, body: wanted, prepare }: Creation) {
  const { id, project_id, is_epic } = draft
  const { body, plan } = apart({ ...wanted, ...(await prepare?.()) })
  const { create } = is_epic ? epicsApi : workItemsApi
  const params = { slug, project_id }
  // With the key, sending it again after an answer that never came creates no second one.
  const work_item = await call(create, { params, body: { ...body, id, plan }, key: id })
  notifyCopy(slug, { kind: 'event', event: { type: 'work_item.saved', work_item } })
  return work_item
}

function withNew(data: ShowsNew, work_item: WorkItem): ShowsNew {
  const event = { type: 'work_item.saved', work_item } as const
  if (Array.isArray(data)) return applyToChildren(data, work_item.parent_id ?? '', event)
  return applyToList(data, event)
}

const creating = (slug: string): OptimisticMutation<ShowsNew, Creation, Created> => ({
  query: (creation) => showingNew(slug, creation),
  send: (creation) => create(slug, creation),
  apply: (data, { draft }) => {
    // Our own event may overtake our answer: the item is then there already.
    if (Array.isArray(data)) {
      return data.some(({ id }) => id === draft.id) ? data : withNew(data, draft)
    }
    const { isOurs, test } = membershipOf(data.shape)
    const isHere = isOurs(draft.project_id) && test(draft)
    return isHere && !findItem(data, draft.id) ? place(data, draft) : data
  },
  settle: (data, work_item) => withNew(data, work_item),
  creates: ({ draft }) => draft.id,
  // Typed one after the other they are numbered in that order.
  line: ({ draft: { project_id } }) => `new in ${project_id}`,
  failure: 'work_items.not_created',
})

/** The item shows at once, in the lists it belongs to. */
export const createWorkItem = (slug: string, creation: Creation, then?: Then<Created>) =>
  mutateOptimistically(creating(slug), creation, then)

/** The same, from its name alone and what its group gives: in the state it names, or the first one. */
export function addWorkItem(
  slug: string,
  body: NewItem,
  { states, ...of }: Omit<DraftOf, 'state'> & { states: readonly State[] },
) {
  const state = states.find(({ id }) => id === body.state_id) ?? firstState(states)
  if (!state) return
  const whole = { ...body, state_id: state.id }
  void createWorkItem(slug, { body: whole, draft: draftOf(whole, { ...of, state }) })
}

interface DraftOf {
  id?: string | undefined
  project_id: string
  state: Pick<State, 'id' | 'group'>
  created_by: string
  is_epic?: boolean
}

/** What a new item looks like before the server has seen it: at the end of a manual order. */
export function draftOf(
  body: NewItem,
  { id = newId(), project_id, state, created_by, is_epic = false }: DraftOf,
): WorkItem {
  const now = new Date().toISOString()
  return {
    id,
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
