import type { Slice } from '@cairn/contract'
import type { CycleItemV1, External } from '@cairn/contract/v1'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { auditColumns, type Db } from '#kernel/database/schema.ts'
import { childCountColumn } from '#product/child-count-queries.ts'
import { inProject, inWorkspace, visibleInProject } from '#product/scope-queries.ts'
import type { Order } from '../../kit/ordering-queries.ts'
import { pageOf } from '../../kit/paging-queries.ts'

/** None for an archived project. */
const cyclesOf = (db: Db, member: ProjectMember) =>
  db
    .selectFrom('cycles as c')
    .innerJoin('projects as p', 'p.id', 'c.project_id')
    .select(auditColumns.map((name) => `c.${name}` as const))
    .select(['c.id', 'c.name', 'c.description', 'c.start_date', 'c.end_date'])
    .select(['c.owned_by_id as owned_by', 'c.view_props', 'c.sort_order', 'c.progress_snapshot'])
    .select(['c.archived_at', 'c.logo_props', 'p.timezone', 'c.version', 'c.external_source'])
    .select(['c.external_id', 'c.project_id as project', 'c.workspace_id as workspace'])
    .where(inProject(member, 'c'))
    .where('p.archived_at', 'is', null)

export type CycleRow = NonNullable<Awaited<ReturnType<typeof findCycle>>>

interface Wanted {
  archived?: boolean
  /** The condition on their current status. */
  stands: RawBuilder<SqlBool>
}

export const listCycles = (
  db: Db,
  member: ProjectMember,
  { archived = false, stands }: Wanted,
  order: Order,
  slice: Slice,
) => {
  const cycles = cyclesOf(db, member).where('c.archived_at', archived ? 'is not' : 'is', null)
  return pageOf(cycles.where(stands), order, slice)
}

export const listStanding = (db: Db, member: ProjectMember, stands: RawBuilder<SqlBool>) =>
  cyclesOf(db, member).where('c.archived_at', 'is', null).where(stands).execute()

export const findCycle = (db: Db, member: ProjectMember, id: string) =>
  cyclesOf(db, member).where('c.id', '=', id).executeTakeFirst()

export const findCycleByExternalId = (
  db: Db,
  member: ProjectMember,
  { external_source = null, external_id = null }: External,
) =>
  cyclesOf(db, member)
    .where('c.external_source', '=', external_source)
    .where('c.external_id', '=', external_id)
    .executeTakeFirst()

export const usesCycles = async (db: Db, member: ProjectMember) => {
  const project = await db
    .selectFrom('projects')
    .select('cycle_view')
    .where('id', '=', member.project_id)
    .where(inWorkspace(member))
    .executeTakeFirst()
  return project?.cycle_view ?? false
}

/** An item has a cycle column: the separate row in the contract is built from the item. */
export const listCycleItems = async (
  db: Db,
  member: ProjectMember,
  cycle_id: string,
  issue_id: string | null = null,
) => {
  const { rows } = await sql<CycleItemV1>`
    select i.id, i.id as issue, i.cycle_id as cycle, i.project_id as project,
      i.workspace_id as workspace, i.created_at, i.updated_at, i.created_by, i.updated_by,
      i.deleted_at, ${childCountColumn(member)} as sub_issues_count
    from work_items i
    where i.cycle_id = ${cycle_id} and i.is_listed and ${visibleInProject(member, 'i')}
      and (${issue_id}::uuid is null or i.id = ${issue_id})
    order by i.created_at, i.id`.execute(db)
  return rows
}
