/** Where a hand-sorted thing goes when it is put between two others. Gaps keep the others in place. */
const FIRST = 65_535
const STEP = 10_000

export type Neighbour = number | undefined

const middle = (a: number, b: number) => a + (b - a) / 2

/** Labels: never below zero, so that half of the first always comes before it. */
export function labelSortOrder(before: Neighbour, after: Neighbour): number {
  if (before === undefined) return after === undefined ? FIRST : after / 2
  return after === undefined ? before + STEP : middle(before, after)
}

/** The order of somebody's projects. */
export function projectSortOrder(before: Neighbour, after: Neighbour): number {
  if (before === undefined) return after === undefined ? FIRST : after - STEP
  return after === undefined ? before + STEP : middle(before, after)
}

/** A cycle or module among those of its project; new ones come before the first. */
export const planSortOrder = (before: Neighbour, after: Neighbour): number =>
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

/** A favorite added on top of the others. They are shown from the largest down. */
export const nextFavoriteSequence = (largest: Neighbour): number =>
  largest === undefined ? FIRST : largest + STEP

/** A favorite dropped on the upper or the lower edge of another; `above` stands over that one. */
export function favoriteSequence(
  edge: 'top' | 'bottom' | undefined,
  target: number,
  above: Neighbour,
): number {
  if (edge === undefined) return STEP
  if (edge === 'bottom') return target - STEP
  return above === undefined ? target + STEP : middle(target, above)
}

/** A note added on top of one's others. They are shown from the largest down. */
export const nextStickyOrder = (largest: Neighbour): number => nextFavoriteSequence(largest)

/**
 * Where a widget or a note goes among the others, which stand from the largest order down: between
 * two in their middle, at an end one step beyond it.
 */
export function orderAmong(others: readonly { sort_order: number }[], place: number): number {
  const [above, below] = [others[place - 1]?.sort_order, others[place]?.sort_order]
  if (above === undefined) return (below ?? 0) + STEP
  return below === undefined ? above - STEP : middle(below, above)
}
