import { GUEST, type Notification, type NotificationKind, type Slice } from '@cairn/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { maybeUserLite } from '#product/lite-shape-queries.ts'
import { inWorkspace, visibleAcross, visiblePages, visibleUpdates } from '#product/scope-queries.ts'
import { PAGE_MENTION } from './queries.ts'

/** Which part of an inbox is requested. */
export interface Narrowing {
  /** The user's relation to the item; empty: any. */
  kinds: readonly NotificationKind[]
  snoozed: boolean
  archived: boolean
  read?: boolean | undefined
  /** Undefined: mentions and the rest. */
  mentioned?: boolean | undefined
}

const MENTIONED = 'in_app:issue_activities:mentioned'
const isMention = sql<boolean>`(n.sender in (${sql.lit(MENTIONED)}, ${sql.lit(PAGE_MENTION)}))`

const isUpdate = sql<SqlBool>`n.entity_name = 'status_update'`
const isPage = sql<SqlBool>`n.entity_name = 'page'`
const isTemplate = sql<SqlBool>`n.entity_name = 'item_template'`

/** Members of the project use its templates. */
const visibleTemplates = ({ user_id }: Member) => sql<SqlBool>`it.deleted_at is null and exists (
  select from project_members tm join projects tp on tp.id = tm.project_id
  where tm.project_id = it.project_id and tm.user_id = ${user_id} and tm.is_active
    and tm.deleted_at is null and tm.role > ${GUEST} and tp.deleted_at is null)`

/**
 * Only notifications about items, updates, pages and templates the user may still see: users who
 * left a project, or now see only their own items there, no longer see earlier ones. Needs
 * `work_items as i`, `status_updates as su`, `pages as pg` and `item_templates as it`.
 */
const ownedBy = (member: Member) => sql<SqlBool>`
  ${inWorkspace(member, 'n')} and n.receiver_id = ${member.user_id}
  and case when ${isUpdate} then ${visibleUpdates(member)}
    when ${isPage} then ${visiblePages(member)}
    when ${isTemplate} then ${visibleTemplates(member)}
    else i.deleted_at is null and ${visibleAcross(member, 'i')} end`

const inbox = sql`notifications n
  left join work_items i on i.id = n.entity_identifier and not ${isUpdate} and not ${isPage}
    and not ${isTemplate}
  left join item_templates it on it.id = n.entity_identifier and ${isTemplate}
  left join pages pg on pg.id = n.entity_identifier and ${isPage}
  left join status_updates su on su.id = n.entity_identifier and ${isUpdate}`

const isAssigned = ({ user_id }: Member) => sql<SqlBool>`exists (
  select from work_item_assignees a
  where a.work_item_id = i.id and a.user_id = ${user_id} and a.is_live)`

const concerns: Record<NotificationKind, (member: Member) => RawBuilder<SqlBool>> = {
  assigned: isAssigned,
  created: ({ user_id }) => sql`i.created_by = ${user_id}`,
  subscribed: (member) => sql`(
    ${isUpdate} or ${isTemplate} or (i.created_by is distinct from ${member.user_id}
      and not ${isAssigned(member)} and exists (
        select from work_item_subscribers f
        where f.work_item_id = i.id and f.user_id = ${member.user_id})))`,
}

const isSnoozed = sql<SqlBool>`(n.snoozed_till is not null and n.snoozed_till > now())`

function narrowed(member: Member, asked: Narrowing): RawBuilder<SqlBool> {
  const { kinds, snoozed, archived, read, mentioned } = asked
  const conditions = [
    sql<SqlBool>`${isSnoozed} = ${snoozed}`,
    archived ? sql`n.archived_at is not null` : sql`n.archived_at is null`,
  ]
  if (read !== undefined) conditions.push(sql`(n.read_at is not null) = ${read}`)
  if (mentioned !== undefined) conditions.push(sql`${isMention} = ${mentioned}`)
  if (kinds.length > 0) {
    const reasons = kinds.map((kind) => concerns[kind](member))
    conditions.push(sql`(${sql.join(reasons, sql` or `)})`)
  }
  // The contract's rule: "created by me" returns nothing for guests, also combined with other kinds.
  if (kinds.includes('created') && member.workspace_role <= GUEST) conditions.push(sql`false`)
  return sql.join(conditions, sql` and `)
}

/** The entity of an update: its epic, project or initiative. */
const ofUpdate = sql`
  left join work_items ue on ue.id = su.work_item_id
  left join projects up on up.id = su.project_id
  left join initiatives un on un.id = su.initiative_id`

const data = sql`
  case when ${isUpdate} then jsonb_build_object('update', jsonb_build_object(
    'id', su.id, 'health', su.health, 'text', su.text,
    'name', coalesce(ue.name, up.name, un.name),
    'key', case when ue.id is not null then up.identifier || '-' || ue.sequence_id end,
    'project_id', su.project_id, 'initiative_id', su.initiative_id))
  when ${isPage} then jsonb_build_object('page', jsonb_build_object(
    'id', pg.id, 'name', pg.name, 'comment_id', n.data -> 'comment_id',
    -- It may have moved: where the reader finds it now.
    'project_id', coalesce((
      select pp.project_id from project_pages pp
      join project_members pm on pm.project_id = pp.project_id and pm.user_id = n.receiver_id
        and pm.is_active and pm.deleted_at is null
      where pp.page_id = pg.id order by (pp.project_id = n.project_id) desc limit 1
    ), n.project_id)))
  when ${isTemplate} then jsonb_build_object('recurrence', jsonb_build_object(
    'template_id', it.id, 'name', it.name, 'project_id', it.project_id, 'project_name', (
      select tp.name from projects tp where tp.id = it.project_id
    ), 'reason', n.data -> 'reason'))
  else n.data end as data`

/** Pending, snoozed or a duplicate: opened in intake. */
const isInIntake = sql<boolean>`exists (
  select from intake_items q
  where q.work_item_id = i.id and q.status in (-2, 0, 2) and q.deleted_at is null)`

/** The text of a mention or change. */
const sentence = sql<string>`coalesce(nullif(n.message #>> '{}', ''), n.title)`
const asHtml = (text: RawBuilder<string>) =>
  sql<string>`'<p>' || replace(replace(replace(${text}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') || '</p>'`

const columns = sql`
  n.id, n.workspace_id as workspace, n.project_id as project, n.entity_name, n.entity_identifier,
  n.title, n.message #>> '{}' as message, ${asHtml(sentence)} as message_html,
  ${sentence} as message_stripped,
  n.sender, n.triggered_by_id as triggered_by, n.receiver_id as receiver, ${data},
  n.read_at, n.snoozed_till, n.archived_at,
  n.created_at, n.updated_at, n.created_by, n.updated_by, n.deleted_at,
  ${maybeUserLite('u')} as triggered_by_details, ${isInIntake} as is_inbox_issue,
  ${isInIntake} as is_intake_issue, ${isMention} as is_mentioned_notification`

export const listNotifications = async (
  db: Db,
  member: Member,
  asked: Narrowing,
  { size, page }: Slice,
  direction: 'asc' | 'desc',
) => {
  const order = sql.raw(direction)
  const { rows } = await sql<Notification>`
    select ${columns} from ${inbox} ${ofUpdate} left join users u on u.id = n.triggered_by_id
    where ${ownedBy(member)} and ${narrowed(member, asked)}
    order by n.created_at ${order}, n.id ${order}
    limit ${size} offset ${page * size}`.execute(db)
  return rows
}

export const countNotifications = async (db: Db, member: Member, asked: Narrowing) => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${inbox}
    where ${ownedBy(member)} and ${narrowed(member, asked)}`.execute(db)
  return rows[0]?.total ?? 0
}

export const countUnread = async (db: Db, member: Member) => {
  const { rows } = await sql<{ total: number; mentions: number }>`
    select count(*) filter (where not ${isMention})::int as total,
      count(*) filter (where ${isMention})::int as mentions
    from ${inbox}
    where n.read_at is null and n.archived_at is null and not ${isSnoozed}
      and ${ownedBy(member)}`.execute(db)
  return rows[0] ?? { total: 0, mentions: 0 }
}

export const findNotification = async (db: Db, member: Member, id: string) => {
  const { rows } = await sql<Notification>`
    select ${columns} from ${inbox} ${ofUpdate} left join users u on u.id = n.triggered_by_id
    where n.id = ${id} and ${ownedBy(member)}`.execute(db)
  return rows[0]
}

/** Applies the change only: permissions were checked before. */
export const updateNotification = (
  tx: Tx,
  member: Member,
  id: string,
  change: {
    read_at?: string | null | undefined
    snoozed_till?: string | null | undefined
    archived_at?: string | null | undefined
  },
) =>
  tx
    .updateTable('notifications')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where('receiver_id', '=', member.user_id)
    .where(inWorkspace(member))
    .execute()

export const deleteNotification = (tx: Tx, member: Member, id: string) =>
  tx
    .updateTable('notifications')
    .set({ deleted_at: now, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where('receiver_id', '=', member.user_id)
    .where(inWorkspace(member))
    .returning('id')
    .executeTakeFirst()

/** Ends snoozes that are due. */
export const takeReturned = async (tx: Tx) => {
  const { rows } = await sql<{ id: string; workspace_id: string; receiver_id: string }>`
    update notifications set snoozed_till = null, updated_at = now()
    where id in (
      select id from notifications where snoozed_till <= now() limit 1000 for update skip locked
    )
    returning id, workspace_id, receiver_id`.execute(tx)
  return rows
}

/** Returns whether anything was unread. */
export const markAllRead = async (tx: Tx, member: Member, asked: Narrowing) => {
  const { numAffectedRows = 0n } = await sql`
    update notifications set read_at = now(), updated_at = now(), updated_by = ${member.user_id}
    where id in (
      select n.id from ${inbox}
      where ${ownedBy(member)} and ${narrowed(member, { ...asked, read: false })}
    )`.execute(tx)
  return numAffectedRows > 0n
}
