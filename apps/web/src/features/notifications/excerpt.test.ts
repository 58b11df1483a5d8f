import type { Notification } from '@cairn/contract'
import { expect, it } from 'vitest'
import { commentIn, excerptOf, saidIn } from './excerpt.ts'

const names = new Map([['u1', 'Maya']])
const nameOf = (id: string) => names.get(id)

it.each([
  ['<p>On iOS</p><p>it waits</p>', 'On iOS it waits'],
  [
    '<p><mention-component entity_identifier="u1"></mention-component> can we?</p>',
    '@Maya can we?',
  ],
  ['<p><mention-component entity_identifier="u9">@Old</mention-component>, hi</p>', '@Old, hi'],
  ['<ul><li><p>one</p></li><li><p>two</p></li></ul>', 'one two'],
  ['<p>a &lt; b<br>c</p>', 'a < b c'],
  ['<p></p>', ''],
])('reads %s as %s', (html, text) => {
  expect(excerptOf(html, nameOf)).toBe(text)
})

it('ends a long text where the row does', () => {
  expect(excerptOf(`<p>${'word '.repeat(100)}</p>`, nameOf)).toMatch(/^(word ){47}word…$/)
})

const notified = (issue_activity: object, is_mentioned_notification = false) =>
  ({ is_mentioned_notification, data: { issue: {}, issue_activity } }) as Notification

it('quotes comments and descriptions that mention, and nothing else', () => {
  const said = { field: 'comment', verb: 'created', new_value: '<p>Hi</p>', new_identifier: 'c1' }
  expect(saidIn(notified(said))).toBe('<p>Hi</p>')
  expect(saidIn(notified(said, true))).toBe('<p>Hi</p>')
  expect(commentIn(notified(said, true))).toBe('c1')
  expect(saidIn(notified({ ...said, verb: 'deleted' }))).toBeUndefined()
  const text = { field: 'description', verb: 'updated', new_value: '<p>Hi</p>' }
  expect(saidIn(notified(text, true))).toBe('<p>Hi</p>')
  expect(saidIn(notified(text))).toBeUndefined()
  expect(commentIn(notified(text, true))).toBeUndefined()
  expect(saidIn(notified({ field: 'name', verb: 'updated', new_value: 'Fog' }))).toBeUndefined()
})
