import type { Slice } from '@cairn/contract'
import type { External } from '@cairn/contract/v1'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { auditColumns, type Db } from '#kernel/database/schema.ts'
import { inProject } from '#product/scope-queries.ts'
import type { Order } from '../../kit/ordering-queries.ts'
import { pageOf } from '../../kit/paging-queries.ts'

const commentsOf = (db: Db, member: ProjectMember, work_item_id: string) =>
  db
    .selectFrom('comments as c')
    .select(auditColumns.map((name) => `c.${name}` as const))
    .select(['c.id', 'c.comment_html', 'c.comment_stripped', 'c.access', 'c.attachments'])
    .select(['c.external_source', 'c.external_id', 'c.edited_at', 'c.actor_id as actor'])
    .select(['c.work_item_id as issue', 'c.project_id as project', 'c.workspace_id as workspace'])
    .select(['c.parent_id as parent', sql<boolean>`true`.as('is_member')])
    .where('c.work_item_id', '=', work_item_id)
    .where(inProject(member, 'c'))

export const listComments = (
  db: Db,
  member: ProjectMember,
  work_item_id: string,
  order: Order,
  slice: Slice,
) => pageOf(commentsOf(db, member, work_item_id), order, slice)

export const findComment = (db: Db, member: ProjectMember, work_item_id: string, id: string) =>
  commentsOf(db, member, work_item_id).where('c.id', '=', id).executeTakeFirst()

/** Of any item. */
export const findCommentByExternalId = (
  db: Db,
  member: ProjectMember,
  { external_source = null, external_id = null }: External,
) =>
  db
    .selectFrom('comments')
    .select('id')
    .where('external_source', '=', external_source)
    .where('external_id', '=', external_id)
    .where(inProject(member))
    .executeTakeFirst()
