import type { LiveEvent } from '@cairn/contract'
import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { concerning, everywhere, sendAhead } from '#kernel/database/write-watcher.ts'

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
      payload: ColumnType<LiveEvent, string, never>
      created_at: Generated<string>
    }
  }
}

/**
 * Who may hear of it: these users; or the project, where guests who see only their own items hear of
 * what `author_id` made if that is them; or everyone in the project; or everyone in the workspace.
 */
export type Audience =
  | { to: string[] }
  | { workspace_id: string; project_id: string; author_id: string | null }
  | { workspace_id: string; project_id: string; for_everyone: true }
  | { workspace_id: string }

const toRow = (event: LiveEvent, audience: Audience) => {
  const { type, ...rest } = event
  const scope = 'to' in audience ? { to_users: audience.to } : audience
  return {
    type,
    workspace_id: null,
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

interface Place {
  workspace_id: string
  project_id: string
}

/** An event as part of a statement that does what it tells of; the rest is SQL over `from`. */
export const emitting = (
  type: LiveEvent['type'],
  { workspace_id, project_id }: Place,
  { payload, author_id, from }: Record<'payload' | 'author_id' | 'from', RawBuilder<unknown>>,
) => sql`
  insert into events (type, workspace_id, project_id, author_id, payload)
  select ${type}, ${workspace_id}, ${project_id}, ${author_id}, ${payload} from ${from}`

/** Runs a statement that is a whole change by itself, its event among it. */
export const runWhole = <Row>(db: Db, statement: RawBuilder<Row>, { project_id }: Place) =>
  db.executeQuery(concerning(statement.compile(db), [project_id]))
