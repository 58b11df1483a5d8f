import type { Slice } from '@cairn/contract'
import type { External, ModuleItemV1 } from '@cairn/contract/v1'
import { sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { auditColumns, type Db } from '#kernel/database/schema.ts'
import { childCountColumn } from '#product/child-count-queries.ts'
import { inProject, inWorkspace, visibleInProject } from '#product/scope-queries.ts'
import type { Order } from '../../kit/ordering-queries.ts'
import { pageOf } from '../../kit/paging-queries.ts'

/** Without users who left the project. */
const allModules = (db: Db) =>
  db
    .selectFrom('modules as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select(auditColumns.map((name) => `m.${name}` as const))
    .select(['m.id', 'm.name', 'm.description', 'm.description_text', 'm.description_html'])
    .select(['m.start_date', 'm.target_date', 'm.status', 'm.lead_id as lead', 'm.view_props'])
    .select(['m.sort_order', 'm.archived_at', 'm.logo_props', 'm.external_source'])
    .select(['m.external_id', 'm.project_id as project', 'm.workspace_id as workspace'])
    .select(
      sql<string[]>`array(
        select mm.user_id from module_members mm
        join project_members pm on pm.project_id = m.project_id and pm.user_id = mm.user_id
          and pm.is_active and pm.deleted_at is null
        where mm.module_id = m.id order by mm.user_id
      )`.as('members'),
    )

/** None for an archived project. */
const modulesOf = (db: Db, member: ProjectMember) =>
  allModules(db).where(inProject(member, 'm')).where('p.archived_at', 'is', null)

/** For `expand`. */
export const listModulesByIds = (db: Db, member: Member, ids: readonly string[]) =>
  allModules(db).where('m.id', 'in', ids).where(inWorkspace(member, 'm')).execute()

export type ModuleRow = NonNullable<Awaited<ReturnType<typeof findModule>>>

export const listModules = (
  db: Db,
  member: ProjectMember,
  archived: boolean,
  order: Order,
  slice: Slice,
) =>
  pageOf(
    modulesOf(db, member).where('m.archived_at', archived ? 'is not' : 'is', null),
    order,
    slice,
  )

export const findModule = (db: Db, member: ProjectMember, id: string) =>
  modulesOf(db, member).where('m.id', '=', id).executeTakeFirst()

export const findModuleNamed = (db: Db, member: ProjectMember, name: string) =>
  modulesOf(db, member).where('m.name', '=', name).executeTakeFirst()

export const findModuleByExternalId = (
  db: Db,
  member: ProjectMember,
  { external_source = null, external_id = null }: External,
) =>
  modulesOf(db, member)
    .where('m.external_source', '=', external_source)
    .where('m.external_id', '=', external_id)
    .executeTakeFirst()

export const usesModules = async (db: Db, member: ProjectMember) => {
  const project = await db
    .selectFrom('projects')
    .select('module_view')
    .where('id', '=', member.project_id)
    .where(inWorkspace(member))
    .executeTakeFirst()
  return project?.module_view ?? false
}

/** Such a row has only the two ids: the other fields of the contract are the item's. */
export const listModuleItems = async (
  db: Db,
  member: ProjectMember,
  module_id: string,
  issue_id: string | null = null,
) => {
  const { rows } = await sql<ModuleItemV1>`
    select i.id, i.id as issue, mi.module_id as module, i.project_id as project,
      i.workspace_id as workspace, i.created_at, i.updated_at, i.created_by, i.updated_by,
      i.deleted_at, ${childCountColumn(member)} as sub_issues_count
    from module_items mi join work_items i on i.id = mi.work_item_id
    where mi.module_id = ${module_id} and i.is_listed and ${visibleInProject(member, 'i')}
      and (${issue_id}::uuid is null or mi.work_item_id = ${issue_id})
    order by i.created_at, i.id`.execute(db)
  return rows
}
