/**
 * Reproducible random numbers: the same seed gives the same requests on every machine (mulberry32).
 */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** From 0 up to, not including, `limit`. */
  below = (limit: number) => Math.floor(this.next() * limit)

  chance = (probability: number) => this.next() < probability

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)]
    if (choice === undefined && choices.length === 0) throw new Error('nothing to pick from')
    return choice as T
  }

  shuffle<T>(list: readonly T[]): T[] {
    const shuffled = [...list]
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const [a, b] = [shuffled[i] as T, shuffled[j] as T]
      shuffled[i] = b
      shuffled[j] = a
    }
    return shuffled
  }
}
