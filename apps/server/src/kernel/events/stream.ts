import { type RawBuilder, sql } from 'kysely'
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
  /** The event as JSON text, built by the database once for all receivers. */
  json: string
  /** Children of the item, for users who do not see all of them and need another count. */
  children: EmittedChildren | null
}

/** Project, author and count. */
export type EmittedChildren = readonly [
  project_id: string,
  author_id: string | null,
  number: number,
][]

/** The SQL for the item of `events as e`. */
export interface EmittedItem {
  words: RawBuilder<string | null>
  children: RawBuilder<EmittedChildren | null>
}

export interface Position {
  xid: string
  id: number
}

export type Subscriber = (events: readonly StoredEvent[]) => void

export interface Stream {
  /**
   * `onReplaced`: the database was replaced by one that lacks events which were passed on; what
   * follows cannot be told.
   */
  subscribe(subscriber: Subscriber, onReplaced?: () => void): () => void
  position(): Position
  /** The events after a position; undefined if there are `most` or more, or if they are unknown. */
  since(position: Position, most: number): Promise<StoredEvent[] | undefined>
  stop(): void
}

export const EVENTS_CHANNEL = 'cairn_events'

/** If a wake-up is lost with its process, events are delayed at most this long. */
const POLL_MS = 2_000
/**
 * For rows committed after a transaction that is still running: read again soon, then less and less
 * often.
 */
const UNSETTLED_MS = { first: 1, longest: 16 }
const BATCH = 500
/** As many of the events that were passed on last are looked for after a failover. */
const MAX_CHECKED = 5_000

/**
 * The JSON of an event in `events as e`. An event that an item was saved contains only its id:
 * `emittedItem` reads its current state, or null if it is no longer sent.
 */
export const wordsOf = ({ words }: EmittedItem) => sql<string | null>`
  case when e.work_item_id is null then (jsonb_build_object('type', e.type) || e.payload)::text
    else ${words} end`

type Read = StoredEvent & { json: string | null; settled: boolean }

// Ordered by the column: `xid` alone would be the selected text, which sorts 1000 before 999.
const readSince = (db: Db, emittedItem: EmittedItem, { xid, id }: Position, most: number) =>
  sql<Read>`
    select e.xid::text, e.id, e.workspace_id, e.project_id, e.author_id, e.to_users, e.for_everyone,
      case when e.xid < pg_snapshot_xmin(pg_current_snapshot()) then ${wordsOf(emittedItem)} end as json,
      case when e.work_item_id is not null then ${emittedItem.children} end as children,
      e.xid < pg_snapshot_xmin(pg_current_snapshot()) as settled
    from events e
    where (e.xid, e.id) > (${xid}::xid8, ${id}::bigint)
    order by e.xid, e.id
    limit ${most}`.execute(db)

const untilUnsettled = (found: readonly Read[]) => {
  const first = found.findIndex(({ settled }) => !settled)
  return first < 0 ? found : found.slice(0, first)
}

/** Some events are no longer sent. */
const visible = (settled: readonly Read[]) => settled.filter(({ json }) => json !== null)

/**
 * A database restored into another server counts its transactions from the start again: its events,
 * and browsers that received them, have positions in the future.
 */
const inFuture = sql<boolean>`>= pg_snapshot_xmax(pg_current_snapshot())`

const forgetFuture = (db: Db) => sql`delete from events where xid ${inFuture}`.execute(db)

const isInFuture = async (db: Db, { xid }: Position) => {
  const { rows } = await sql<{ answer: boolean }>`
    select ${xid}::xid8 ${inFuture} as answer`.execute(db)
  return rows[0]?.answer ?? true
}

/**
 * Whether one of the events at these positions was lost. A primary that dies shows transactions for a
 * moment that no replica has; the replica that takes its place gives their numbers to others, which
 * come before these positions. An event that is only too old was removed after all older ones.
 * Before the first event of a transaction, `id` is 0.
 */
async function isAnyLost(db: Db, positions: readonly Position[]) {
  const events = positions.filter(({ id }) => id > 0)
  if (events.length === 0) return false
  const { rows } = await sql<{ answer: boolean }>`
    select exists (
      select from unnest(${events.map(({ xid }) => xid)}::xid8[], ${events.map(({ id }) => id)}::bigint[])
        as known (xid, id)
      where not exists (select from events e where e.xid = known.xid and e.id = known.id)
        and exists (select from events e where (e.xid, e.id) < (known.xid, known.id))) as answer`.execute(
    db,
  )
  return rows[0]?.answer ?? true
}

/** Another value after a restart, and on the replica that became the primary. */
async function readServerStart(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    select pg_postmaster_start_time()::text as at`.execute(db)
  return rows[0]?.at
}

/**
 * The last settled event. Not the last transaction: a replica that becomes the primary may give the
 * numbers of those that wrote nothing a second time.
 */
async function readEnd(db: Db): Promise<Position> {
  const { rows } = await sql<Position>`
    select xid::text, id from events where xid < pg_snapshot_xmin(pg_current_snapshot())
    order by events.xid desc, id desc limit 1`.execute(db)
  return rows[0] ?? { xid: '0', id: 0 }
}

/**
 * Follows the outbox and passes every event to this node's subscribers, in commit-safe order: an
 * event is sent only when no transaction older than its own is still running.
 */
export async function followEvents(
  db: Db,
  listener: Listener,
  watcher: WriteWatcher,
  emittedItem: EmittedItem,
  onFailure: (error: unknown) => void,
): Promise<Stream> {
  const subscribers = new Map<Subscriber, () => void>()
  await forgetFuture(db)
  let last = await readEnd(db)
  /** The last events that were passed on. */
  let passed = [last]
  let serverStart = await readServerStart(db)
  /**
   * Another database, which lacks the latest transactions, may have replaced this one: a query failed,
   * or so much time has passed. A pooler lets queries wait for the next primary, so that none fails.
   */
  let mayBeReplaced = false
  let hasFailed = false
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
        if (mayBeReplaced) await leaveWhatIsLost()
        mayBeReplaced = false
        const { rows: found } = await readSince(db, emittedItem, last, BATCH)
        const settled = untilUnsettled(found)
        const end = settled.at(-1)
        if (end) {
          last = { xid: end.xid, id: end.id }
          passed.push(...settled.map(({ xid, id }) => ({ xid, id })))
          passed = passed.slice(-MAX_CHECKED)
          const news = visible(settled)
          for (const subscriber of subscribers.keys()) subscriber(news)
        }
        patience = end ? UNSETTLED_MS.first : Math.min(2 * patience, UNSETTLED_MS.longest)
        if (settled.length < found.length) wakeSoon()
        else if (found.length === BATCH) again = true
      } while (again && !stopped)
    } catch (error) {
      mayBeReplaced = true
      hasFailed = true
      if (!stopped) onFailure(error)
    } finally {
      reading = false
    }
  }

  async function leaveWhatIsLost() {
    const start = await readServerStart(db)
    if (start === serverStart && !hasFailed) return
    if ((await isInFuture(db, last)) || (await isAnyLost(db, passed))) {
      last = await readEnd(db)
      passed = [last]
      for (const onReplaced of subscribers.values()) onReplaced()
    }
    serverStart = start
    hasFailed = false
  }

  function wakeSoon() {
    clearTimeout(soon)
    soon = setTimeout(() => void read(), patience)
  }

  watcher.on(['events'], () => {
    // The writer's response is sent first.
    setImmediate(() => void read())
    listener.notify(EVENTS_CHANNEL)
  })
  listener.on(EVENTS_CHANNEL, () => void read())
  const poll = setInterval(() => {
    mayBeReplaced = true
    void read()
  }, POLL_MS)
  poll.unref()

  return {
    subscribe(subscriber, onReplaced = () => {}) {
      subscribers.set(subscriber, onReplaced)
      return () => subscribers.delete(subscriber)
    },
    position: () => last,
    async since(position, most) {
      if (await isAnyLost(db, [position])) return undefined
      const { rows: found } = await readSince(db, emittedItem, position, most)
      if (found.length === most) return undefined
      if (found.length === 0 && (await isInFuture(db, position))) return undefined
      return visible(untilUnsettled(found))
    },
    stop() {
      stopped = true
      clearInterval(poll)
      clearTimeout(soon)
    },
  }
}
