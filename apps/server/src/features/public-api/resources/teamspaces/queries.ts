import { MEMBER, type Slice } from '@cairn/contract'
import { sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { auditColumns, type Db } from '#kernel/database/schema.ts'
import { visibleTeamspaces } from '#product/scope-queries.ts'
import type { Order } from '../../kit/ordering-queries.ts'
import { pageOf } from '../../kit/paging-queries.ts'

const teamspacesOf = (db: Db, member: Member) =>
  db
    .selectFrom('teamspaces as t')
    .select(auditColumns.map((name) => `t.${name}` as const))
    .select(['t.id', 't.name', 't.description_html', 't.logo_props', 't.lead_id as lead'])
    .select(['t.sort_order', 't.workspace_id as workspace'])
    .where(visibleTeamspaces(member))

export const listTeamspaces = (db: Db, member: Member, order: Order, slice: Slice) =>
  pageOf(teamspacesOf(db, member), order, slice)

export const findTeamspace = (db: Db, member: Member, id: string) =>
  teamspacesOf(db, member).where('t.id', '=', id).executeTakeFirst()

/** For a teamspace already found; users who left the workspace are not listed until they rejoin. */
export const listMemberIds = async (db: Db, { workspace_id }: Member, id: string) => {
  const { rows } = await sql<{ id: string }>`
    select tm.user_id as id from teamspace_members tm
    join workspace_members wm on wm.workspace_id = ${workspace_id} and wm.user_id = tm.user_id
      and wm.is_active and wm.deleted_at is null and wm.role >= ${MEMBER}
    where tm.teamspace_id = ${id} order by tm.user_id`.execute(db)
  return rows.map((row) => row.id)
}

export const listProjectIds = async (db: Db, { workspace_id }: Member, id: string) => {
  const { rows } = await sql<{ id: string }>`
    select p.id from teamspace_projects tp join projects p on p.id = tp.project_id
    where tp.teamspace_id = ${id} and p.workspace_id = ${workspace_id}
      and p.deleted_at is null and p.archived_at is null
    order by p.id`.execute(db)
  return rows.map((row) => row.id)
}
