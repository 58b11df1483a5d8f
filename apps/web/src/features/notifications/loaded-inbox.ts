import {
  lookup,
  type Notification,
  type NotificationEvent,
  type NotificationPatch,
} from '@cairn/contract'
import { type MaybeStale, markedStale } from '#data/stale-marks.ts'
import type { InboxView, Tab } from './inbox-view.ts'

/** The loaded part of a list, with its view. */
export interface LoadedInbox extends MaybeStale {
  workspace_id: string
  view: InboxView
  items: readonly Notification[]
  total: number
}

const isAsleep = ({ snoozed_till }: Notification, now: number) =>
  snoozed_till !== null && Date.parse(snoozed_till) > now

const shelfOf = (notification: Notification, now: number) => {
  if (notification.archived_at) return 'archived'
  return isAsleep(notification, now) ? 'snoozed' : null
}

function belongs({ view }: LoadedInbox, notification: Notification, now: number): boolean {
  const { archived_at, read_at, is_mentioned_notification: isMention } = notification
  if (view.tab === 'mentions' && !isMention) return false
  if (view.unread && read_at) return false
  // A notification that is both snoozed and archived is in neither folder's list.
  if (view.shelf === 'snoozed') return !archived_at && isAsleep(notification, now)
  if (view.shelf === 'archived') return archived_at !== null && !isAsleep(notification, now)
  return shelfOf(notification, now) === null
}

const without = (list: LoadedInbox, id: string): LoadedInbox => {
  const items = list.items.filter((one) => one.id !== id)
  return { ...list, items, total: list.total - (list.items.length - items.length) }
}

/** Updates a notification in a list; the row does not say why the user gets it. */
export function withNotification(
  list: LoadedInbox,
  notification: Notification,
  now: number = Date.now(),
): LoadedInbox {
  const { id } = notification
  const isKnown = list.items.some((one) => one.id === id)
  if (!belongs(list, notification, now)) return without(list, id)
  if (!isKnown) return markedStale(list)
  return { ...list, items: list.items.map((one) => (one.id === id ? notification : one)) }
}

export function applyToInbox(list: LoadedInbox, event: NotificationEvent): LoadedInbox {
  if (event.type === 'notification.removed') return without(list, event.id)
  if (event.type === 'notification.came') {
    return event.workspace_id === list.workspace_id ? markedStale(list) : list
  }
  const { notification } = event
  return notification.workspace === list.workspace_id ? withNotification(list, notification) : list
}

/** Marks those of a tab as read, as far as a list shows them: mentions are in both. */
export function withAllRead(list: LoadedInbox, tab: Tab, read_at: string): LoadedInbox {
  const isMeant = (one: Notification) => tab === 'all' || one.is_mentioned_notification
  if (list.view.unread && tab === list.view.tab) return { ...list, items: [], total: 0 }
  if (list.view.unread) {
    const items = list.items.filter((one) => !isMeant(one))
    return { ...list, items, total: list.total - (list.items.length - items.length) }
  }
  return {
    ...list,
    items: list.items.map((one) =>
      isMeant(one) ? { ...one, read_at: one.read_at ?? read_at } : one,
    ),
  }
}

/** Adds a page; items that moved up meanwhile are not shown twice. */
export function withPage(
  list: LoadedInbox,
  page: { items: readonly Notification[]; total: number },
): LoadedInbox {
  const known = new Set(list.items.map(({ id }) => id))
  const fresh = page.items.filter(({ id }) => !known.has(id))
  return { ...list, items: [...list.items, ...fresh], total: page.total }
}

/** The unread counts. */
export interface Unread extends MaybeStale {
  workspace_id: string
  total: number
  mentions: number
  /**
   * Whether notifications changed since the count are counted now, so that a change counts once.
   */
  counted: Readonly<Record<string, boolean>>
}

export const isCounted = (notification: Notification, now: number = Date.now()) =>
  !notification.read_at && shelfOf(notification, now) === null

function recount(unread: Unread, notification: Notification, was: boolean, is: boolean): Unread {
  const counted = { ...unread.counted, [notification.id]: is }
  const key = notification.is_mentioned_notification ? 'mentions' : 'total'
  return { ...unread, counted, [key]: Math.max(0, unread[key] + Number(is) - Number(was)) }
}

export interface Change {
  notification: Notification
  patch: NotificationPatch
}

/** The counts after the user's own change. */
export function withChange(unread: Unread, { notification, patch }: Change): Unread {
  const was = lookup(unread.counted, notification.id) ?? isCounted(notification)
  return recount(unread, notification, was, isCounted({ ...notification, ...patch }))
}

/** The counts after an event: an unknown notification may have been counted or not. */
export function applyToUnread(unread: Unread, event: NotificationEvent): Unread {
  if (event.type === 'notification.came') {
    return event.workspace_id === unread.workspace_id ? markedStale(unread) : unread
  }
  if (event.type === 'notification.removed') return markedStale(unread)
  const { notification } = event
  if (notification.workspace !== unread.workspace_id) return unread
  const is = isCounted(notification)
  const was = lookup(unread.counted, notification.id)
  if (was !== undefined) return recount(unread, notification, was, is)
  return markedStale({ ...unread, counted: { ...unread.counted, [notification.id]: is } })
}
