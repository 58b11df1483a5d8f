import type { LiveEvent, WithId } from '@cairn/contract'
import { type FetchQueryOptions, hashKey, type QueryKey } from '@tanstack/react-query'
import { isAnswer } from './api.ts'
import type { TextKey } from './i18n.ts'
import type { LiveCollection } from './live-collection.ts'
import { newId } from './new-id.ts'
import { queryClient } from './query-client.ts'
import { type EventOf, liveQueriesOf } from './use-live-updates.ts'
import {
  type OptimisticMutation,
  type QueryOf,
  type Then,
  useOptimisticMutation,
} from './use-optimistic-mutation.ts'

interface Named {
  id: string
}

const isNamed = (data: unknown): data is Named => 'id' in Object(data)

/**
 * Applies a change to each query that shows the entities: the scope's list, and other live ones.
 */
function showing<Scope, Key extends QueryKey, Data, Thing extends Named>(
  of: LiveCollection<Scope, Key, Data, Thing>,
  scope: Scope,
) {
  const { queryKey } = of.query(scope)
  const own = hashKey(queryKey)
  const isOwn = (key: QueryKey) => hashKey(key) === own
  return {
    queries: (): QueryOf<Data>[] => [
      { queryKey },
      ...liveQueriesOf(queryKey).flatMap(({ queryKey: key }) =>
        isOwn(key) ? [] : [{ queryKey: key } as QueryOf<Data>],
      ),
    ],
    things: (data: Data, key: QueryKey): readonly Thing[] => {
      if (isOwn(key)) return of.list(data)
      const shown: unknown = data
      return Array.isArray(shown) ? shown : isNamed(shown) ? [shown as unknown as Thing] : []
    },
    after: (data: Data, key: QueryKey, event: EventOf<Key>): Data => {
      if (isOwn(key)) return of.event(data, event, scope)
      const other = liveQueriesOf(queryKey).find((one) => hashKey(one.queryKey) === hashKey(key))
      return other ? (other.applyEvent(data, event as LiveEvent) as Data) : data
    },
  }
}

interface Stored<Scope> {
  /** Its name in the outbox, where it is stored until the network is back. */
  durable?: string
  /** What else shows it as waiting: the id of the item it belongs to. */
  shownOn?: (scope: Scope) => string
}

const aboutIn =
  <Scope>({ shownOn }: Stored<Scope>, scope: Scope) =>
  (id: string): readonly string[] =>
    shownOn ? [id, shownOn(scope)] : [id]

interface Creation<Scope, Thing, Body> extends Stored<Scope> {
  send: (scope: Scope, body: Body & Required<WithId>) => Promise<Thing>
  /** The entity as shown until the server has responded. */
  draft: (scope: Scope, body: Body & Required<WithId>, others: readonly Thing[]) => Thing
  /** Key of the failure message: "The label was not created". */
  failure: TextKey
}

interface New<Thing, Body> {
  body: Body & Required<WithId>
  thing: Thing
}

/** The server's list, without optimistic changes. */
async function readList<Scope, Key extends QueryKey, Data, Thing>(
  of: LiveCollection<Scope, Key, Data, Thing>,
  scope: Scope,
): Promise<readonly Thing[]> {
  const query: FetchQueryOptions<Data> = of.query(scope)
  return of.list(
    // A separate key, because optimistic layers apply to the list's own.
    await queryClient.fetchQuery<Data>({
      ...{ ...query, queryKey: [...query.queryKey, 'unanswered'] },
      ...{ staleTime: 0, gcTime: 0 },
    }),
  )
}

/** Creates an entity, outside of React. */
export function creationIn<Scope, Key extends QueryKey, Data, Thing extends Named, Body>(
  of: LiveCollection<Scope, Key, Data, Thing>,
  { send, draft, failure, durable, ...stored }: Creation<Scope, Thing, Body>,
) {
  /** Ids of creations whose response was lost, by request body. */
  const unanswered = new Map<string, string>()

  return (scope: Scope) => {
    const { queries, things, after } = showing(of, scope)
    const about = aboutIn(stored, scope)
    const keyOf = (body: Body) => hashKey([of.query(scope).queryKey, { ...body, id: undefined }])

    /** A retry after a lost response reuses the id; if the server has a row with it, that is the result. */
    async function sendOnce(body: Body & Required<WithId>): Promise<Thing> {
      const key = keyOf(body)
      const isRepeated = unanswered.has(key)
      try {
        const thing = await send(scope, body)
        unanswered.delete(key)
        return thing
      } catch (error) {
        if (!isAnswer(error)) unanswered.set(key, body.id)
        else if (isRepeated) {
          unanswered.delete(key)
          const known = (await readList(of, scope)).find(({ id }) => id === body.id)
          if (known) return known
        }
        throw error
      }
    }

    const mutation: OptimisticMutation<Data, New<Thing, Body>, Thing> = {
      query: queries,
      send: ({ body }) => sendOnce(body),
      // Its event may arrive before the response: the entity then already exists.
      apply: (data, { thing }, key) =>
        things(data, key).some(({ id }) => id === thing.id)
          ? data
          : after(data, key, of.saved(thing, scope)),
      settle: (data, thing, _, key) => after(data, key, of.saved(thing, scope)),
      creates: ({ thing }) => thing.id,
      ...(durable && {
        durable: {
          ...{ name: durable, scope },
          about: ({ thing }: New<Thing, Body>) => about(thing.id),
          find: async ({ thing }: New<Thing, Body>) =>
            (await readList(of, scope)).find(({ id }) => id === thing.id),
        },
      }),
      failure,
    }
    const begin = (values: Body): New<Thing, Body> => {
      const body = { ...values, id: unanswered.get(keyOf(values)) ?? newId() }
      const data = queryClient.getQueryData<Data>(of.query(scope).queryKey)
      return { body, thing: draft(scope, body, data === undefined ? [] : of.list(data)) }
    }
    return { mutation, begin }
  }
}

/** Shows a new entity at once under its final id, which `mutate` returns. */
export function creating<Scope, Key extends QueryKey, Data, Thing extends Named, Body>(
  of: LiveCollection<Scope, Key, Data, Thing>,
  creation: Creation<Scope, Thing, Body>,
) {
  const creationAt = creationIn(of, creation)
  const hook = (scope: Scope) => {
    const { mutation, begin } = creationAt(scope)
    const { mutate } = useOptimisticMutation(mutation)
    return {
      mutate: (values: Body, then?: Then<Thing>): string => {
        const added = begin(values)
        mutate(added, then)
        return added.thing.id
      },
    }
  }
  return Object.assign(hook, { mutationAt: (scope: Scope) => creationAt(scope).mutation })
}

interface Modification<Scope, Thing, Patch> extends Stored<Scope> {
  /** Returns the entity if the server does. */
  send: (scope: Scope, id: string, patch: Patch) => Promise<Thing | null | undefined>
  /** The changed entity, if more than its fields in the patch changes. */
  patched?: (thing: Thing, patch: Patch) => Thing
  failure: TextKey
}

interface ChangeOf<Patch> {
  id: string
  patch: Patch
}

/** Changes an entity, outside of React. */
export function changeIn<Scope, Key extends QueryKey, Data, Thing extends Named, Patch>(
  of: LiveCollection<Scope, Key, Data, Thing>,
  {
    send,
    patched = (thing, patch) => ({ ...thing, ...patch }),
    failure,
    durable,
    ...stored
  }: Modification<Scope, Thing, Patch>,
) {
  type Answer = Thing | null | undefined
  return (scope: Scope): OptimisticMutation<Data, ChangeOf<Patch>, Answer> => {
    const { queries, things, after } = showing(of, scope)
    const about = aboutIn(stored, scope)
    const apply = (data: Data, { id, patch }: ChangeOf<Patch>, key: QueryKey) => {
      const known = things(data, key).find((one) => one.id === id)
      return known ? after(data, key, of.saved(patched(known, patch), scope)) : data
    }
    return {
      query: queries,
      send: ({ id, patch }) => send(scope, id, patch),
      apply,
      settle: (data, answer, variables, key) =>
        answer ? after(data, key, of.saved(answer, scope)) : apply(data, variables, key),
      line: ({ id }) => id,
      ...(durable && {
        durable: { name: durable, scope, about: ({ id }: ChangeOf<Patch>) => about(id) },
      }),
      failure,
    }
  }
}

/** Changes an entity wherever it is shown. Changes to one entity are sent one after the other. */
export function changing<Scope, Key extends QueryKey, Data, Thing extends Named, Patch>(
  of: LiveCollection<Scope, Key, Data, Thing>,
  modification: Modification<Scope, Thing, Patch>,
) {
  const changeAt = changeIn(of, modification)
  const hook = (scope: Scope) => useOptimisticMutation(changeAt(scope))
  return Object.assign(hook, { mutationAt: changeAt })
}

interface Removal<Scope> extends Stored<Scope> {
  send: (scope: Scope, id: string) => Promise<unknown>
  failure: TextKey
}

/** The name of an entity in a message, if it has one. */
const nameOf = (thing: object | undefined) => ({
  name: thing && 'name' in thing ? String(thing.name) : '',
})

/** Removes an entity, outside of React. */
export const removalIn =
  <Scope, Key extends QueryKey, Data, Thing extends Named>(
    of: LiveCollection<Scope, Key, Data, Thing>,
    { send, failure, durable, ...stored }: Removal<Scope>,
  ) =>
  (scope: Scope): OptimisticMutation<Data, string, unknown> => {
    const { queries, things, after } = showing(of, scope)
    return {
      query: queries,
      send: (id) => send(scope, id),
      apply: (data, id, key) => after(data, key, of.removed(id, scope, things(data, key))),
      line: (id) => id,
      ...(durable && {
        durable: { name: durable, scope, about: aboutIn(stored, scope), removes: true },
      }),
      failure,
      // By then it is in the list again.
      failureValues: (id) => {
        const data = queryClient.getQueryData<Data>(of.query(scope).queryKey)
        return nameOf(data === undefined ? undefined : of.list(data).find((one) => one.id === id))
      },
    }
  }

/** Removes an entity wherever it is shown. */
export function removing<Scope, Key extends QueryKey, Data, Thing extends Named>(
  of: LiveCollection<Scope, Key, Data, Thing>,
  removal: Removal<Scope>,
) {
  const removalAt = removalIn(of, removal)
  const hook = (scope: Scope) => useOptimisticMutation(removalAt(scope))
  return Object.assign(hook, { mutationAt: removalAt })
}
