import type { Slice } from '@cairn/contract'
import type { IntakeWorkItemV1 } from '@cairn/contract/v1'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { auditColumns, type Db } from '#kernel/database/schema.ts'
import { inProject, inWorkspace, visibleInProject } from '#product/scope-queries.ts'
import type { Order } from '../../kit/ordering-queries.ts'
import { pageOf } from '../../kit/paging-queries.ts'
import { itemText } from '../work-items/queries.ts'

/** Limited to reported items the reader may see; none for an archived project. */
const entriesOf = (db: Db, member: ProjectMember) =>
  db
    .selectFrom('intake_items as n')
    .innerJoin('work_items as i', 'i.id', 'n.work_item_id')
    .innerJoin('projects as p', 'p.id', 'n.project_id')
    .select(auditColumns.map((name) => `n.${name}` as const))
    .select(['n.id', 'n.intake_id as intake', 'n.intake_id as inbox', 'n.work_item_id as issue'])
    .select(['n.status', 'n.snoozed_till', 'n.duplicate_to', 'n.source', 'n.source_email'])
    .select(['n.external_source', 'n.external_id', 'n.extra'])
    .select(['n.project_id as project', 'n.workspace_id as workspace'])
    .where(inProject(member, 'n'))
    .where(visibleInProject(member, 'i'))
    .where('p.archived_at', 'is', null)

export type Entry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

export const listEntries = (
  db: Db,
  member: ProjectMember,
  statuses: readonly number[] | null,
  order: Order,
  slice: Slice,
) => {
  const entries = entriesOf(db, member)
  const wanted = sql<boolean>`n.status = any(${statuses && [...statuses]}::int[])`
  return pageOf(statuses ? entries.where(wanted) : entries, order, slice)
}

/** By its work item's id, or its own. */
export const findEntry = (db: Db, member: ProjectMember, id: string) =>
  entriesOf(db, member)
    .where((where) => where.or([where('n.work_item_id', '=', id), where('n.id', '=', id)]))
    .executeTakeFirst()

/** The reported items by id, in one statement for all of them. */
export const listReported = async (db: Db, member: ProjectMember, ids: readonly string[]) => {
  const { rows } = await sql<IntakeWorkItemV1>`
    select ${sql.raw(itemText)}, i.description, i.cycle_id as cycle,
      jsonb_build_object('id', s.id, 'name', s.name, 'color', s.color, 'group', s."group") as state,
      (
        select mi.module_id from module_items mi where mi.work_item_id = i.id and mi.is_live
        order by mi.module_id limit 1
      ) as module
    from work_items i join states s on s.id = i.state_id
    where i.id = any(${[...ids]}::uuid[]) and ${inProject(member, 'i')}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export const usesIntake = async (db: Db, member: ProjectMember) => {
  const project = await db
    .selectFrom('projects')
    .select('intake_view')
    .where('id', '=', member.project_id)
    .where(inWorkspace(member))
    .executeTakeFirst()
  return project?.intake_view ?? false
}
