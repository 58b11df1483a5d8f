import type { WorkItem } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { now, type Tx } from '#kernel/database/schema.ts'
import { defaultTypeOf } from '#product/project-type-queries.ts'

export interface StateOf {
  state_name: string
  state__group: WorkItem['state__group']
}

export const findStateLike = async (
  tx: Tx,
  there: ProjectMember,
  { state_name, state__group }: StateOf,
) => {
  const { rows } = await sql<{ id: string }>`
    select id from states s where s.project_id = ${there.project_id} and s.deleted_at is null
      and s."group" = ${state__group}
    order by lower(s.name) = lower(${state_name}) desc, s.sequence limit 1`.execute(tx)
  return rows[0]?.id
}

/** Its type there: the same where that project uses it, else the project's default. */
const typeThere = ({ project_id }: ProjectMember) => sql`coalesce((
  select pt.type_id from project_work_item_types pt
  join projects p on p.id = pt.project_id and p.is_issue_type_enabled
  where pt.project_id = ${project_id} and pt.type_id = work_items.type_id
), ${defaultTypeOf(project_id)})`

/** The target project's labels with the same names; others are not moved. */
export const listLabelsLike = async (tx: Tx, there: ProjectMember, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string }>`
    select distinct on (lower(l.name)) l.id from labels l
    join labels old on lower(old.name) = lower(l.name) and old.id = any(${[...ids]}::uuid[])
      and old.workspace_id = ${there.workspace_id}
    where l.project_id = ${there.project_id} and l.deleted_at is null`.execute(tx)
  return rows.map(({ id }) => id)
}

export const leaveModules = (tx: Tx, id: string) =>
  sql`delete from module_items where work_item_id = ${id}`.execute(tx)

interface Move {
  from: ProjectMember
  there: ProjectMember
  id: string
  sequence_id: number
  state: { id: string; group: string }
}

export const moveRow = (tx: Tx, { from, there, id, sequence_id, state }: Move) =>
  sql`
    update work_items set project_id = ${there.project_id}, sequence_id = ${sequence_id},
      state_id = ${state.id}, cycle_id = null, estimate_point = null, parent_id = null,
      type_id = ${typeThere(there)},
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond'),
      updated_by = ${from.user_id},
      completed_at = ${state.group === 'completed' ? sql`coalesce(completed_at, ${now})` : null}
    where id = ${id} and project_id = ${from.project_id}`.execute(tx)

/** A former key by which it can still be found. */
export const saveFormerKey = (
  tx: Tx,
  { project_id }: ProjectMember,
  { id, sequence_id }: Pick<WorkItem, 'id' | 'sequence_id'>,
) =>
  sql`
    insert into work_item_former_keys (project_id, sequence_id, work_item_id)
    values (${project_id}, ${sequence_id}, ${id})`.execute(tx)

/** The number it had in a project before: it was never reassigned, and is used again. */
export const takeFormerNumber = async (tx: Tx, { project_id }: ProjectMember, id: string) => {
  const { rows } = await sql<{ sequence_id: number }>`
    delete from work_item_former_keys where project_id = ${project_id} and work_item_id = ${id}
      and sequence_id = (
        select max(k.sequence_id) from work_item_former_keys k
        where k.project_id = ${project_id} and k.work_item_id = ${id})
    returning sequence_id`.execute(tx)
  return rows[0]?.sequence_id
}

const attached = [
  ...['work_item_links', 'comments', 'work_item_reactions', 'description_versions'],
  ...['work_item_relations', 'activities', 'assets', 'intake_items', 'work_item_votes'],
  'status_updates',
]

/** Moves everything that belongs to the item, and rewrites the file URLs in its texts. */
export async function takeAlong(tx: Tx, from: ProjectMember, there: ProjectMember, id: string) {
  for (const table of attached) {
    await sql`
      update ${sql.table(table)} set project_id = ${there.project_id}
      where work_item_id = ${id} and project_id = ${from.project_id}`.execute(tx)
  }
  await sql`
    update comment_reactions set project_id = ${there.project_id}
    where comment_id in (select id from comments where work_item_id = ${id})`.execute(tx)
  await sql`
    update notifications set project_id = ${there.project_id}
    where entity_identifier = ${id} and project_id = ${from.project_id}`.execute(tx)
  const [old, fresh] = [from, there].map(({ project_id }) => `/projects/${project_id}/`)
  for (const [table, column] of [
    ['work_items', 'id'],
    ['comments', 'work_item_id'],
    ['description_versions', 'work_item_id'],
  ] as const) {
    const text = table === 'comments' ? 'comment_html' : 'description_html'
    await sql`
      update ${sql.table(table)} set ${sql.ref(text)} = replace(${sql.ref(text)}, ${old}, ${fresh})
      where ${sql.ref(column)} = ${id} and project_id = ${there.project_id}
        and position(${old} in ${sql.ref(text)}) > 0`.execute(tx)
  }
}
