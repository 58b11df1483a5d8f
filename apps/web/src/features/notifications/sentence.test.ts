import type { ItemNotification } from '@cairn/contract'
import { expect, it } from 'vitest'
import history from '../../locales/en/history.json' with { type: 'json' }
import inbox from '../../locales/en/inbox.json' with { type: 'json' }
import { sentenceFor } from './sentence.ts'

const notified = (activity: object, more: Partial<ItemNotification> = {}) =>
  ({
    is_mentioned_notification: false,
    data: {
      issue_activity: {
        verb: 'updated',
        field: null,
        old_value: null,
        new_value: null,
        ...activity,
      },
    },
    ...more,
  }) as ItemNotification

const words = { ...history, ...inbox }
const inCatalogue = (key: string) =>
  key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], words)

it.each([
  [{ field: 'comment', verb: 'created', issue_comment: 'Hello' }, 'inbox.comment.added', undefined],
  [{ field: 'comment', verb: 'created', is_reply: true }, 'inbox.comment.replied', undefined],
  [{ field: 'comment', issue_comment: 'Hello!' }, 'inbox.comment.changed', undefined],
  [{ field: 'comment', verb: 'deleted', issue_comment: '' }, 'inbox.comment.deleted', undefined],
  [
    { field: 'assignees', new_value: 'Ada', new_identifier: 'me' },
    'inbox.assigned_to_you',
    undefined,
  ],
  [{ field: 'assignees', new_value: 'Bo', new_identifier: 'bo' }, 'history.assignee.set', 'Bo'],
  [{ field: 'labels', old_value: 'bug', new_value: '' }, 'history.label.removed', 'bug'],
  [{ field: 'target_date', new_value: '2026-12-24' }, 'history.target_date.set', 'Dec 24, 2026'],
  [{ field: 'archived_at', new_value: 'manual_archive' }, 'history.archived', undefined],
  [{ field: 'something_new', new_value: 'x' }, 'history.other', 'something new'],
])('%j is said as %s', (activity, key, value) => {
  const sentence = sentenceFor(notified(activity), 'me')
  expect(sentence).toEqual({ key, value })
  expect(inCatalogue(key)).toEqual(expect.any(String))
})

it.each([
  ['comment', 'inbox.mentioned.comment'],
  ['description', 'inbox.mentioned.description'],
  [null, 'inbox.mentioned.description'],
])('a mention by %s', (field, key) => {
  const mention = notified({ field }, { is_mentioned_notification: true })
  expect(sentenceFor(mention, 'me')).toEqual({ key })
  expect(inCatalogue(key)).toEqual(expect.any(String))
})
