export interface Random {
  chance(share: number): boolean
  between(least: number, most: number): number
  oneOf<T>(items: readonly T[]): T
  some<T>(items: readonly T[], count: number): T[]
  /** One of the values, by weight. */
  pick<T>(weighted: readonly (readonly [T, number])[]): T
}

/** The same numbers for the same seed, so that the demo looks the same everywhere (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const oneOf = <T>(items: readonly T[]): T => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new Error('nothing to choose from')
    return item
  }
  return {
    chance: (share) => next() < share,
    between,
    oneOf,
    some: (items, count) =>
      items
        .map((item) => [next(), item] as const)
        .sort(([a], [b]) => a - b)
        .slice(0, count)
        .map(([, item]) => item),
    pick: (weighted) => {
      let rest = next() * weighted.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of weighted) {
        rest -= weight
        if (rest < 0) return value
      }
      return oneOf(weighted)[0]
    },
  }
}
