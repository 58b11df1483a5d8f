import { GUEST, type ProjectOverview, type StateGroup } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import {
  inWorkspace,
  pagesOfProject,
  visibleInProject,
  visiblePages,
} from '#product/scope-queries.ts'

/** From the cached counts; items are counted only for users who see a part of them. */
export const countByGroup = async (db: Db, member: ProjectMember) => {
  const counted = member.sees_only_own
    ? sql`select i.state_id, count(*) as n from work_items i
        where ${visibleInProject(member, 'i')} and i.is_listed group by i.state_id`
    : sql`select c.state_id, sum(c.visible) as n from work_item_counts c
        where c.project_id = ${member.project_id} group by c.state_id`
  const { rows } = await sql<{ group: StateGroup; items: number }>`
    select s."group", sum(c.n)::int as items from (${counted}) c
    join states s on s.id = c.state_id
    where s."group" <> 'triage' group by s."group"`.execute(db)
  return rows
}

const LATEST_PAGES = 5

export const listLatestPages = async (db: Db, member: ProjectMember) => {
  const { rows } = await sql<ProjectOverview['pages'][number]>`
    select pg.id, pg.name, pg.logo_props, pg.updated_at,
      coalesce(pg.updated_by, pg.created_by) as updated_by
    from pages pg
    where ${pagesOfProject(member)} and ${visiblePages(member)} and pg.archived_at is null
    order by pg.updated_at desc, pg.id limit ${LATEST_PAGES}`.execute(db)
  return rows
}

export const listInitiativesOf = async (db: Db, member: ProjectMember) => {
  if (member.workspace_role <= GUEST) return []
  const { rows } = await sql<ProjectOverview['initiatives'][number]>`
    select n.id, n.name from initiative_projects np join initiatives n on n.id = np.initiative_id
    where np.project_id = ${member.project_id} and ${inWorkspace(member, 'n')}
    order by n.sort_order, n.id`.execute(db)
  return rows
}
