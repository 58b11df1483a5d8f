import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { sendAhead } from '#kernel/database/send-ahead.ts'

/** Existing subscriptions stay as they are. */
export const subscribe = async (
  tx: Tx,
  { user_id: created_by }: ProjectMember,
  work_item_id: string,
  people: readonly string[],
) => {
  if (people.length === 0) return
  const query = sql`
    insert into work_item_subscribers (work_item_id, user_id, created_by)
    select ${work_item_id}, person, ${created_by} from unnest(${[...people]}::uuid[]) person
    on conflict do nothing`
  await sendAhead(tx, query)
}

/** Those of these users who are project members now. */
export const activeAmong = async (
  db: Db,
  { project_id }: ProjectMember,
  people: readonly string[],
) => {
  if (people.length === 0) return []
  const { rows } = await sql<{ user_id: string }>`
    select user_id from project_members
    where project_id = ${project_id} and user_id = any(${[...people]}::uuid[])
      and is_active and deleted_at is null`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/**
 * A mention subscribes users, except the item's creator and assignees: they unsubscribed by choice.
 */
export const subscribeMentioned = async (
  tx: Tx,
  { user_id: created_by }: ProjectMember,
  work_item_id: string,
  people: readonly string[],
) => {
  if (people.length === 0) return
  await sql`
    insert into work_item_subscribers (work_item_id, user_id, created_by)
    select i.id, person, ${created_by}
    from work_items i cross join unnest(${[...people]}::uuid[]) person
    where i.id = ${work_item_id} and i.created_by is distinct from person and not exists (
      select from work_item_assignees a where a.work_item_id = i.id and a.user_id = person
    )
    on conflict do nothing`.execute(tx)
}

export const deleteMentions = (tx: Tx, work_item_id: string, people: readonly string[]) =>
  sql`
    delete from work_item_mentions
    where work_item_id = ${work_item_id} and user_id = any(${people}::uuid[])`.execute(tx)

export const insertMentions = (tx: Tx, work_item_id: string, people: readonly string[]) =>
  sql`
    insert into work_item_mentions (work_item_id, user_id)
    select ${work_item_id}, unnest(${people}::uuid[]) on conflict do nothing`.execute(tx)
