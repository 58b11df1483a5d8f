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
      /** Says that this item was saved: how it stands is read when it is told. */
      work_item_id: string | null
      payload: ColumnType<LiveEvent, string, never>
      created_at: Generated<string>
    }
  }
}

/**
 * Where it happened: people who are no longer there do not hear of it, also when they reconnect and
 * catch up. Null where it is about their own account, or tells them what they can no longer see.
 */
type Within = { workspace_id: string; project_id?: string } | null

/**
 * Who may hear of it: these users; or the project, where guests who see only their own items hear of
 * what `author_id` made if that is them; or everyone in the project; or everyone in the workspace.
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

/** Says in the same transaction what happened. Takes a Tx: outside one it does not compile. */
export async function emit(tx: Tx, event: LiveEvent, audience: Audience): Promise<void> {
  const query = tx.insertInto('events').values(toRow(event, audience)).compile()
  await sendAhead(tx, concerning(query, concernsOf([audience])))
}

/** What is told to single people is no change of a project; what a workspace is told may be one of all. */
const concernsOf = (audiences: readonly Audience[]) => [
  ...new Set(
    audiences.flatMap((audience) => {
      if ('to' in audience) return []
      return 'project_id' in audience ? audience.project_id : everywhere
    }),
  ),
]

/** A statement holds 65,535 values. */
const BATCH = 1000

/** Many things at once, in the order they are given. */
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
 * Says of items that they were saved, as part of a statement that saves them or by itself; `from` gives
 * their `id` and `created_by`. It only names them: whoever hears of it hears how they stand by then, and
 * a write does not pay for putting a row into words that the next one makes old.
 */
export const emittingSaved = (
  { workspace_id, project_id }: ProjectRef,
  from: RawBuilder<unknown>,
) => sql`
  insert into events (type, workspace_id, project_id, author_id, work_item_id, payload)
  select 'work_item.saved', ${workspace_id}, ${project_id}, saved.created_by, saved.id, '{}'
  from ${from} as saved`

/** The same inside a transaction that does more. */
export const emitSaved = (tx: Tx, place: ProjectRef, from: RawBuilder<unknown>) =>
  sendAhead(tx, concerning(emittingSaved(place, from).compile(tx), [place.project_id]))

/** Runs a statement that is a whole change by itself, its event among it. */
export const runWhole = <Row>(db: Db, statement: CompiledQuery<Row>, { project_id }: ProjectRef) =>
  db.executeQuery(concerning(statement, [project_id]))

export const removeOldEvents = (db: Db, hours: number) =>
  sql`delete from events where created_at < now() - make_interval(hours => ${hours})`.execute(db)
