import type { PossibleSubscriber, Subscription } from '@cairn/contract'
import { type Generated, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { userLite } from '#product/lite-shape-queries.ts'
import { inProject, visibleInProject } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    work_item_subscribers: {
      id: Generated<string>
      work_item_id: string
      user_id: string
      created_at: Generated<string>
      created_by: string | null
    }
  }
}

/** Does nothing if the user is subscribed already. */
export const insertSubscriber = async (
  db: Db,
  { workspace_id, project_id, user_id }: ProjectMember,
  work_item_id: string,
  subscriber: string,
) => {
  const { rows } = await sql<Subscription>`
    insert into work_item_subscribers (work_item_id, user_id, created_by)
    values (${work_item_id}, ${subscriber}, ${user_id})
    on conflict do nothing
    returning id, work_item_id as issue, user_id as subscriber, ${project_id}::uuid as project,
      ${workspace_id}::uuid as workspace, created_at, created_at as updated_at, created_by,
      null as updated_by, null as deleted_at`.execute(db)
  return rows[0]
}

export const deleteSubscriber = async (db: Db, work_item_id: string, user_id: string) => {
  const { rows } = await sql<{ id: string }>`
    delete from work_item_subscribers
    where work_item_id = ${work_item_id} and user_id = ${user_id} returning id`.execute(db)
  return rows[0]
}

/** All project members by name, and whether each is subscribed. */
export const listPossibleSubscribers = (
  db: Db,
  member: ProjectMember,
  work_item_id: string,
): Promise<PossibleSubscriber[]> =>
  db
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', userLite('u').as('member')])
    .select(
      sql<boolean>`exists (select from work_item_subscribers f
        where f.work_item_id = ${work_item_id} and f.user_id = m.user_id)`.as('is_subscribed'),
    )
    .where(inProject(member, 'm'))
    .where('m.is_active', '=', true)
    .where('u.is_bot', '=', false)
    .orderBy(sql`lower(u.display_name)`)
    .orderBy('m.id')
    .execute()

/** Those of these items that the member may see. */
export const listVisible = (db: Db, member: ProjectMember, ids: readonly string[]) =>
  db
    .selectFrom('work_items')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where(visibleInProject(member))
    .execute()

export const subscribeToAll = (
  tx: Tx,
  { user_id }: ProjectMember,
  work_item_ids: readonly string[],
) =>
  sql`
    insert into work_item_subscribers (work_item_id, user_id, created_by)
    select item, ${user_id}, ${user_id} from unnest(${[...work_item_ids]}::uuid[]) item
    on conflict do nothing`.execute(tx)
