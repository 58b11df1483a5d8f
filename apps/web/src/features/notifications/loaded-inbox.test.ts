import type { Notification } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { firstView, type InboxView } from './inbox-view.ts'
import {
  applyToInbox,
  applyToUnread,
  type LoadedInbox,
  type Unread,
  withAllRead,
  withChange,
  withNotification,
  withPage,
} from './loaded-inbox.ts'

const now = Date.parse('2026-11-15T12:00:00Z')
const later = '2999-01-01T00:00:00Z'
const before = '2026-11-14T12:00:00Z'

const notification = (id: string, more: Partial<Notification> = {}) =>
  ({
    id,
    workspace: 'acme',
    read_at: null,
    snoozed_till: null,
    archived_at: null,
    is_mentioned_notification: false,
    ...more,
  }) as Notification

const inbox = (ids: string[], view: Partial<InboxView> = {}, total = ids.length): LoadedInbox => ({
  workspace_id: 'acme',
  view: { ...firstView('all'), ...view },
  items: ids.map((id) => notification(id)),
  total,
})

const idsOf = ({ items }: LoadedInbox) => items.map(({ id }) => id)

describe('a list', () => {
  it.each([
    ['archived', { archived_at: before }, {}],
    ['put off', { snoozed_till: later }, {}],
    ['read where only unread ones are shown', { read_at: before }, { unread: true }],
    ['no mention where mentions are', {}, { tab: 'mentions' as const }],
    ['brought back from the archive', {}, { shelf: 'archived' as const }],
    ['back from being put off', { snoozed_till: before }, { shelf: 'snoozed' as const }],
    [
      'put off and archived',
      { snoozed_till: later, archived_at: before },
      { shelf: 'archived' as const },
    ],
  ])('loses what is %s', (_, change, view) => {
    const list = inbox(['a', 'b'], view)
    expect(withNotification(list, notification('a', change), now)).toMatchObject({
      items: [{ id: 'b' }],
      total: 1,
    })
  })

  it.each([
    [{ read_at: before }, {}],
    [{ snoozed_till: before }, {}],
    [{ archived_at: before }, { shelf: 'archived' as const }],
    [{ snoozed_till: later }, { shelf: 'snoozed' as const }],
    [{ is_mentioned_notification: true }, { tab: 'mentions' as const }],
  ])('keeps %j in its place', (change, view) => {
    const list = withNotification(inbox(['a', 'b'], view), notification('b', change), now)
    expect(list).toMatchObject({ items: [{ id: 'a' }, { id: 'b', ...change }], total: 2 })
  })

  it('is read again when something comes to it that it does not know', () => {
    const list = inbox(['a'])
    expect(withNotification(list, notification('x'), now).staleMarks).toBe(1)
    const came = { type: 'notification.came' as const, workspace_id: 'acme' }
    expect(applyToInbox(list, came).staleMarks).toBe(1)
    expect(applyToInbox(list, { ...came, workspace_id: 'other' })).toBe(list)
    const elsewhere = notification('x', { workspace: 'other' })
    const saved = { type: 'notification.saved' as const, notification: elsewhere }
    expect(applyToInbox(list, saved)).toBe(list)
  })

  it('loses what is removed, and shows no row twice', () => {
    const removed = applyToInbox(inbox(['a', 'b']), { type: 'notification.removed', id: 'a' })
    expect([idsOf(removed), removed.total]).toEqual([['b'], 1])
    const page = { items: [notification('b'), notification('c')], total: 3 }
    expect(idsOf(withPage(inbox(['a', 'b'], {}, 3), page))).toEqual(['a', 'b', 'c'])
  })

  it('marks all of it read, each with its own moment', () => {
    const list = {
      ...inbox(['a']),
      items: [notification('a'), notification('b', { read_at: before })],
    }
    expect(withAllRead(list, 'all', later).items.map(({ read_at }) => read_at)).toEqual([
      later,
      before,
    ])
    expect(withAllRead(inbox(['a'], { unread: true }), 'all', later)).toMatchObject({
      items: [],
      total: 0,
    })
  })
})

describe('all', () => {
  const mention = notification('m', { is_mentioned_notification: true })

  it('shows mentions too', () => {
    const list = { ...inbox(['a']), items: [mention, notification('a')], total: 2 }
    const read = { ...mention, read_at: before }
    expect(withNotification(list, read, now)).toMatchObject({ items: [read, { id: 'a' }] })
  })

  it('has its mentions read where the mentions are', () => {
    const list = { ...inbox(['a']), items: [mention, notification('a')], total: 2 }
    const readAt = (shown: LoadedInbox) => shown.items.map(({ read_at }) => read_at)
    expect(readAt(withAllRead(list, 'mentions', later))).toEqual([later, null])
    const unread = { ...list, view: { ...list.view, unread: true } }
    expect(withAllRead(unread, 'mentions', later)).toMatchObject({
      items: [{ id: 'a' }],
      total: 1,
    })
  })
})

describe('the counts', () => {
  const unread: Unread = { workspace_id: 'acme', total: 2, mentions: 1, counted: {} }
  const a = notification('a')
  const read = { notification: a, patch: { read_at: before } }
  const saved = (one: Notification) => ({ type: 'notification.saved' as const, notification: one })

  it('go down and up with one’s own changes, and count each once', () => {
    const once = withChange(unread, read)
    expect(once.total).toBe(1)
    expect(withChange(once, read).total).toBe(1)
    const back = { notification: { ...a, read_at: before }, patch: { read_at: null } }
    expect(withChange(once, back).total).toBe(2)
    const mention = notification('m', { is_mentioned_notification: true })
    expect(
      withChange(unread, { notification: mention, patch: { archived_at: before } }),
    ).toMatchObject({ total: 2, mentions: 0 })
  })

  it('never go below nothing', () => {
    expect(withChange({ ...unread, total: 0 }, read).total).toBe(0)
  })

  it('hear their own change a second time without counting it, and are read again after others’', () => {
    const after = applyToUnread(withChange(unread, read), saved({ ...a, read_at: before }))
    expect(after).toMatchObject({ total: 1 })
    expect(after.staleMarks).toBeUndefined()
    const unknown = applyToUnread(unread, saved(notification('x', { read_at: before })))
    expect(unknown).toMatchObject({ total: 2, staleMarks: 1 })
    // The event came before the response: the response then adds nothing.
    expect(
      withChange({ ...unknown, total: 1 }, { ...read, notification: notification('x') }).total,
    ).toBe(1)
  })
})
