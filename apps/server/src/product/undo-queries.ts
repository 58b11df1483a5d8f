import { TRASH_DAYS } from '@cairn/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'

/** How long a user can undo a deletion. */
const WHILE = sql`interval '1 hour'`
/** Time in the trash; undo snapshots are stored as long. */
const IN_TRASH = sql`make_interval(days => ${sql.lit(TRASH_DAYS)})`

export const isInTrash = (of: string) =>
  sql<SqlBool>`${sql.ref(of)}.deleted_at > now() - ${IN_TRASH}`

interface Undoing {
  anybodys: boolean
  /** Restored by an admin, who has more time. */
  fromTrash?: boolean
}

/** Recently deleted rows of `of`: by this user, or by anyone if a project admin asks. */
export const undoable = (
  { project_id, user_id }: Pick<ProjectMember, 'project_id' | 'user_id'>,
  of: string,
  { anybodys, fromTrash = false }: Undoing,
) => {
  const row = sql.ref(of)
  return sql<SqlBool>`${row}.project_id = ${project_id}
    and ${row}.deleted_at > now() - ${fromTrash ? IN_TRASH : WHILE}
    and (${anybodys}::bool or ${row}.updated_by = ${user_id})`
}

/** Rows as a list in a snapshot. */
export const jsonList = (select: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(one), '[]') from (${select}) one)`

type ProjectRef = Pick<ProjectMember, 'project_id'>

/** Saves what is deleted along with an entity, and purges snapshots that can no longer be undone. */
export const saveUndoSnapshot = (
  tx: Tx,
  { project_id }: ProjectRef,
  entity_id: string,
  snapshot: RawBuilder<unknown>,
) =>
  sql`
    with old as (
      delete from undo_snapshots where project_id = ${project_id} and taken_at < now() - ${IN_TRASH}
    )
    insert into undo_snapshots (entity_id, project_id, snapshot)
    values (${entity_id}, ${project_id}, ${snapshot})
    on conflict (entity_id) do update set snapshot = excluded.snapshot, taken_at = excluded.taken_at`.execute(
    tx,
  )

/** Returns the snapshot and deletes it: an undo happens once. */
export async function takeUndoSnapshot<Snapshot>(
  tx: Tx,
  { project_id }: ProjectRef,
  entity_id: string,
): Promise<Snapshot | undefined> {
  const { rows } = await sql<{ snapshot: Snapshot }>`
    delete from undo_snapshots
    where entity_id = ${entity_id} and project_id = ${project_id} and taken_at > now() - ${IN_TRASH}
    returning snapshot`.execute(tx)
  return rows[0]?.snapshot
}
