import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from './schema.ts'

/** So long what was deleted can be brought back. */
const WHILE = sql`interval '1 hour'`

/** Of `of`, deleted a while ago: by this person, or by anybody where a project's admin asks. */
export const undoable = (
  { project_id, user_id }: Pick<ProjectMember, 'project_id' | 'user_id'>,
  of: string,
  { anybodys }: { anybodys: boolean },
) => {
  const row = sql.ref(of)
  return sql<SqlBool>`${row}.project_id = ${project_id} and ${row}.deleted_at > now() - ${WHILE}
    and (${anybodys}::bool or ${row}.updated_by = ${user_id})`
}

type ProjectRef = Pick<ProjectMember, 'project_id'>

/** Keeps what goes along with something, and no longer what nobody can bring back any more. */
export const keepTraces = (
  tx: Tx,
  { project_id }: ProjectRef,
  entity_id: string,
  traces: RawBuilder<unknown>,
) =>
  sql`
    with old as (
      delete from traces where project_id = ${project_id} and left_at < now() - ${WHILE}
    )
    insert into traces (entity_id, project_id, traces)
    values (${entity_id}, ${project_id}, ${traces})
    on conflict (entity_id) do update set traces = excluded.traces, left_at = excluded.left_at`.execute(
    tx,
  )

/** What went along with it, once. */
export async function takeTraces<Traces>(
  tx: Tx,
  { project_id }: ProjectRef,
  entity_id: string,
): Promise<Traces | undefined> {
  const { rows } = await sql<{ traces: Traces }>`
    delete from traces
    where entity_id = ${entity_id} and project_id = ${project_id} and left_at > now() - ${WHILE}
    returning traces`.execute(tx)
  return rows[0]?.traces
}
