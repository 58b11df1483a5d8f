import { sql } from 'kysely'
import { activityColumns, discussionFields } from '#features/own-activities/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { maybeUserLite } from '#product/lite-shape-queries.ts'

/** Changes, oldest first; comments are stored elsewhere. */
export const listActivities = (
  db: Db,
  { project_id }: ProjectMember,
  ids: readonly string[],
  since: string | null,
) =>
  db
    .selectFrom('activities as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .select(activityColumns)
    .select(['a.actor_id as actor', maybeUserLite('u').as('actor_detail')])
    .where(sql<boolean>`a.work_item_id = any(${[...ids]}::uuid[])`)
    .where('a.project_id', '=', project_id)
    .where(sql<boolean>`coalesce(a.field, '') <> all (${discussionFields}::text[])`)
    .$if(since !== null, (activities) => activities.where('a.created_at', '>', since ?? ''))
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute()
