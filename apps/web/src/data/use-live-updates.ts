import type { LiveEvent } from '@cairn/contract'
import { type DataTag, hashKey, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenLive } from './live-listeners.ts'
import { queryClient, queryLayers } from './query-client.ts'

/**
 * A query's first key has the name of its events: `quick-links` matches `quick_link.*`, `profile`
 * `profile.*`.
 */
type ThingOf<Name> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}_${ThingOf<Tail>}`
  : Name extends `${infer One}s`
    ? One
    : Name extends string
      ? Name
      : never

export type EventOf<Key extends QueryKey> = Extract<
  LiveEvent,
  { type: `${ThingOf<Key[0]>}.${string}` }
>

const thingOf = (name: unknown) => String(name).replaceAll('-', '_').replace(/s$/, '')

interface Watched {
  queryKey: QueryKey
  applyEvent: (data: unknown, event: LiveEvent) => unknown
}

// A query is kept current for as long as it is cached, not only while it is on the screen:
// returning to a list shows its current state without a request. And only once, however many
// components use it.
const watched = new Map<string, Watched>()

listenLive({
  onEvent: (event) => {
    for (const { queryKey, applyEvent } of watched.values()) {
      if (!event.type.startsWith(`${thingOf(queryKey[0])}.`)) continue
      queryLayers.happen(queryKey, (data) => applyEvent(data, event))
    }
  },
  onGap: () => {
    for (const { queryKey } of watched.values()) {
      void queryClient.invalidateQueries({ queryKey, exact: true })
    }
  },
})

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'removed') watched.delete(query.queryHash)
})

/** The watched queries that are changed by the same events. */
export const liveQueriesOf = ([name]: QueryKey): Watched[] =>
  [...watched.values()].filter(({ queryKey }) => thingOf(queryKey[0]) === thingOf(name))

interface LiveQuery<Key extends QueryKey, Data> {
  queryKey: Key & DataTag<QueryKey, Data, Error>
}

/** Applies live events to a query's data. */
export function useLiveUpdates<Key extends QueryKey, Data>(
  query: LiveQuery<Key, Data>,
  applyEvent: (data: Data, event: EventOf<Key>) => Data,
) {
  const { queryKey } = query
  const hash = hashKey(queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the key and for what applies to it
  useEffect(() => {
    watched.set(hash, {
      queryKey,
      applyEvent: (data, event) => applyEvent(data as Data, event as EventOf<Key>),
    })
  }, [hash])
}
