import type { DataTag, QueryKey } from '@tanstack/react-query'
import { type EventOf, useLiveUpdates } from './use-live-updates.ts'

/** The most common scope: a project, by workspace slug and id. */
export interface ProjectRef {
  slug: string
  project_id: string
}

interface Definition<Scope, Key extends QueryKey, Data, Thing> {
  /** The query that reads the entities of a scope (a project, an item, …). */
  query: (scope: Scope) => { queryKey: Key & DataTag<QueryKey, Data, Error> }
  /** The data after an event of the live stream; an event of another scope leaves it as it is. */
  event: (data: Data, event: EventOf<Key>, scope: Scope) => Data
  /** The entities in the data, if it is not the list itself. */
  list?: (data: Data) => readonly Thing[]
  /** The event the stream emits for a created or changed entity. */
  saved: (thing: Thing, scope: Scope) => EventOf<Key>
  /** The event it emits for a removed entity. */
  removed: (id: string, scope: Scope, things: readonly Thing[]) => EventOf<Key>
}

export type LiveCollection<Scope, Key extends QueryKey, Data, Thing> = Required<
  Definition<Scope, Key, Data, Thing>
> & { useEvents: (scope: Scope) => void }

/**
 * Defines a list of entities once: where it is read, and how an event changes it. Live events,
 * responses and unconfirmed changes all go through `event`.
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
  /** Applies live events for as long as the list is cached. */
  useEvents: (scope) =>
    useLiveUpdates(definition.query(scope), (data, event) => definition.event(data, event, scope)),
})
