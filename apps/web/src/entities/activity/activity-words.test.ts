import { expect, it } from 'vitest'
import english from '../../locales/en/activity.json' with { type: 'json' }
import { wordsOf } from './activity-words.ts'

it.each([
  ['created', null, null, null, 'item.set'],
  ['deleted', 'issue', null, null, 'item.cleared'],
  ['updated', 'issue', 'delete', 'restore', 'item.changed'],
  ['updated', 'priority', 'none', 'high', 'priority.changed'],
  ['updated', 'target_date', '2026-11-14', '', 'target_date.cleared'],
  ['updated', 'labels', '', 'Bug', 'label.changed'],
  ['updated', 'labels', 'Bug', '', 'label.cleared'],
  ['updated', 'archived_at', null, 'manual_archive', 'archive.changed'],
  ['updated', 'archived_at', 'archive', 'restore', 'archive.cleared'],
  ['removed', 'estimate_points', '3', null, 'estimate.cleared'],
  ['deleted', 'blocked_by', 'TRAIL-1', '', 'relation.cleared'],
  ['created', 'cycles', '', 'Sprint', 'cycle.set'],
  ['1', 'intake', 'Pending', 'Accepted', 'intake.changed'],
  ['updated', 'something new', 'a', 'b', 'other.changed'],
])('%s %s from %s to %s is said as %s', (verb, field, old_value, new_value, key) => {
  const words = wordsOf({ verb, field, old_value, new_value })
  expect(words.key).toBe(key)
  const [subject = '', kind = ''] = key.split('.')
  const sentences: Record<string, string | Record<string, string>> = english.activity
  expect(sentences[subject]).toHaveProperty(kind)
})
