import { MEMBER, type WorkItem } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, forbidden } from '#kernel/http/errors.ts'
import { changed, record } from './activities.ts'
import { emitSavedItems } from './emit.ts'
import { pickState } from './fields.ts'
import { enterProject } from './other-project.ts'
import { nameAssignees, replaceAssignees, replaceLabels, takeNumber } from './queries.ts'
import { lockForChange, pairTaken, readRow } from './service.ts'

/** Its state there: the one that is called the same, else the first of its group, else the default. */
async function stateThere(tx: Tx, there: ProjectMember, { state_name, state__group }: StateOf) {
  const { rows } = await sql<{ id: string }>`
    select id from states s where s.project_id = ${there.project_id} and s.deleted_at is null
      and s."group" = ${state__group}
    order by lower(s.name) = lower(${state_name}) desc, s.sequence limit 1`.execute(tx)
  return pickState(tx, there, rows[0]?.id)
}

interface StateOf {
  state_name: string
  state__group: WorkItem['state__group']
}

/** Labels that are called the same there; the others stay behind. */
const labelsThere = async (tx: Tx, there: ProjectMember, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string }>`
    select distinct on (lower(l.name)) l.id from labels l
    join labels old on lower(old.name) = lower(l.name) and old.id = any(${[...ids]}::uuid[])
      and old.workspace_id = ${there.workspace_id}
    where l.project_id = ${there.project_id} and l.deleted_at is null`.execute(tx)
  return rows.map(({ id }) => id)
}

const attached = [
  ...['work_item_links', 'comments', 'work_item_reactions', 'description_versions'],
  ...['work_item_relations', 'activities', 'assets', 'intake_items', 'work_item_votes'],
]

/** Everything that hangs from it goes with it, and so do the addresses of the files in its texts. */
async function takeAlong(tx: Tx, from: ProjectMember, there: ProjectMember, id: string) {
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

/**
 * Moves an item to another project of the workspace, with its history, talk and files. It gets a new
 * number there, and its old key leads to it from then on. What belongs to the project it leaves (cycle,
 * modules, estimate, parent, labels and states of other names) stays behind.
 */
export const moveWorkItem = (db: Db, member: ProjectMember, id: string, project_id: string) =>
  db.transaction().execute(async (tx): Promise<WorkItem> => {
    const locked = await lockForChange(tx, member, id)
    const there = await enterProject(tx, member, project_id)
    if (!there) {
      throw badRequest({ project_id: [`Invalid pk "${project_id}" - object does not exist.`] })
    }
    if (there.project_role < MEMBER) throw forbidden()
    if (there.project_id === member.project_id || locked.is_epic) {
      throw badRequest({ error: 'The work item cannot be moved to this project' })
    }
    const state = await stateThere(tx, there, locked)
    const people = await nameAssignees(tx, there, locked.assigned_ids)
    const labels = await labelsThere(tx, there, locked.label_ids)
    await sql`delete from module_items where work_item_id = ${id}`.execute(tx)
    await replaceLabels(tx, id, labels)
    await replaceAssignees(
      tx,
      id,
      people.filter(({ fits }) => fits).map((one) => one.id),
    )
    // Last, because it makes the next create wait.
    const sequence_id = await takeNumber(tx, there)
    await sql`
      update work_items set project_id = ${there.project_id}, sequence_id = ${sequence_id},
        state_id = ${state.id}, cycle_id = null, estimate_point = null, parent_id = null,
        updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond'),
        updated_by = ${member.user_id},
        completed_at = ${state.group === 'completed' ? sql`coalesce(completed_at, ${now})` : null}
      where id = ${id} and project_id = ${member.project_id}`
      .execute(tx)
      .catch(pairTaken)
    await sql`
      insert into work_item_former_keys (project_id, sequence_id, work_item_id)
      values (${member.project_id}, ${locked.sequence_id}, ${id})`.execute(tx)
    await takeAlong(tx, member, there, id)
    const [before, after] = [
      `${member.identifier}-${locked.sequence_id}`,
      `${there.identifier}-${sequence_id}`,
    ]
    await record(tx, there, id, [
      {
        ...changed('project', 'moved the work item to', before, after),
        old_identifier: member.project_id,
        new_identifier: there.project_id,
      },
    ])
    const { workspace_id } = member
    const audience = {
      workspace_id,
      project_id: member.project_id,
      author_id: locked.created_by,
    }
    await emit(tx, { type: 'work_item.removed', id, project_id: member.project_id }, audience)
    await emitSavedItems(tx, there, [id])
    return readRow(tx, there, id)
  })
