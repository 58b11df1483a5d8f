import { useSyncExternalStore } from 'react'

/** The same field was changed elsewhere meanwhile: that value stays; this one is offered. */
export interface Conflict {
  field: string
  theirs: unknown
  mine: unknown
  changed_by: string | null
  changed_at: string | null
}

/** Why the server refused a change: the entity is gone, it is not permitted, or another reason. */
export interface Refusal {
  reason: 'gone' | 'forbidden' | 'other'
  sentence?: string | undefined
}

/** A change stored in this browser until the server has it or the user has decided about it. */
export interface OutboxEntry {
  id: string
  /** Entries are sent in this order. */
  seq: number
  user_id: string
  /** Names the mutation and its scope: `durable-mutations.ts` recreates it after a reload. */
  name: string
  scope: unknown
  variables: unknown
  /** Ids of the entities that show it as waiting. */
  about: readonly string[]
  /** Entries of one line are sent one after the other. */
  line?: string | undefined
  /** Id of the created entity. */
  creates?: string | undefined
  at: number
  conflict?: Conflict
  refusal?: Refusal
}

export const isUndecided = ({ conflict, refusal }: OutboxEntry) =>
  conflict !== undefined || refusal !== undefined

/** The handle of a stored change. */
export interface Stored<Answer> {
  /** The server's response; rejects if the server refused or the change was withdrawn. */
  delivered: Promise<Answer>
  /** Removes it from the outbox. False if it was already sent. */
  withdraw: () => boolean
}

export type SyncMark = 'waiting' | 'conflict'

interface Snapshot {
  entries: readonly OutboxEntry[]
  marks: ReadonlyMap<string, SyncMark>
}

let snapshot: Snapshot = { entries: [], marks: new Map() }
const listeners = new Set<() => void>()

/** Called by the outbox with the user's entries, in order, and their marks. */
export function publishOutbox(next: Snapshot) {
  snapshot = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useOutbox = () => useSyncExternalStore(subscribe, () => snapshot.entries)

/** Waiting and undecided changes by entity id. */
export const useSyncMarks = () => useSyncExternalStore(subscribe, () => snapshot.marks)
export const useSyncMark = (id: string) =>
  useSyncExternalStore(subscribe, () => snapshot.marks.get(id))

/** Stores a change: `add` of `outbox.ts`, which is loaded after the first screen. */
export type Store = (mutation: unknown, variables: unknown) => Promise<Stored<unknown>>

let loadStore: (() => Promise<Store>) | undefined

type Follows = (line: string | undefined, variables: unknown) => boolean

let follows: Follows = () => false

/** Set by the outbox: whether an earlier change must be sent before one of this line. */
export function onFollow(rule: Follows) {
  follows = rule
}

export const mustFollow: Follows = (line, variables) => follows(line, variables)

export function onStore(load: () => Promise<Store>) {
  loadStore = load
}

/** Stores a change for later. Undefined where nothing can be stored. */
export async function storeForLater<Answer>(mutation: unknown, variables: unknown) {
  const store = await loadStore?.().catch(() => undefined)
  return (await store?.(mutation, variables)) as Stored<Answer> | undefined
}
