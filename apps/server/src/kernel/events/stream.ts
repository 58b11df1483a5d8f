import { sql } from 'kysely'
import type { Listener } from '#kernel/database/listener.ts'
import type { Db } from '#kernel/database/schema.ts'
import type { WriteWatcher } from '#kernel/database/write-watcher.ts'

export interface StoredEvent {
  xid: string
  id: number
  workspace_id: string | null
  project_id: string | null
  author_id: string | null
  to_users: string[] | null
  for_everyone: boolean
  /** The event as JSON text, made by the database once for all who get it. */
  json: string
}

export interface Position {
  xid: string
  id: number
}

export type Subscriber = (events: readonly StoredEvent[]) => void

export interface Stream {
  subscribe(subscriber: Subscriber): () => void
  position(): Position
  since(position: Position, most: number): Promise<StoredEvent[]>
  stop(): void
}

export const EVENTS_CHANNEL = 'cairn_events'

/** Should a wake-up be lost with the process that owed it, nobody waits longer than this. */
const POLL_MS = 2_000
/** Committed behind a transaction that is still running: look again soon, and then less and less soon. */
const UNSETTLED_MS = { first: 1, longest: 16 }
const BATCH = 500

// Ordered by the column: `xid` alone would be the text that is selected, and 1000 before 999.
const readSince = (db: Db, { xid, id }: Position, most: number) =>
  sql<StoredEvent & { settled: boolean }>`
    select xid::text, id, workspace_id, project_id, author_id, to_users, for_everyone,
      (jsonb_build_object('type', type) || payload)::text as json,
      xid < pg_snapshot_xmin(pg_current_snapshot()) as settled
    from events
    where (xid, id) > (${xid}::xid8, ${id}::bigint)
    order by events.xid, events.id
    limit ${most}`.execute(db)

/** The transaction before the oldest that still runs: everything up to it is settled. */
const readEnd = (db: Db) =>
  sql<{ xid: string }>`
    select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text as xid`.execute(db)

/**
 * Follows the outbox and hands every event to this node's subscribers, in commit-safe order: an event
 * is taken only when no transaction older than its own is still running.
 */
export async function followEvents(
  db: Db,
  listener: Listener,
  watcher: WriteWatcher,
  onFailure: (error: unknown) => void,
): Promise<Stream> {
  const subscribers = new Set<Subscriber>()
  const { rows } = await readEnd(db)
  let last: Position = { xid: rows[0]?.xid ?? '0', id: Number.MAX_SAFE_INTEGER }
  let reading = false
  let again = false
  let stopped = false
  let soon: NodeJS.Timeout | undefined
  let patience = UNSETTLED_MS.first

  async function read() {
    if (reading) {
      again = true
      return
    }
    reading = true
    try {
      do {
        again = false
        const { rows: found } = await readSince(db, last, BATCH)
        const first = found.findIndex(({ settled }) => !settled)
        const settled = first < 0 ? found : found.slice(0, first)
        const end = settled.at(-1)
        if (end) {
          last = { xid: end.xid, id: end.id }
          for (const subscriber of subscribers) subscriber(settled)
        }
        patience = end ? UNSETTLED_MS.first : Math.min(2 * patience, UNSETTLED_MS.longest)
        if (first >= 0) wakeSoon()
        else if (found.length === BATCH) again = true
      } while (again && !stopped)
    } catch (error) {
      if (!stopped) onFailure(error)
    } finally {
      reading = false
    }
  }

  function wakeSoon() {
    clearTimeout(soon)
    soon = setTimeout(() => void read(), patience)
  }

  watcher.on(['events'], () => {
    // Whoever wrote is answered first.
    setImmediate(() => void read())
    listener.notify(EVENTS_CHANNEL)
  })
  listener.on(EVENTS_CHANNEL, () => void read())
  const poll = setInterval(() => void read(), POLL_MS)
  poll.unref()

  return {
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    position: () => last,
    async since(position, most) {
      const { rows: found } = await readSince(db, position, most)
      const first = found.findIndex(({ settled }) => !settled)
      return first < 0 ? found : found.slice(0, first)
    },
    stop() {
      stopped = true
      clearInterval(poll)
      clearTimeout(soon)
    },
  }
}
