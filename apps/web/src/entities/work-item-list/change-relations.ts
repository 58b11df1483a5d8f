import {
  relationsApi as api,
  inverseRelation,
  type RelatedItem,
  type RelationEntry,
  type Relations,
  type RelationType,
  relationTypes,
  type WorkItem,
  type WorkItemWithRelations,
} from '@cairn/contract'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { queryClient } from '#data/query-client.ts'
import {
  isAway,
  type OptimisticMutation,
  type QueryOf,
  useOptimisticMutation,
} from '#data/use-optimistic-mutation.ts'
import { whenSent } from '#data/when-sent.ts'
import { changeShown, type Shown, shownIn } from './shown-items.ts'
import { keyIn } from './undo-messages.ts'

interface ItemRef {
  slug: string
  project_id: string
  id: string
}

/** Fetched again whenever an event of one of the two items arrives. */
export const relationsOf = (params: ItemRef) =>
  queryOptions({
    queryKey: ['relations', params.slug, params.id] as const,
    queryFn: ({ signal }) => call(api.list, { params, signal }),
  })

/** One of the two items, as the other one shows it. */
type End = Omit<RelationEntry, 'relation_type'>

export function endOf(item: End): End {
  const { id, name, state_id, sort_order, priority, sequence_id, project_id, type_id } = item
  const { is_epic, label_ids, assignee_ids, created_at, updated_at, created_by, updated_by } = item
  return {
    ...{ id, name, state_id, sort_order, priority, sequence_id, project_id, type_id, is_epic },
    ...{ label_ids, assignee_ids, created_at, updated_at, created_by, updated_by },
  }
}

interface RelationChange {
  own: End
  /** As seen from `own`. */
  type: RelationType
  others: readonly End[]
}

/** The id under which a relation is shown as waiting. */
export const relationId = (one: string, other: string) =>
  `relation ${[one, other].toSorted().join(' ')}`

/** The relations of these items, and timeline rows, which contain those they draw. */
type ShowsRelations = Relations | Shown

const showing =
  (slug: string) =>
  ({ own, others }: RelationChange): QueryOf<ShowsRelations>[] => [
    ...[own, ...others].map(
      (end) => ({ queryKey: relationsOf({ slug, ...end }).queryKey }) as QueryOf<ShowsRelations>,
    ),
    ...(shownIn(slug) as QueryOf<ShowsRelations>[]),
  ]

const without = (relations: Relations, _: RelationType, { id }: End) =>
  Object.fromEntries(
    relationTypes.map((type) => [type, relations[type].filter((one) => one.id !== id)]),
  ) as Relations

/** Two items have one relation: another one that exists already stays. */
function withAdded(relations: Relations, type: RelationType, end: End): Relations {
  const isRelated = relationTypes.some((one) => relations[one].some(({ id }) => id === end.id))
  if (isRelated) return relations
  return { ...relations, [type]: [{ ...end, relation_type: type }, ...relations[type]] }
}

type ChangeRelations = typeof withAdded

function inRelations(
  relations: Relations,
  of: unknown,
  { own, type, others }: RelationChange,
  change: ChangeRelations,
): Relations {
  if (of === own.id) return others.reduce((all, other) => change(all, type, other), relations)
  return others.some(({ id }) => id === of)
    ? change(relations, inverseRelation[type], own)
    : relations
}

type ChangeRelated = (known: readonly RelatedItem[], end: End) => RelatedItem[]

/** The rows of a timeline contain the items they wait for, and those that wait for them. */
function inRows(shown: Shown, { own, type, others }: RelationChange, change: ChangeRelated): Shown {
  if (type !== 'blocking' && type !== 'blocked_by') return shown
  const on = (side: 'issue_relation' | 'issue_related', end: End) => (item: WorkItem) => {
    const known = (item as WorkItemWithRelations)[side]
    return known ? ({ ...item, [side]: change(known, end) } as WorkItem) : item
  }
  return others.reduce((before, other) => {
    const [waiting, waitedFor] = type === 'blocking' ? [other, own] : [own, other]
    const next = changeShown(before, waiting.id, on('issue_relation', waitedFor))
    return changeShown(next, waitedFor.id, on('issue_related', waiting))
  }, shown)
}

const applying =
  (toRelations: ChangeRelations, toRelated: ChangeRelated) =>
  (shown: ShowsRelations, change: RelationChange, [thing, , of]: QueryKey): ShowsRelations =>
    thing === 'relations'
      ? inRelations(shown as Relations, of, change, toRelations)
      : inRows(shown as Shown, change, toRelated)

const stored = (slug: string) => ({
  scope: slug,
  about: ({ own, others }: RelationChange) => [
    own.id,
    ...others.map(({ id }) => relationId(own.id, id)),
  ],
})

// From both items' screens, in the order they were made.
const lineIn = (slug: string) => () => `relations in ${slug}`

const paramsOf = (slug: string, { own: { project_id, id } }: RelationChange) => ({
  ...{ slug, project_id, id },
})

const add = (slug: string, change: RelationChange) =>
  call(api.create, {
    params: paramsOf(slug, change),
    body: { relation_type: change.type, issues: change.others.map(({ id }) => id) },
  })

/** Adds them later: meanwhile, another user may have related the items in another way. */
async function replay(slug: string, change: RelationChange) {
  await add(slug, change)
  const options = relationsOf(paramsOf(slug, change))
  const relations = await call(api.list, { params: paramsOf(slug, change) })
  const known = new Set(relations[change.type].map(({ id }) => id))
  const refused = change.others.find(({ id }) => !known.has(id))
  if (!refused) return { answer: undefined }
  void queryClient.invalidateQueries({ queryKey: options.queryKey, exact: true })
  throw new ApiError(409, null, t('relations.other_exists', { key: keyIn(slug, refused) }))
}

type ChangingRelations = OptimisticMutation<ShowsRelations, RelationChange, unknown>

export const addingRelations = (slug: string): ChangingRelations => ({
  query: showing(slug),
  send: (change) => add(slug, change),
  apply: applying(withAdded, (known, end) =>
    known.some(({ id }) => id === end.id)
      ? [...known]
      : [...known, { ...end, relation_type: 'blocked_by' }],
  ),
  line: lineIn(slug),
  durable: {
    ...{ name: 'relation.add', ...stored(slug) },
    replay: (change) => replay(slug, change),
  },
  failure: 'relations.not_added',
})

export const removingRelations = (slug: string): ChangingRelations => ({
  query: showing(slug),
  send: async (change) => {
    for (const { id: related_issue } of change.others) {
      const body = { related_issue, relation_type: change.type }
      await call(api.remove, { params: paramsOf(slug, change), body })
    }
  },
  apply: applying(without, (known, { id }) => known.filter((one) => one.id !== id)),
  line: lineIn(slug),
  durable: { name: 'relation.remove', ...stored(slug), removes: true },
  failure: 'relations.not_removed',
})

/** Resolves when they are added, or stored until the network is back. */
export function useAddRelations(slug: string) {
  const { mutate } = useOptimisticMutation(addingRelations(slug))
  return async (change: RelationChange) => {
    const { own, type, others } = change
    // Without a network each is stored, and later accepted or refused, by itself.
    const changes = isAway() ? others.map((other) => ({ own, type, others: [other] })) : [change]
    const answers = await Promise.all(changes.map((one) => whenSent(mutate, one)))
    const { queryKey } = relationsOf(paramsOf(slug, change))
    // A search knows less of an item than its row shows.
    if (answers.some(Boolean)) void queryClient.invalidateQueries({ queryKey, exact: true })
  }
}

export const useRemoveRelations = (slug: string) => useOptimisticMutation(removingRelations(slug))
