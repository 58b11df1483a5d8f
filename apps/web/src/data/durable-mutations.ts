import type { Conflict } from './outbox-state.ts'
import type { OptimisticMutation } from './use-optimistic-mutation.ts'

/** The result of a change that was sent later. */
export interface Replayed<Variables, Answer> {
  answer: Answer
  /** The part of the change that was made, if not all of it. */
  made?: Variables
  /** The rest, each as it would be sent if the user insists. */
  conflicts?: readonly { conflict: Conflict; variables: Variables }[]
}

/** Sends changes with the same key together. Those without a result are sent one by one. */
export interface Batch<Variables, Answer> {
  key: (variables: Variables) => string
  replay: (
    many: readonly Variables[],
  ) => Promise<readonly (Replayed<Variables, Answer> | undefined)[]>
}

/** How a change is stored until the network is back. Its variables must be JSON. */
export interface Durable<Variables, Answer, Data = unknown> {
  /** Name of the mutation; with the scope, used to recreate it after a reload. */
  name: string
  scope: unknown
  /** Ids of the entities that show it as waiting. */
  about: (variables: Variables) => readonly string[]
  /** False if part of it cannot be stored. */
  isStorable?: (variables: Variables) => boolean
  /**
   * Sends it later, without overwriting what others changed meanwhile. If undefined, `send` is
   * used.
   */
  replay?: (variables: Variables) => Promise<Replayed<Variables, Answer>>
  /** Sends many in one request, if that is possible; see `Batch`. */
  batch?: Batch<Variables, Answer>
  /** The created entity, if the server already has it. */
  find?: (variables: Variables) => Promise<Answer | undefined>
  /** It is a removal: an entity that is already gone needs none. */
  removes?: boolean
  /** Shows it in the browser's copy of the lists, or takes it out of there again. */
  copy?: (variables: Variables, kind: 'change' | 'revert') => void
  /** The data with many changes applied, if that is faster than one by one. */
  applyAll?: (data: Data, many: readonly Variables[]) => Data
  /** Adjusts a later change of the entity if this one is withdrawn. */
  rebase?: (later: Variables, withdrawn: Variables) => Variables
}

// Types are known where each mutation is defined; the outbox holds all of them.
// biome-ignore lint/suspicious/noExplicitAny: variables and data are only handed back to the mutation they came from
export type AnyMutation = OptimisticMutation<any, any, any>

/** Loads what recreates a mutation from its scope. */
export type LoadMutation = () => Promise<(scope: never) => AnyMutation>
export type DurableMutations = Readonly<Record<string, LoadMutation>>
