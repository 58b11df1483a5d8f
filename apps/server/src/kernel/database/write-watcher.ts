import { CompiledQuery } from 'kysely'
import type { Tx } from './schema.ts'
import { sendAhead } from './send-ahead.ts'
import type { Effect } from './written-tables.ts'

/**
 * The projects a transaction emitted events for; empty if there are none, or for a whole workspace.
 */
export type Projects = ReadonlySet<string>
type Callback = (projects: Projects) => void

export const everywhere = Symbol('more than single projects')
type Concerns = readonly (string | typeof everywhere)[]

/** A statement with the projects its transaction affects; `everywhere` if unknown. */
export interface Concerning {
  concerns?: Concerns
}

export const concerning = <R>(
  query: CompiledQuery<R>,
  concerns: Concerns,
): CompiledQuery<R> & Concerning => ({ ...query, concerns })

/** Marks cached data of these projects as changed by the transaction. */
export const concern = (tx: Tx, projects: Concerns) =>
  sendAhead(tx, concerning(CompiledQuery.raw('select'), projects))

const projectsOf = (concerns: ReadonlySet<Concerns[number]>): Projects =>
  concerns.has(everywhere) ? new Set() : (concerns as Projects)

/** What was written but not committed yet. */
export class Changes {
  readonly tables = new Set<string>()
  readonly concerns = new Set<Concerns[number]>()
  isUnknown = false

  add({ tables, isUnknown }: Effect, concerns: Concerns = []): this {
    for (const table of tables) this.tables.add(table)
    for (const project of concerns) this.concerns.add(project)
    this.isUnknown ||= isUnknown
    return this
  }
}

/**
 * Calls back after the commit of a transaction that wrote certain tables. This wakes the event
 * stream and clears caches, so that no feature has to do it.
 */
export class WriteWatcher {
  readonly #callbacks = new Map<string, Set<Callback>>()

  readonly #always = new Set<() => void>()

  /** After every commit that wrote something. */
  onAny(callback: () => void): void {
    this.#always.add(callback)
  }

  on(tables: readonly string[], callback: Callback): void {
    for (const table of tables) {
      const callbacks = this.#callbacks.get(table) ?? new Set()
      this.#callbacks.set(table, callbacks.add(callback))
    }
  }

  invalidate(tables: Iterable<string>, projects: Projects = new Set()): void {
    const due = new Set<Callback>()
    for (const table of tables) {
      for (const callback of this.#callbacks.get(table) ?? []) due.add(callback)
    }
    for (const callback of due) callback(projects)
  }

  /** After a statement that may have written anything every callback is due, for every project. */
  invalidateFor({ tables, concerns, isUnknown }: Changes): void {
    if (isUnknown || tables.size > 0) for (const callback of this.#always) callback()
    if (isUnknown) this.invalidate(this.#callbacks.keys())
    else if (tables.size > 0) this.invalidate(tables, projectsOf(concerns))
  }
}
