import type { LiveEvent } from '@cairn/contract'
import { type ColumnType, type CompiledQuery, type Generated, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { sendAhead } from '#kernel/database/send-ahead.ts'
import { concerning, everywhere } from '#kernel/database/write-watcher.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    events: {
      id: Generated<number>
      xid: Generated<string>
      type: string
      workspace_id: string | null
      project_id: string | null
      author_id: string | null
      to_users: string[] | null
      for_everyone: Generated<boolean>
      /** The item that was saved: its current state is read when the event is sent. */
      work_item_id: string | null
      payload: ColumnType<LiveEvent, string, never>
      created_at: Generated<string>
    }
  }
}

/**
 * Where it happened: users who are no longer members do not receive it, also when they reconnect
 * and catch up. Null if it is about their own account, or about what they can no longer see.
 */
type Within = { workspace_id: string; project_id?: string } | null

/**
 * Who may receive it: these users; or the project, where guests who see only their own items
 * receive it only if they are `author_id`; or everyone in the project; or everyone in the
 * workspace.
 */
export type Audience =
  | { to: string[]; within: Within }
  | { workspace_id: string; project_id: string; author_id: string | null }
  | { workspace_id: string; project_id: string; for_everyone: true }
  | { workspace_id: string }

const placeOf = (within: Within) => ({
  workspace_id: within?.workspace_id ?? null,
  project_id: within?.project_id ?? null,
})

const toRow = (event: LiveEvent, audience: Audience) => {
  const { type, ...rest } = event
  const scope = 'to' in audience ? { to_users: audience.to, ...placeOf(audience.within) } : audience
  return {
    type,
    project_id: null,
    author_id: null,
    to_users: null,
    ...scope,
    payload: JSON.stringify(rest),
  }
}

/** Emits an event in the same transaction. Takes a Tx: outside one it does not compile. */
export async function emit(tx: Tx, event: LiveEvent, audience: Audience): Promise<void> {
  const query = tx.insertInto('events').values(toRow(event, audience)).compile()
  await sendAhead(tx, concerning(query, concernsOf([audience])))
}

/** Events to single users do not change a project; events to a workspace may change all of them. */
const concernsOf = (audiences: readonly Audience[]) => [
  ...new Set(
    audiences.flatMap((audience) => {
      if ('to' in audience) return []
      return 'project_id' in audience ? audience.project_id : everywhere
    }),
  ),
]

/** A statement can have at most 65,535 parameters. */
const BATCH = 1000

/** Emits many events, in the order given. */
export async function emitAll(
  tx: Tx,
  events: readonly (readonly [LiveEvent, Audience])[],
): Promise<void> {
  for (let n = 0; n < events.length; n += BATCH) {
    const rows = events.slice(n, n + BATCH).map(([event, audience]) => ({
      for_everyone: false,
      ...toRow(event, audience),
    }))
    const query = tx.insertInto('events').values(rows).compile()
    const audiences = events.slice(n, n + BATCH).map(([, audience]) => audience)
    await sendAhead(tx, concerning(query, concernsOf(audiences)))
  }
}

interface ProjectRef {
  workspace_id: string
  project_id: string
}

/**
 * Emits that items were saved, as part of a statement that saves them or separately; `from` gives
 * their `id` and `created_by`. It stores only the ids: receivers get the state at the time of
 * sending, and a write does not pay for serializing a row that the next one outdates.
 */
export const emittingSaved = (
  { workspace_id, project_id }: ProjectRef,
  from: RawBuilder<unknown>,
) => sql`
  insert into events (type, workspace_id, project_id, author_id, work_item_id, payload)
  select 'work_item.saved', ${workspace_id}, ${project_id}, saved.created_by, saved.id, '{}'
  from ${from} as saved`

/**
 * The same together with an event about something in the item: `changed` gives `id` and
 * `created_by` of items, `emitted` the event's `payload` and `author_id`.
 */
export const emittingSavedAnd = (
  type: LiveEvent['type'],
  { workspace_id, project_id }: ProjectRef,
  { changed, emitted }: { changed: RawBuilder<unknown>; emitted: RawBuilder<unknown> },
) => sql`
  insert into events (type, workspace_id, project_id, author_id, work_item_id, payload)
  select 'work_item.saved', ${workspace_id}::uuid, ${project_id}::uuid, saved.created_by, saved.id,
    '{}'::jsonb
  from (${changed}) as saved
  union all
  select ${type}, ${workspace_id}, ${project_id}, emitted.author_id, null, emitted.payload
  from (${emitted}) as emitted`

/** Runs `emittingSaved` inside a transaction that does more. */
export const emitSaved = (tx: Tx, place: ProjectRef, from: RawBuilder<unknown>) =>
  sendAhead(tx, concerning(emittingSaved(place, from).compile(tx), [place.project_id]))

/** Runs a statement that is a complete change, including its event. */
export const runWhole = <Row>(db: Db, statement: CompiledQuery<Row>, { project_id }: ProjectRef) =>
  db.executeQuery<Row>(concerning(statement, [project_id]))

export const removeOldEvents = (db: Db, hours: number) =>
  sql`delete from events where created_at < now() - make_interval(hours => ${hours})`.execute(db)
