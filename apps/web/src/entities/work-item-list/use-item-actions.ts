import {
  epicsApi,
  type PropertyValues,
  type State,
  type WorkItem,
  workItemsApi,
} from '@cairn/contract'
import { call } from '#data/api.ts'
import type { Replayed } from '#data/durable-mutations.ts'
import { newId } from '#data/new-id.ts'
import { notifyCopy, throughCopy } from '#data/notify-copy.ts'
import { queryClient } from '#data/query-client.ts'
import {
  mutateOptimistically,
  type OptimisticMutation,
  type QueryOf,
  type Then,
  useOptimisticMutation,
} from '#data/use-optimistic-mutation.ts'
import type { ItemPatch, NewItem } from '#entities/work-item/item-patch.ts'
import { findItem, type LoadedItems } from './grouped-items.ts'
import { isDraft } from './is-draft.ts'
import { applyToList, place } from './item-changes.ts'
import { membershipOf } from './list-membership.ts'
import { apart, sendPlan } from './plan-item.ts'
import { changeAllShown, changeShown, type Shown, shownIn } from './shown-items.ts'
import { undoOfChanges } from './undo-changes.ts'
import { keyIn } from './undo-messages.ts'
import { applyToChildren } from './use-children.ts'
import { listsIn } from './use-work-item-list.ts'
import { withConfirmed, withPatch } from './with-patch.ts'

export { isDraft, withPatch }

interface Change {
  item: WorkItem
  patch: ItemPatch
}

/** The changed fields of the row. */
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

type ReplayedChange = Replayed<Change, void>

/**
 * Shows stored changes in the copy while they are sent. Where another user's value stays, the copy
 * shows that one again: the server sends no event for it.
 */
async function replayThroughCopy(
  slug: string,
  changes: readonly Change[],
  replay: () => Promise<(ReplayedChange | undefined)[]>,
) {
  for (const { item, patch } of changes) {
    notifyCopy(slug, { kind: 'change', ...changeIn(item, patch) })
  }
  let replayed: (ReplayedChange | undefined)[] = []
  try {
    replayed = await replay()
    return replayed
  } finally {
    for (const [at, { item }] of changes.entries()) {
      const result = replayed[at]
      notifyCopy(slug, { kind: result && !result.conflicts ? 'confirm' : 'revert', id: item.id })
    }
  }
}

/** Sends a stored change later, when another user may have changed the item first. */
async function replayChange(slug: string, change: Change): Promise<ReplayedChange> {
  const { replayFields } = await import('./replay-change.ts')
  const [replayed] = await replayThroughCopy(slug, [change], async () => [
    await replayFields(slug, change, (body) => send(slug, change.item, body)),
  ])
  return replayed ?? { answer: undefined }
}

/** The same for many items of one project, in one request. */
async function replayChanges(slug: string, changes: readonly Change[]) {
  const { replayTogether } = await import('./replay-change.ts')
  return replayThroughCopy(slug, changes, () => replayTogether(slug, changes))
}

/** Adjusts a later change after an earlier one is withdrawn. */
function rebased(later: Change, { item, patch }: Change): Change {
  const before = Object.fromEntries(Object.entries(item).filter(([field]) => field in patch))
  return { ...later, item: { ...later.item, ...before } }
}

/** Applies many changes at once; the last one of an item wins. */
function withChanges(slug: string, shown: Shown, changes: readonly Change[]): Shown {
  const patches = new Map<string, ItemPatch>()
  for (const { item, patch } of changes) {
    patches.set(item.id, { ...patches.get(item.id), ...patch })
  }
  return changeAllShown(shown, [...patches.keys()], (item) =>
    withPatch(slug, item, patches.get(item.id) ?? {}),
  )
}

export const changing = (slug: string): OptimisticMutation<Shown, Change, void> => ({
  query: () => shownIn(slug),
  send: ({ item, patch }) =>
    throughCopy(slug, changeIn(item, patch), () => send(slug, item, patch)),
  apply: (shown, { item: { id }, patch }) =>
    changeShown(shown, id, (item) => withPatch(slug, item, patch)),
  settle: (shown, _, { item: before, patch }) =>
    changeShown(shown, before.id, (item) => withConfirmed(slug, item, patch, before)),
  line: ({ item: { id } }) => id,
  undo: (change) => undoOfChanges(slug, [change], change),
  durable: {
    ...{ name: 'work-item.change', scope: slug, rebase: rebased },
    applyAll: (shown, changes) => withChanges(slug, shown, changes),
    about: ({ item: { id } }) => [id],
    replay: (change) => replayChange(slug, change),
    batch: {
      key: ({ item: { project_id } }) => project_id,
      replay: (changes) => replayChanges(slug, changes),
    },
    copy: ({ item, patch }, kind) => notifyCopy(slug, { kind, ...changeIn(item, patch) }),
  },
  failure: 'work_items.not_changed',
  failureValues: ({ item }) => ({ item: keyIn(slug, item) }),
})

/** Changes an item in every list that shows it, and where it is shown alone. */
export const useChangeWorkItem = (slug: string) => useOptimisticMutation(changing(slug))
export const changeWorkItem = (slug: string, change: Change, then?: Then<void>) =>
  mutateOptimistically(changing(slug), change, then)

export interface Creation {
  /** In the lists until the server has assigned a number. */
  draft: WorkItem
  body: NewItem
  /** Values known only after other calls, such as copied pictures. */
  prepare?: () => Promise<Partial<NewItem>>
}

/** Queries that show a new item: lists, and the sub-items of its parent. */
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
  // With the idempotency key, a retry after a lost response creates no second item.
  const work_item = await call(create, { params, body: { ...body, id, plan }, key: id })
  notifyCopy(slug, { kind: 'event', event: { type: 'work_item.saved', work_item } })
  return work_item
}

function withNew(data: ShowsNew, work_item: WorkItem): ShowsNew {
  const event = { type: 'work_item.saved', work_item } as const
  if (Array.isArray(data)) return applyToChildren(data, work_item.parent_id ?? '', event)
  return applyToList(data, event)
}

/** The item, if an earlier attempt created it. */
async function findCreated(slug: string, { draft: { id, project_id, is_epic } }: Creation) {
  const { get } = is_epic ? epicsApi : workItemsApi
  const item = await call(get, { params: { slug, project_id, id }, query: {} })
  return { ...item, deleted_at: null } as Created
}

export const creating = (slug: string): OptimisticMutation<ShowsNew, Creation, Created> => ({
  query: (creation) => showingNew(slug, creation),
  send: (creation) => create(slug, creation),
  apply: (data, { draft }) => {
    // Its event may arrive before the response: the item then already exists.
    if (Array.isArray(data)) {
      return data.some(({ id }) => id === draft.id) ? data : withNew(data, draft)
    }
    const { isOurs, test } = membershipOf(data.shape)
    const isHere = isOurs(draft.project_id) && test(draft)
    return isHere && !findItem(data, draft.id) ? place(data, draft) : data
  },
  settle: (data, work_item) => withNew(data, work_item),
  creates: ({ draft }) => draft.id,
  // Items typed one after the other are numbered in that order.
  line: ({ draft: { project_id } }) => `new in ${project_id}`,
  durable: {
    ...{ name: 'work-item.create', scope: slug },
    about: ({ draft: { id } }) => [id],
    isStorable: ({ prepare }) => prepare === undefined,
    find: (creation) => findCreated(slug, creation),
  },
  failure: 'work_items.not_created',
})

/** The item shows at once, in the lists it belongs to. */
export const createWorkItem = (slug: string, creation: Creation, then?: Then<Created>) =>
  mutateOptimistically(creating(slug), creation, then)

/** The same from a name and the group's values: in the given state, or the first one. */
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

/** A new item before the server has responded: at the end of a manual order. */
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
    type_id: body.type_id ?? null,
    is_epic,
    property_values: { ...body.property_values } as PropertyValues,
    created_at: now,
    updated_at: now,
    created_by,
    updated_by: created_by,
  }
}

/** The default state of a new item. */
export const firstState = (states: readonly State[]) =>
  states.find((one) => one.default) ?? states[0]
