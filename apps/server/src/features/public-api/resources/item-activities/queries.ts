import type { Slice } from '@cairn/contract'
import { sql } from 'kysely'
import { discussionFields } from '#features/own-activities/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import type { Order } from '../../kit/ordering-queries.ts'
import { pageOf } from '../../kit/paging-queries.ts'

/** Changes only; comments are stored elsewhere. */
const activitiesOf = (db: Db, { project_id }: ProjectMember, work_item_id: string) =>
  db
    .selectFrom('activities as a')
    .select(['a.id', 'a.verb', 'a.field', 'a.old_value', 'a.new_value', 'a.comment'])
    .select(['a.old_identifier', 'a.new_identifier', 'a.work_item_id as issue'])
    .select(['a.comment_id as issue_comment', 'a.actor_id as actor', 'a.project_id as project'])
    .select(['a.workspace_id as workspace', 'a.created_at', 'a.created_at as updated_at'])
    .select([
      sql<number | null>`trunc(a.epoch)`.as('epoch'),
      sql<string[]>`'{}'::text[]`.as('attachments'),
      sql<null>`null`.as('deleted_at'),
    ])
    .where('a.work_item_id', '=', work_item_id)
    .where('a.project_id', '=', project_id)
    .where(sql<boolean>`coalesce(a.field, '') <> all (${discussionFields}::text[])`)

export const listActivities = (
  db: Db,
  member: ProjectMember,
  work_item_id: string,
  order: Order,
  slice: Slice,
) => pageOf(activitiesOf(db, member, work_item_id), order, slice)

export const findActivity = (db: Db, member: ProjectMember, work_item_id: string, id: string) =>
  activitiesOf(db, member, work_item_id).where('a.id', '=', id).executeTakeFirst()
