import { GUEST, type StatusUpdate } from '@cairn/contract'
import { type ColumnType, type Generated, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { inWorkspace } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    notifications: Row & {
      workspace_id: string
      project_id: string | null
      entity_name: string
      entity_identifier: string | null
      receiver_id: string
      triggered_by_id: string | null
      sender: string
      title: string
      message: ColumnType<string | null, string | null, never>
      data: ColumnType<object, string, never>
      read_at: ColumnType<string | null, undefined, string | null>
      snoozed_till: ColumnType<string | null, undefined, string | null>
      archived_at: ColumnType<string | null, undefined, string | null>
    }
    notification_mails: {
      notification_id: string
      receiver_id: string
      work_item_id: string
      created_at: Generated<string>
    }
  }
}

/**
 * The same as `not is_notified`, written so that no partial index matches. Statistics show hardly any
 * such rows, so the planner would scan that index once per item, which takes seconds for a thousand
 * changes at once. Without it, each is looked up by its item.
 */
const isNotNotified = (of: string) => sql<boolean>`${sql.ref(`${of}.is_notified`)}::int = 0`

/**
 * Takes the oldest changes nobody was told of yet, each by the first of its rows: what one request
 * wrote is told together, and by one node. Others skip what is taken, and find it told afterwards.
 */
export const claimChanges = async (tx: Tx, most: number) => {
  const { rows } = await claiming(most).execute(tx)
  return rows.map(({ id }) => id)
}

export const claiming = (most: number) => sql<{ id: string }>`
    with oldest as (
      select work_item_id, actor_id, epoch from activities
      where not is_notified and work_item_id is not null order by created_at limit ${most}
    ), firsts as (
      select distinct on (a.work_item_id, a.actor_id, a.epoch) a.id
      from (select distinct * from oldest) o
      join activities a on a.work_item_id = o.work_item_id and ${isNotNotified('a')}
        and a.epoch is not distinct from o.epoch and a.actor_id is not distinct from o.actor_id
      order by a.work_item_id, a.actor_id, a.epoch, a.id
    )
    select id from activities t where id = any(array(select id from firsts)) and ${isNotNotified('t')}
    for update skip locked`

/** One row of the history, as notifications quote it. */
export interface PendingActivity {
  id: string
  work_item_id: string
  actor_id: string | null
  verb: string
  field: string | null
  old_value: string | null
  new_value: string | null
  old_identifier: string | null
  new_identifier: string | null
  comment: string
  comment_id: string | null
  epoch: number | null
  /** When, in seconds. */
  at: number
}

/** All rows of the changes taken. */
export const listClaimed = async (tx: Tx, firsts: readonly string[]) => {
  const { rows } = await sql<PendingActivity>`
    select a.id, a.work_item_id, a.actor_id, a.verb, a.field, a.old_value, a.new_value,
      a.old_identifier, a.new_identifier, a.comment, a.comment_id, a.epoch,
      extract(epoch from a.created_at)::float8 as at
    from activities f
    join activities a on a.work_item_id = f.work_item_id and ${isNotNotified('a')}
      and a.epoch is not distinct from f.epoch and a.actor_id is not distinct from f.actor_id
    where f.id = any(${[...firsts]}::uuid[])
    order by a.created_at, a.id
    for update of a`.execute(tx)
  return rows
}

export const markNotified = (tx: Tx, ids: readonly string[]) =>
  sql`update activities set is_notified = true where id = any(${[...ids]}::uuid[])`.execute(tx)

/** An item as it is now. */
export interface Subject {
  id: string
  workspace_id: string
  project_id: string
  name: string
  sequence_id: number
  created_by: string | null
  is_epic: boolean
  identifier: string
  project_name: string
  slug: string
  state_name: string
  state_group: string
  assignee_ids: string[]
}

export const listSubjects = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<Subject>`
    select i.id, i.workspace_id, i.project_id, i.name, i.sequence_id, i.created_by, i.is_epic,
      p.identifier, p.name as project_name, w.slug, s.name as state_name, s."group" as state_group,
      array(
        select user_id from work_item_assignees a where a.work_item_id = i.id and a.is_live
      ) as assignee_ids
    from work_items i
    join projects p on p.id = i.project_id and p.deleted_at is null
    join workspaces w on w.id = i.workspace_id and w.deleted_at is null
    join states s on s.id = i.state_id
    where i.id = any(${[...ids]}::uuid[]) and i.deleted_at is null`.execute(tx)
  return rows
}

/** The descriptions new items were born with, of those that mention anybody. */
export const listFirstDescriptions = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string; html: string }>`
    select i.id, coalesce((
      select a.old_value from activities a
      where a.work_item_id = i.id and a.field = 'description' order by a.created_at limit 1
    ), i.description_html) as html
    from work_items i where i.id = any(${[...ids]}::uuid[])
      and exists (select from work_item_mentions m where m.work_item_id = i.id)`.execute(tx)
  return rows
}

interface Mention {
  work_item_id: string
  user_id: string
}

export interface Receiver extends Mention {
  /** In seconds; null for whom a mention alone brings here. */
  follows_since: number | null
}

/** Who follows these items or is mentioned there, is in the project, and may see the item. */
export const listReceivers = async (
  tx: Tx,
  ids: readonly string[],
  mentioned: readonly Mention[],
) => {
  const { rows } = await sql<Receiver>`
    select c.work_item_id, c.user_id,
      extract(epoch from min(c.created_at))::float8 as follows_since
    from (
      select work_item_id, user_id, created_at from work_item_subscribers
      where work_item_id = any(${[...ids]}::uuid[])
      union all
      select m.work_item_id, m.user_id, null
      from jsonb_to_recordset(${JSON.stringify(mentioned)}::jsonb)
        as m (work_item_id uuid, user_id uuid)
    ) c
    join work_items i on i.id = c.work_item_id
    join projects p on p.id = i.project_id
    join project_members pm on pm.project_id = i.project_id and pm.user_id = c.user_id
      and pm.is_active and pm.deleted_at is null
    join users u on u.id = c.user_id and u.is_active
    where pm.role > ${GUEST} or p.guest_view_all_features or i.created_by = c.user_id
    group by c.work_item_id, c.user_id
    order by c.work_item_id, c.user_id`.execute(tx)
  return rows
}

/** Who goes on writing keeps one row of history: whom it mentioned before was told then. */
export const listNotifiedMentions = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<{ receiver_id: string; activity_id: string }>`
    select receiver_id, data -> 'issue_activity' ->> 'id' as activity_id from notifications
    where entity_identifier = any(${[...ids]}::uuid[])
      and sender = 'in_app:issue_activities:mentioned'`.execute(tx)
  return rows
}

export const listNames = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string; display_name: string }>`
    select id, display_name from users where id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows
}

/** The text of comments that are still there. */
export const listTexts = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string; comment_stripped: string }>`
    select id, comment_stripped from comments
    where id = any(${[...ids]}::uuid[]) and deleted_at is null`.execute(tx)
  return rows
}

export interface NewNotification {
  workspace_id: string
  project_id: string
  entity_name: 'issue' | 'epic'
  entity_identifier: string
  receiver_id: string
  triggered_by_id: string | null
  sender: string
  title: string
  message: string | null
  data: object
}

/** A statement holds 65,535 values. */
const BATCH = 1000

export const insertNotifications = async (db: Db, notifications: readonly NewNotification[]) => {
  const ids: string[] = []
  for (let n = 0; n < notifications.length; n += BATCH) {
    const rows = notifications.slice(n, n + BATCH).map(({ message, data, ...plain }) => ({
      ...plain,
      created_by: plain.triggered_by_id,
      message: message === null ? null : JSON.stringify(message),
      data: JSON.stringify(data),
      // One after the other, so that an inbox has an order.
      created_at: sql<string>`clock_timestamp()`,
      updated_at: now,
    }))
    const inserted = await db.insertInto('notifications').values(rows).returning('id').execute()
    ids.push(...inserted.map(({ id }) => id))
  }
  return ids
}

/** What it says is read with the update, so that an inbox shows it as it is now. */
export const insertUpdateNotifications = async (
  tx: Tx,
  { id, workspace, project_id, created_by }: StatusUpdate,
  receiver_ids: readonly string[],
) => {
  const { rows } = await sql<{ workspace_id: string; receiver_id: string }>`
    insert into notifications (workspace_id, project_id, entity_name, entity_identifier,
      receiver_id, triggered_by_id, created_by, sender)
    select ${workspace}, ${project_id}, 'status_update', ${id}, r.user_id, ${created_by},
      ${created_by}, 'in_app:status_updates:posted'
    from unnest(${[...receiver_ids]}::uuid[]) as r (user_id)
    returning workspace_id, receiver_id`.execute(tx)
  return rows
}

export const removeUpdateNotifications = async (tx: Tx, member: Member, update_id: string) => {
  const { rows } = await sql<{ workspace_id: string; receiver_id: string }>`
    update notifications set deleted_at = now()
    where entity_identifier = ${update_id} and entity_name = 'status_update'
      and ${inWorkspace(member)}
    returning workspace_id, receiver_id`.execute(tx)
  return rows
}

/** Whether the receiver wants this one by mail: one switch decides, and none stands in for another. */
const isWanted = sql`
  case
    when n.sender = 'in_app:issue_activities:mentioned' then p.mention
    when n.data -> 'issue_activity' ->> 'field' = 'comment' then p.comment
    when n.data -> 'issue_activity' ->> 'field' = 'state' then p.state_change or (
      p.issue_completed and exists (
        select from states s where s."group" = 'completed'
          and s.id = (n.data -> 'issue_activity' ->> 'new_identifier')::uuid
      )
    )
    else p.property_change
  end`

export const queueForMail = (tx: Tx, ids: readonly string[]) =>
  sql`
    insert into notification_mails (notification_id, receiver_id, work_item_id)
    select n.id, n.receiver_id, n.entity_identifier from notifications n
    join notification_preferences p on p.user_id = n.receiver_id
    where n.id = any(${[...ids]}::uuid[]) and ${isWanted}`.execute(tx)

/** For one node at a time: two would each mail a part of what belongs together. */
export const lockMailQueue = async (tx: Tx) => {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('notification mails', 0)) as is_ours`.execute(
    tx,
  )
  return rows[0]?.is_ours ?? false
}

/** Takes all that waits for some receiver about some item, once the first of it is this old. */
export const takeQueued = async (tx: Tx, minutes: number, most: number) => {
  const { rows } = await sql<{ notification_id: string }>`
    delete from notification_mails m using (
      select receiver_id, work_item_id from notification_mails
      group by receiver_id, work_item_id
      having min(created_at) <= now() - make_interval(mins => ${minutes})
      order by min(created_at) limit ${most}
    ) due
    where m.receiver_id = due.receiver_id and m.work_item_id = due.work_item_id
    returning m.notification_id`.execute(tx)
  return rows.map(({ notification_id }) => notification_id)
}

/** A notification as its mail reads it. */
export interface News {
  receiver_id: string
  work_item_id: string
  actor_id: string | null
  is_mention: boolean
  title: string
  activity: Pick<PendingActivity, 'verb' | 'field' | 'old_value' | 'new_value' | 'new_identifier'>
  created_at: string
}

/** In the order of an inbox. A switch turned off, or a row removed, while it waited counts. */
export const listNews = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<News>`
    select n.receiver_id, n.entity_identifier as work_item_id, n.triggered_by_id as actor_id,
      n.sender = 'in_app:issue_activities:mentioned' as is_mention, n.title,
      n.data -> 'issue_activity' as activity, n.created_at
    from notifications n
    join notification_preferences p on p.user_id = n.receiver_id
    where n.id = any(${[...ids]}::uuid[]) and n.deleted_at is null and ${isWanted}
    order by n.created_at, n.id`.execute(tx)
  return rows
}

export interface Addressee {
  id: string
  email: string
  user_timezone: string
}

export const listAddressees = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<Addressee>`
    select id, email, user_timezone from users
    where id = any(${[...ids]}::uuid[]) and is_active and not is_bot`.execute(tx)
  return rows
}

/** Comments that are still there, as they are now. */
export const listCommentTexts = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string; comment_html: string }>`
    select id, comment_html from comments
    where id = any(${[...ids]}::uuid[]) and deleted_at is null`.execute(tx)
  return rows
}
