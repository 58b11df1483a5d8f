import { labelSortOrder } from '@cairn/contract'

interface Ordered {
  id: string
  sort_order: number
}

/** The position of one dropped at the edge of another; `things` are in order. */
export function placeAt(
  things: readonly Ordered[],
  moved: string,
  target: string,
  place: 'before' | 'after',
) {
  const others = things.filter(({ id }) => id !== moved)
  const at = others.findIndex(({ id }) => id === target) + (place === 'after' ? 1 : 0)
  return { sort_order: labelSortOrder(others[at - 1]?.sort_order, others[at]?.sort_order) }
}

/** One step by keyboard; undefined at the end. */
export function placeByStep(things: readonly Ordered[], moved: string, step: 'up' | 'down') {
  const at = things.findIndex(({ id }) => id === moved)
  const neighbour = things[at + (step === 'up' ? -1 : 1)]
  if (at < 0 || !neighbour) return undefined
  return placeAt(things, moved, neighbour.id, step === 'up' ? 'before' : 'after')
}
