import type { MarkAllRead, NotificationKind, NotificationsQuery } from '@cairn/contract'

export const tabs = ['all', 'mentions'] as const
export type Tab = (typeof tabs)[number]

/** Archived or snoozed: shown on request, one of them at a time. */
export type InboxFolder = 'archived' | 'snoozed'

/** The visible part of the inbox. */
export interface InboxView {
  tab: Tab
  kinds: readonly NotificationKind[]
  unread: boolean
  shelf: InboxFolder | null
}

export const firstView = (tab: Tab): InboxView => ({ tab, kinds: [], unread: false, shelf: null })

export const isNarrowed = ({ kinds, unread, shelf }: InboxView) =>
  kinds.length > 0 || unread || shelf !== null

export const toggleKind = (view: InboxView, kind: NotificationKind): InboxView => ({
  ...view,
  kinds: view.kinds.includes(kind)
    ? view.kinds.filter((one) => one !== kind)
    : [...view.kinds, kind],
})

/** The view as query parameters. */
export function toQuery({ tab, kinds, unread, shelf }: InboxView): NotificationsQuery {
  return {
    ...(kinds.length > 0 && { type: kinds.toSorted().join() }),
    ...(unread && { read: 'false' }),
    ...(shelf && { [shelf]: 'true' }),
    ...(tab === 'mentions' ? { mentioned: 'true' } : { all: 'true' }),
  }
}

export const toMarkAllRead = ({ tab, kinds, shelf }: InboxView): MarkAllRead => ({
  ...(kinds.length > 0 && { type: kinds.toSorted().join() }),
  ...(shelf && { [shelf]: true }),
  ...(tab === 'mentions' && { mentioned: true }),
})
