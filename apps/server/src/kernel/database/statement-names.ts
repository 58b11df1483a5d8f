/** A statement must occur this often before it is prepared: most occur only once. */
const MIN_USES = 3
/** Limited because every connection's process keeps each statement and its plan in memory. */
const MAX_NAMES = 200
const MAX_SEEN = 2_000

/** Names of prepared statements; the same on every connection of a pool. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #seen = new Map<string, number>()
  #given = 0
  #generation = 0

  /** Changes whenever names were dropped: a connection then deallocates its prepared statements. */
  get generation(): number {
    return this.#generation
  }

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#names.size >= MAX_NAMES) return known
    const uses = (this.#seen.get(text) ?? 0) + 1
    if (this.#seen.size >= MAX_SEEN) this.#seen.clear()
    this.#seen.set(text, uses)
    if (uses < MIN_USES) return undefined
    // Never reused: the driver remembers by name what a connection has parsed.
    this.#given += 1
    const name = `cairn_${this.#given}`
    this.#names.set(text, name)
    return name
  }

  /** Drops the names of that generation: tables of their plans changed. */
  drop(generation = this.#generation): void {
    if (generation !== this.#generation) return
    this.#generation += 1
    this.#names.clear()
  }
}
