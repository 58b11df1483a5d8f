import type { HomePreference, HomeWidgetKey } from '@cairn/contract'

/** Those there is something to show for. */
const shown = ['quick_links', 'recents'] as const satisfies readonly HomeWidgetKey[]
export type ShownWidget = (typeof shown)[number]

export const isShown = ({ key }: HomePreference) =>
  (shown as readonly HomeWidgetKey[]).includes(key)

const STEP = 10_000

/**
 * Where a widget goes among the others, which stand from the largest order down: between two in their
 * middle, at an end one step beyond it.
 */
export function orderAt(others: readonly { sort_order: number }[], place: number): number {
  const [above, below] = [others[place - 1]?.sort_order, others[place]?.sort_order]
  if (above === undefined) return (below ?? 0) + STEP
  return below === undefined ? above - STEP : below + (above - below) / 2
}
