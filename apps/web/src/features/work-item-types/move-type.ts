import { labelSortOrder, type WorkItemType } from '@cairn/contract'

const movable = (types: readonly WorkItemType[], moved: string) =>
  types.filter(({ id, is_epic }) => !is_epic && id !== moved)

/** The position of a type dropped at the edge of another. */
export function placeAt(
  types: readonly WorkItemType[],
  moved: string,
  target: string,
  place: 'before' | 'after',
) {
  const others = movable(types, moved)
  const at = others.findIndex(({ id }) => id === target) + (place === 'after' ? 1 : 0)
  return { sort_order: labelSortOrder(others[at - 1]?.sort_order, others[at]?.sort_order) }
}

/** One step by keyboard; undefined at the end. */
export function placeByStep(
  types: readonly WorkItemType[],
  moved: WorkItemType,
  step: 'up' | 'down',
) {
  const own = types.filter(({ is_epic }) => !is_epic)
  const at = own.findIndex(({ id }) => id === moved.id)
  const neighbour = own[at + (step === 'up' ? -1 : 1)]
  if (at < 0 || !neighbour) return undefined
  return placeAt(types, moved.id, neighbour.id, step === 'up' ? 'before' : 'after')
}
