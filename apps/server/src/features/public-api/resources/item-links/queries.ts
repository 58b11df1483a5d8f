import type { Slice } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { auditColumns, type Db } from '#kernel/database/schema.ts'
import { inProject } from '#product/scope-queries.ts'
import type { Order } from '../../kit/ordering-queries.ts'
import { pageOf } from '../../kit/paging-queries.ts'

const linksOf = (db: Db, member: ProjectMember, work_item_id: string) =>
  db
    .selectFrom('work_item_links as l')
    .select(auditColumns.map((name) => `l.${name}` as const))
    .select(['l.id', 'l.title', 'l.url', 'l.metadata'])
    .select(['l.work_item_id as issue', 'l.project_id as project', 'l.workspace_id as workspace'])
    .where('l.work_item_id', '=', work_item_id)
    .where(inProject(member, 'l'))

export const listLinks = (
  db: Db,
  member: ProjectMember,
  work_item_id: string,
  order: Order,
  slice: Slice,
) => pageOf(linksOf(db, member, work_item_id), order, slice)

export const findLink = (db: Db, member: ProjectMember, work_item_id: string, id: string) =>
  linksOf(db, member, work_item_id).where('l.id', '=', id).executeTakeFirst()
