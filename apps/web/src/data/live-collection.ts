import type { DataTag, QueryKey } from '@tanstack/react-query'
import { type EventOf, useLiveUpdates } from './use-live-updates.ts'

/** The scope of most: a project, by the address of its workspace and its id. */
export interface ProjectRef {
  slug: string
  project_id: string
}

interface Definition<Scope, Key extends QueryKey, Data, Thing> {
  /** Where the things of a scope (a project, an item, …) are read. */
  query: (scope: Scope) => { queryKey: Key & DataTag<QueryKey, Data, Error> }
  /** The data after an event of the live stream; an event of another scope leaves it as it is. */
  event: (data: Data, event: EventOf<Key>, scope: Scope) => Data
  /** The things in the data, where it is not the list itself. */
  list?: (data: Data) => readonly Thing[]
  /** The event the stream emits for a thing that was created or changed. */
  saved: (thing: Thing, scope: Scope) => EventOf<Key>
  /** The event it emits for a thing that is gone. */
  removed: (id: string, scope: Scope, things: readonly Thing[]) => EventOf<Key>
}

export type LiveCollection<Scope, Key extends QueryKey, Data, Thing> = Required<
  Definition<Scope, Key, Data, Thing>
> & { useEvents: (scope: Scope) => void }

/**
 * A list of things, said once: where it is read, and what an event does to it. The live stream, the
 * server's answers and changes it has not confirmed yet all go through `event`.
 */
export const liveCollection = <
  Scope,
  Key extends QueryKey,
  Data,
  Thing = Data extends readonly (infer One)[] ? One : never,
>(
  definition: Definition<Scope, Key, Data, Thing>,
): LiveCollection<Scope, Key, Data, Thing> => ({
  list: (data) => data as readonly Thing[],
  ...definition,
  /** Applies what happens elsewhere for as long as the list is cached. */
  useEvents: (scope) =>
    useLiveUpdates(definition.query(scope), (data, event) => definition.event(data, event, scope)),
})
