import { GUEST, type Health, type StatusUpdate, type WithId } from '@cairn/contract'
import { sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db, now, Row, Tx } from '#kernel/database/schema.ts'
import { inWorkspace, visibleInProject, visibleUpdates } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    status_updates: Row & {
      workspace_id: string
      project_id: string | null
      work_item_id: string | null
      initiative_id: string | null
      health: Health
      text: string
    }
  }
}

const columns = sql`
  su.id, su.workspace_id as workspace, su.project_id, su.work_item_id as epic_id, su.initiative_id,
  su.health, su.text, su.created_at, su.updated_at, su.created_by, su.updated_by, su.deleted_at`

const newest = (limit: number) => sql`order by su.created_at desc, su.id desc limit ${limit}`

export const listOfProject = async (db: Db, member: ProjectMember, limit: number) => {
  const { rows } = await sql<StatusUpdate>`
    select ${columns} from status_updates su
    where ${visibleInProject(member, 'su')} and su.work_item_id is null
    ${newest(limit)}`.execute(db)
  return rows
}

export const listOfEpic = async (db: Db, member: ProjectMember, id: string, limit: number) => {
  const { rows } = await sql<StatusUpdate>`
    select ${columns} from status_updates su
    where ${visibleInProject(member, 'su')} and su.work_item_id = ${id}
    ${newest(limit)}`.execute(db)
  return rows
}

/** Uses one index per kind, and limits each kind. */
export const listOfInitiative = async (db: Db, member: Member, id: string, limit: number) => {
  const { rows } = await sql<StatusUpdate>`
    select ${columns} from (
      (select su.* from status_updates su
        where su.initiative_id = ${id} and ${visibleUpdates(member)} ${newest(limit)})
      union all
      (select su.* from initiative_projects np
        join status_updates su on su.project_id = np.project_id and su.work_item_id is null
        where np.initiative_id = ${id} and ${visibleUpdates(member)} ${newest(limit)})
      union all
      (select su.* from initiative_epics ne
        join status_updates su on su.work_item_id = ne.work_item_id
        where ne.initiative_id = ${id} and ${visibleUpdates(member)} ${newest(limit)})
    ) su ${newest(limit)}`.execute(db)
  return rows
}

export interface Subject {
  project_id: string | null
  work_item_id: string | null
  initiative_id: string | null
}

export const insertUpdate = async (
  tx: Tx,
  { workspace_id, user_id }: Member,
  { project_id, work_item_id, initiative_id }: Subject,
  { id, health, text }: WithId & { health: Health; text: string },
) => {
  const { rows } = await sql<StatusUpdate>`
    insert into status_updates as su
      (id, workspace_id, project_id, work_item_id, initiative_id, health, text, created_by)
    values (coalesce(${id ?? null}::uuid, gen_random_uuid()), ${workspace_id}, ${project_id},
      ${work_item_id}, ${initiative_id}, ${health}, ${text}, ${user_id})
    returning ${columns}`.execute(tx)
  return rows[0]
}

/** With the caller's role in its project; locked until the end of the transaction. */
export const lockUpdate = async (tx: Tx, member: Member, id: string) => {
  const { rows } = await sql<StatusUpdate & { project_role: number }>`
    select ${columns}, coalesce((
      select pm.role from project_members pm
      where pm.project_id = su.project_id and pm.user_id = ${member.user_id} and pm.is_active
        and pm.deleted_at is null
    ), 0) as project_role
    from status_updates su where su.id = ${id} and ${visibleUpdates(member)}
    for update of su`.execute(tx)
  return rows[0]
}

interface Change {
  health?: Health
  text?: string
  deleted_at?: typeof now
}

export const saveUpdate = async (tx: Tx, member: Member, id: string, change: Change) => {
  const { rows } = await sql<StatusUpdate>`
    update status_updates su set updated_at = now(), updated_by = ${member.user_id},
      health = coalesce(${change.health ?? null}, su.health),
      text = coalesce(${change.text ?? null}, su.text),
      deleted_at = ${change.deleted_at ?? null}
    where su.id = ${id} and ${inWorkspace(member, 'su')}
    returning ${columns}`.execute(tx)
  return rows[0]
}

const isPerson = sql`u.is_active and not u.is_bot`

/**
 * Users to notify: members of the project; subscribers of the epic; lead, creator and members of
 * the initiative. Only those who may see the update.
 */
export const listFollowers = async (tx: Tx, member: Member, update: StatusUpdate) => {
  const { project_id, epic_id, initiative_id } = update
  const people = initiative_id
    ? sql`
      select w.user_id from workspace_members w join users u on u.id = w.user_id and ${isPerson}
      join initiatives n on n.id = ${initiative_id}
      where w.workspace_id = ${member.workspace_id} and w.is_active and w.deleted_at is null
        and w.role > ${GUEST} and (w.user_id in (n.lead_id, n.created_by) or exists (
          select from initiative_members nm
          where nm.initiative_id = n.id and nm.user_id = w.user_id
        ))`
    : sql`
      select pm.user_id from project_members pm join users u on u.id = pm.user_id and ${isPerson}
      join projects p on p.id = pm.project_id
      join workspace_members w on w.workspace_id = p.workspace_id and w.user_id = pm.user_id
        and w.is_active and w.deleted_at is null
      where pm.project_id = ${project_id} and pm.is_active and pm.deleted_at is null
        and ${
          epic_id
            ? sql`(pm.role > ${GUEST} or p.guest_view_all_features) and exists (
                select from work_item_subscribers s
                where s.work_item_id = ${epic_id} and s.user_id = pm.user_id
              )`
            : sql`pm.role > ${GUEST}`
        }`
  const { rows } = await sql<{ user_id: string }>`
    select f.user_id from (${people}) f where f.user_id <> ${member.user_id}`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}
