import type { ChartAxis } from '@cairn/contract'

/** Like the style sheet for elements with the class `picked`. */
export const readable = (colour: string) =>
  `oklch(from ${colour} clamp(var(--picked-min), l, var(--picked-max)) c h)`

const isNone = (key: string) => key.toLowerCase() === 'none'

/** States and priorities keep their color; the rest take the chart's colors in order. */
export function colourFor(
  axis: ChartAxis,
  states: ReadonlyMap<string, string> | undefined,
): (key: string, index: number) => string {
  return (key, index) => {
    if (axis === 'PRIORITY') return `var(--priority-${key})`
    if (axis === 'STATE_GROUPS') return `var(--state-${key})`
    const own = axis === 'STATES' ? states?.get(key) : undefined
    if (own) return readable(own)
    return isNone(key) ? 'var(--ink-disabled)' : `var(--chart-${(index % 8) + 1})`
  }
}
