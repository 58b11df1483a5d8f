/** The order of an item dropped between two others. Gaps keep the others unchanged. */
const FIRST = 65_535
const STEP = 10_000

export type Neighbour = number | undefined

const middle = (a: number, b: number) => a + (b - a) / 2

/** Labels: never below zero, so that half of the first always comes before it. */
export function labelSortOrder(before: Neighbour, after: Neighbour): number {
  if (before === undefined) return after === undefined ? FIRST : after / 2
  return after === undefined ? before + STEP : middle(before, after)
}

/** The order of a user's projects. */
export function projectSortOrder(before: Neighbour, after: Neighbour): number {
  if (before === undefined) return after === undefined ? FIRST : after - STEP
  return after === undefined ? before + STEP : middle(before, after)
}

/** A cycle or module in its project; new ones come before the first. */
export const planSortOrder = (before: Neighbour, after: Neighbour): number =>
  projectSortOrder(before, after)

/** A page among the sub-pages of the same page. */
export const pageSortOrder = (before: Neighbour, after: Neighbour): number =>
  projectSortOrder(before, after)

/** A saved view added behind the last of its project or workspace. */
export const viewSortOrder = (last: Neighbour): number => projectSortOrder(last, undefined)

/** A state moved within its group, or into another one. */
export function stateSequence(before: Neighbour, after: Neighbour): number {
  if (before === undefined) return after === undefined ? FIRST : after - FIRST
  return after === undefined ? before + FIRST : middle(before, after)
}

/** A state added behind the last of its project. */
export const nextStateSequence = (last: Neighbour): number =>
  last === undefined ? FIRST : last + 15_000

/** A favorite added on top of the others. They are sorted in descending order. */
export const nextFavoriteSequence = (largest: Neighbour): number =>
  largest === undefined ? FIRST : largest + STEP

/** A favorite dropped on the upper or lower edge of another; `above` is the one over that. */
export function favoriteSequence(
  edge: 'top' | 'bottom' | undefined,
  target: number,
  above: Neighbour,
): number {
  if (edge === undefined) return STEP
  if (edge === 'bottom') return target - STEP
  return above === undefined ? target + STEP : middle(target, above)
}

/** A note added on top of the user's others. They are sorted in descending order. */
export const nextStickyOrder = (largest: Neighbour): number => nextFavoriteSequence(largest)

/**
 * The order of a widget or note among others in descending order: the middle of two neighbors, or
 * one step beyond an end.
 */
export function orderAmong(others: readonly { sort_order: number }[], place: number): number {
  const [above, below] = [others[place - 1]?.sort_order, others[place]?.sort_order]
  if (above === undefined) return (below ?? 0) + STEP
  return below === undefined ? above - STEP : middle(below, above)
}
