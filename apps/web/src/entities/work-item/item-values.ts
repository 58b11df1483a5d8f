import type { BulkProperties, WorkItem } from '@cairn/contract'
import type { ItemPatch, ItemValues } from './item-patch.ts'

const lists = ['assignee_ids', 'label_ids', 'module_ids'] as const

function shared<Key extends keyof WorkItem>(items: readonly WorkItem[], key: Key) {
  const [first, ...others] = items
  return first && others.every((item) => item[key] === first[key]) ? first[key] : undefined
}

// Different values are not none: none can be selected for all of them.
const VARIOUS = ''
const orVarious = (value: string | null | undefined) => (value === undefined ? VARIOUS : value)

const inAll = (items: readonly WorkItem[], key: (typeof lists)[number]) => {
  const [first, ...others] = items
  return (first?.[key] ?? []).filter((id) => others.every((item) => item[key].includes(id)))
}

/** Values several items have in common: their picker shows these as selected. */
export function sharedValues(items: readonly WorkItem[]): ItemValues | undefined {
  const [first] = items
  return (
    first && {
      id: items.map(({ id }) => id).join(' '),
      project_id: first.project_id,
      state_id: shared(items, 'state_id') ?? null,
      priority: shared(items, 'priority') ?? null,
      type_id: orVarious(shared(items, 'type_id')),
      cycle_id: orVarious(shared(items, 'cycle_id')),
      estimate_point: orVarious(shared(items, 'estimate_point')),
      start_date: shared(items, 'start_date') ?? null,
      target_date: shared(items, 'target_date') ?? null,
      assignee_ids: inAll(items, 'assignee_ids'),
      label_ids: inAll(items, 'label_ids'),
      module_ids: inAll(items, 'module_ids'),
    }
  )
}

/** The values of several that all items had, and are no longer chosen. */
const removedFrom = (items: readonly WorkItem[], { property_values = {} }: ItemPatch) =>
  Object.entries(property_values).flatMap(([id, value]): [string, string[]][] => {
    const [first] = items
    const before = first?.property_values[id]
    if (!Array.isArray(value) || !Array.isArray(before) || before.length < 2) return []
    const less = before.filter((one) => !value.includes(one))
    return less.length > 0 ? [[id, less]] : []
  })

/** A choice for several items: values to add, and values to remove from those that have them. */
export function choiceFor(items: readonly WorkItem[], patch: ItemPatch): BulkProperties {
  const before = sharedValues(items)
  const { assignee_ids, label_ids, module_ids, ...rest } = patch
  const gone = removedFrom(items, patch)
  const given = { assignee_ids, label_ids, module_ids }
  const chosen = rest as BulkProperties
  if (gone.length > 0) chosen.removed_property_values = Object.fromEntries(gone)
  for (const key of lists) {
    const wanted = given[key]
    if (!wanted || !before) continue
    const more = wanted.filter((id) => !before[key].includes(id))
    const less = before[key].filter((id) => !wanted.includes(id))
    if (more.length > 0) chosen[key] = more
    if (less.length > 0) chosen[`removed_${key}`] = less
  }
  return chosen
}
