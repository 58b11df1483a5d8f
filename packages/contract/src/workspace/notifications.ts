import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyMember } from '../core/policy.ts'
import { audit, Choice, DateTime, Id, Nullable } from '../core/shapes.ts'
import { UserLite } from '../identity/account.ts'
import { healths } from '../planning/status-updates.ts'

const Text = Nullable(Type.String())

/** The item and the change as of that time. */
const ItemNews = Type.Object({
  issue: Type.Object({
    id: Id,
    name: Type.String(),
    identifier: Type.String(),
    sequence_id: Type.Integer(),
    state_name: Type.String(),
    state_group: Type.String(),
    project_id: Id,
    workspace_slug: Type.String(),
  }),
  issue_activity: Type.Object({
    id: Id,
    verb: Type.String(),
    field: Text,
    actor: Nullable(Id),
    new_value: Text,
    old_value: Text,
    old_identifier: Text,
    new_identifier: Text,
    /** The name of the property, if `field` is `property`. */
    property_name: Type.Optional(Type.String()),
    issue_comment: Type.Optional(Type.String()),
    /** The comment answers another one. */
    is_reply: Type.Optional(Type.Literal(true)),
  }),
})

/** A status update in its current state. */
const UpdateNews = Type.Object({
  id: Id,
  health: Choice(healths),
  text: Type.String(),
  /** Name of the subject. */
  name: Type.String(),
  project_id: Nullable(Id),
  /** The key of the epic, if it is about one. */
  key: Text,
  initiative_id: Nullable(Id),
})

/** A page in its current state that mentions the recipient. */
const PageNews = Type.Object({
  id: Id,
  name: Type.String(),
  project_id: Id,
  /** Set if a comment mentions them, not the text. */
  comment_id: Nullable(Id),
})

/** The template of an item that should have been created by its rule, which is paused now. */
const RecurrenceNews = Type.Object({
  template_id: Id,
  /** Of the template. */
  name: Type.String(),
  project_id: Id,
  project_name: Type.String(),
  /** Creating failed, or who set the rule is no longer in the project. */
  reason: Choice(['failed', 'left'] as const),
})

/** A notification about a work item, a status update, a mention in a page, or a paused rule. */
export const Notification = Type.Object({
  id: Id,
  ...audit,
  workspace: Id,
  project: Nullable(Id),
  entity_name: Type.String(),
  entity_identifier: Nullable(Id),
  title: Type.String(),
  message: Text,
  /** The text of the mention or change. */
  message_html: Type.String(),
  message_stripped: Type.String(),
  sender: Type.String(),
  triggered_by: Nullable(Id),
  triggered_by_details: Nullable(UserLite),
  receiver: Id,
  read_at: Nullable(DateTime),
  snoozed_till: Nullable(DateTime),
  archived_at: Nullable(DateTime),
  /** Either the first two, or one of the others. */
  data: Type.Object({
    ...Type.Partial(ItemNews).properties,
    update: Type.Optional(UpdateNews),
    page: Type.Optional(PageNews),
    recurrence: Type.Optional(RecurrenceNews),
  }),
  is_inbox_issue: Type.Boolean(),
  is_intake_issue: Type.Boolean(),
  is_mentioned_notification: Type.Boolean(),
})
export type Notification = Static<typeof Notification>

export interface ItemNotification extends Notification {
  data: Static<typeof ItemNews>
}
export interface UpdateNotification extends Notification {
  data: { update: Static<typeof UpdateNews> }
}

export interface PageNotification extends Notification {
  data: { page: Static<typeof PageNews> }
}

export interface RecurrenceNotification extends Notification {
  data: { recurrence: Static<typeof RecurrenceNews> }
}

export const isRecurrenceNotification = (one: Notification): one is RecurrenceNotification =>
  one.data.recurrence !== undefined
export const isPageNotification = (one: Notification): one is PageNotification =>
  one.data.page !== undefined
export const isUpdateNotification = (one: Notification): one is UpdateNotification =>
  one.data.update !== undefined
export const isItemNotification = (one: Notification): one is ItemNotification =>
  one.data.issue !== undefined && one.data.issue_activity !== undefined

/** The relation of a user to an item. */
export const notificationKinds = ['assigned', 'created', 'subscribed'] as const
export type NotificationKind = (typeof notificationKinds)[number]

const asked = Type.Optional(Type.String({ maxLength: 100 }))

export const NotificationsQuery = Type.Object({
  /** Comma-separated `notificationKinds`. */
  type: asked,
  snoozed: asked,
  archived: asked,
  read: asked,
  mentioned: asked,
  /** Mentions and the rest, in one list. */
  all: asked,
  per_page: asked,
  cursor: asked,
  order_by: asked,
})
export type NotificationsQuery = Static<typeof NotificationsQuery>

const { read_at, snoozed_till, archived_at } = Notification.properties
export const NotificationPatch = Type.Partial(Type.Object({ read_at, snoozed_till, archived_at }))
export type NotificationPatch = Static<typeof NotificationPatch>

export const MarkAllRead = Type.Partial(
  Type.Object({
    type: Type.String({ maxLength: 100 }),
    snoozed: Type.Boolean(),
    archived: Type.Boolean(),
    mentioned: Type.Boolean(),
  }),
)
export type MarkAllRead = Static<typeof MarkAllRead>

export const UnreadCounts = Type.Object({
  total_unread_notifications_count: Type.Integer(),
  mention_unread_notifications_count: Type.Integer(),
})
export type UnreadCounts = Static<typeof UnreadCounts>

const all = '/api/workspaces/:slug/users/notifications/'
const one = `${all}:id/` as const

/** The caller's inbox in a workspace; no user can read another's. */
export const notificationsApi = {
  /** A page where both `per_page` and `cursor` are given, else a plain array of the newest thousand. */
  list: endpoint(anyMember, `GET ${all}`, {
    query: NotificationsQuery,
    200: Type.Unsafe<Page<Notification[]> | Notification[]>({
      anyOf: [Type.Array(Notification), Page(Type.Array(Notification))],
    }),
  }),
  get: endpoint(anyMember, `GET ${one}`, { 200: Notification }),
  change: endpoint(anyMember, `PATCH ${one}`, { body: NotificationPatch, 200: Notification }),
  remove: endpoint(anyMember, `DELETE ${one}`, { 204: Type.Null() }),
  read: endpoint(anyMember, `POST ${one}read/`, { 200: Notification }),
  unread: endpoint(anyMember, `DELETE ${one}read/`, { 200: Notification }),
  archive: endpoint(anyMember, `POST ${one}archive/`, { 200: Notification }),
  unarchive: endpoint(anyMember, `DELETE ${one}archive/`, { 200: Notification }),
  readAll: endpoint(anyMember, `POST ${all}mark-all-read/`, {
    body: MarkAllRead,
    200: Type.Object({ message: Type.String() }),
  }),
  countUnread: endpoint(anyMember, `GET ${all}unread/`, { 200: UnreadCounts }),
}

/**
 * Sent to the recipient only. `came`: there are new ones, or many changed at once; visible lists
 * are fetched again.
 */
export type NotificationEvent =
  | { type: 'notification.saved'; notification: Notification }
  | { type: 'notification.removed'; id: string }
  | { type: 'notification.came'; workspace_id: string }
