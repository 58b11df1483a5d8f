import { GUEST, pageAccess, type StatusUpdate } from '@cairn/contract'
import { type ColumnType, type Generated, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { inWorkspace } from '#product/scope-queries.ts'
import { nameOfProperty } from '#product/work-item-property-queries.ts'

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

export const PAGE_MENTION = 'in_app:pages:mentioned'

/**
 * The same as `not is_notified`, written so that no partial index matches. Statistics show hardly any
 * such rows, so the planner would scan that index once per item, which takes seconds for a thousand
 * changes at once. Without it, each is looked up by its item.
 */
const isNotNotified = (of: string) => sql<boolean>`${sql.ref(`${of}.is_notified`)}::int = 0`

/**
 * Claims the oldest changes not yet notified, each by the first of its rows: the rows of one
 * request are processed together, by one node. Other nodes skip claimed changes, and find them
 * notified afterwards.
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

/** A history row with what notifications quote. */
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
  property_name: string | null
  epoch: number | null
  /** Unix time in seconds. */
  at: number
}

/** All rows of the claimed changes. */
export const listClaimed = async (tx: Tx, firsts: readonly string[]) => {
  const { rows } = await sql<PendingActivity>`
    select a.id, a.work_item_id, a.actor_id, a.verb, a.field, a.old_value, a.new_value,
      a.old_identifier, a.new_identifier, a.comment, a.comment_id,
      ${nameOfProperty('a')} as property_name, a.epoch,
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

/** The current item. */
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

/** The initial descriptions of new items that mention users. */
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
  /** In seconds; null for users who are only mentioned. */
  follows_since: number | null
}

/**
 * Users who are subscribed to these items or mentioned there, are project members, and may see the
 * item.
 */
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

/** Continued edits share one history row: users it mentioned before were notified then. */
export const listNotifiedMentions = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<{ receiver_id: string; activity_id: string }>`
    select receiver_id, data -> 'issue_activity' ->> 'id' as activity_id from notifications
    where entity_identifier = any(${[...ids]}::uuid[])
      and sender = 'in_app:issue_activities:mentioned'`.execute(tx)
  return rows
}

export const listNames = async (tx: Db, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string; display_name: string }>`
    select id, display_name from users where id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows
}

/** The text of comments that still exist. */
export const listTexts = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string; comment_stripped: string; is_reply: boolean }>`
    select id, comment_stripped, parent_id is not null as is_reply from comments
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

/** A statement can have at most 65,535 parameters. */
const BATCH = 1000

export const insertNotifications = async (db: Db, notifications: readonly NewNotification[]) => {
  const ids: string[] = []
  for (let n = 0; n < notifications.length; n += BATCH) {
    const rows = notifications.slice(n, n + BATCH).map(({ message, data, ...plain }) => ({
      ...plain,
      created_by: plain.triggered_by_id,
      message: message === null ? null : JSON.stringify(message),
      data: JSON.stringify(data),
      // Ascending times, so that an inbox has an order.
      created_at: sql<string>`clock_timestamp()`,
      updated_at: now,
    }))
    const inserted = await db.insertInto('notifications').values(rows).returning('id').execute()
    ids.push(...inserted.map(({ id }) => id))
  }
  return ids
}

/** The text is read from the update, so that an inbox shows the current one. */
export const insertUpdateNotifications = async (
  tx: Tx,
  { id, workspace, project_id, created_by }: StatusUpdate,
  receiver_ids: readonly string[],
) => {
  const { rows } = await sql<{ id: string; workspace_id: string; receiver_id: string }>`
    insert into notifications (workspace_id, project_id, entity_name, entity_identifier,
      receiver_id, triggered_by_id, created_by, sender)
    select ${workspace}, ${project_id}, 'status_update', ${id}, r.user_id, ${created_by},
      ${created_by}, 'in_app:status_updates:posted'
    from unnest(${[...receiver_ids]}::uuid[]) as r (user_id)
    returning id, workspace_id, receiver_id`.execute(tx)
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

export interface PausedRecurrence {
  workspace_id: string
  project_id: string
  template_id: string
  reason: 'failed' | 'left'
}

/** The template is read where the inbox is, so that it shows the current name. */
export const insertRecurrenceNotifications = async (
  tx: Tx,
  { workspace_id, project_id, template_id, reason }: PausedRecurrence,
  receiver_ids: readonly string[],
) => {
  const { rows } = await sql<{ id: string; workspace_id: string; receiver_id: string }>`
    insert into notifications (workspace_id, project_id, entity_name, entity_identifier,
      receiver_id, sender, data)
    select ${workspace_id}, ${project_id}, 'item_template', ${template_id}, r.user_id,
      'in_app:item_templates:paused', ${JSON.stringify({ reason })}::jsonb
    from unnest(${[...receiver_ids]}::uuid[]) as r (user_id)
    returning id, workspace_id, receiver_id`.execute(tx)
  return rows
}

export interface PageReceiver {
  user_id: string
  project_id: string
  actor_id: string | undefined
}

/** The page name is read from the page, so that an inbox shows the current one. */
export const insertPageNotifications = async (
  tx: Tx,
  { workspace_id }: Pick<Member, 'workspace_id'>,
  { id, name }: { id: string; name: string },
  receivers: readonly PageReceiver[],
  data: { comment_id?: string | undefined },
) => {
  const message = `You have been mentioned in the page ${name || 'Untitled'}`
  const { rows } = await sql<{ id: string; workspace_id: string; receiver_id: string }>`
    insert into notifications (workspace_id, project_id, entity_name, entity_identifier,
      receiver_id, triggered_by_id, created_by, sender, message, data)
    select ${workspace_id}, r.project_id, 'page', ${id}, r.user_id, r.actor_id, r.actor_id,
      ${PAGE_MENTION}, to_jsonb(${message}::text), ${JSON.stringify(data)}::jsonb
    from jsonb_to_recordset(${JSON.stringify(receivers)}::jsonb)
      as r (user_id uuid, project_id uuid, actor_id uuid)
    returning id, workspace_id, receiver_id`.execute(tx)
  return rows
}

/**
 * Whether the receiver wants this one, by the preference for its kind. `p` are the receiver's
 * preferences for mails or for devices.
 */
export const isWanted = sql`
  case
    when n.sender in ('in_app:issue_activities:mentioned', ${sql.lit(PAGE_MENTION)}) then p.mention
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

/** Takes everything queued for a receiver and item once the first entry is this old. */
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

/** A notification with what its mail needs. */
export interface News {
  receiver_id: string
  work_item_id: string
  actor_id: string | null
  is_mention: boolean
  title: string
  activity: Pick<
    PendingActivity,
    'verb' | 'field' | 'old_value' | 'new_value' | 'new_identifier'
  > & { property_name?: string }
  created_at: string
}

/** In inbox order. Skips those switched off or deleted while queued. */
export const listNews = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<News>`
    select n.receiver_id, n.entity_identifier as work_item_id, n.triggered_by_id as actor_id,
      n.sender = 'in_app:issue_activities:mentioned' as is_mention, n.title,
      n.data -> 'issue_activity' as activity, n.created_at
    from notifications n
    join notification_preferences p on p.user_id = n.receiver_id
    where n.id = any(${[...ids]}::uuid[]) and n.deleted_at is null and ${isWanted}
      and n.entity_name <> 'page'
    order by n.created_at, n.id`.execute(tx)
  return rows
}

/** A mention in a page with what its mail needs: the current page. */
export interface PageNews {
  receiver_id: string
  page_id: string
  workspace_id: string
  slug: string
  name: string
  project_id: string
  project_name: string
  actor_name: string | null
  in_comment: boolean
  created_at: string
}

/** Those about pages their receivers may still read. */
export const listPageNews = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<PageNews>`
    select n.receiver_id, pg.id as page_id, n.workspace_id, w.slug, pg.name, p.id as project_id,
      p.name as project_name, a.display_name as actor_name, n.data ? 'comment_id' as in_comment,
      n.created_at
    from notifications n
    join notification_preferences pr on pr.user_id = n.receiver_id and pr.mention
    join pages pg on pg.id = n.entity_identifier and pg.deleted_at is null
    join workspaces w on w.id = n.workspace_id and w.deleted_at is null
    join project_pages pp on pp.page_id = pg.id and pp.project_id = n.project_id
    join projects p on p.id = n.project_id and p.deleted_at is null and p.archived_at is null
    join project_members pm on pm.project_id = p.id and pm.user_id = n.receiver_id
      and pm.is_active and pm.deleted_at is null
    left join users a on a.id = n.triggered_by_id
    where n.id = any(${[...ids]}::uuid[]) and n.deleted_at is null and n.entity_name = 'page'
      and (pg.owned_by = n.receiver_id or (pg.access = ${pageAccess.public}
        and (pm.role > ${GUEST} or p.guest_view_all_features)))
    order by n.created_at, n.id`.execute(tx)
  return rows
}

export interface Addressee {
  id: string
  email: string
  user_timezone: string
  language: string | null
}

export const listAddressees = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<Addressee>`
    select u.id, u.email, u.user_timezone, p.language from users u
    left join profiles p on p.user_id = u.id
    where u.id = any(${[...ids]}::uuid[]) and u.is_active and not u.is_bot`.execute(tx)
  return rows
}

/** The current text of comments that still exist. */
export const listCommentTexts = async (tx: Db, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string; comment_html: string; is_reply: boolean }>`
    select id, comment_html, parent_id is not null as is_reply from comments
    where id = any(${[...ids]}::uuid[]) and deleted_at is null`.execute(tx)
  return rows
}
