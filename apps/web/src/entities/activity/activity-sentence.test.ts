import { expect, it } from 'vitest'
import english from '../../locales/en/history.json' with { type: 'json' }
import { sentenceOf } from './activity-sentence.ts'

const rows: [string | null, string, string | null, string | null, string, string?][] = [
  [null, 'created', null, null, 'created'],
  ['name', 'updated', 'a', 'b', 'name', 'b'],
  ['description', 'updated', '<p>a</p>', '<p>b</p>', 'description'],
  ['state', 'updated', 'Todo', 'Done', 'state.set', 'Done'],
  ['priority', 'updated', 'none', 'urgent', 'priority', 'urgent'],
  ['assignees', 'updated', '', 'gus', 'assignee.set', 'gus'],
  ['assignees', 'updated', 'gus', '', 'assignee.removed', 'gus'],
  ['labels', 'updated', '', 'Bug', 'label.set', 'Bug'],
  ['labels', 'updated', 'Bug', '', 'label.removed', 'Bug'],
  ['start_date', 'updated', '', '2026-11-09', 'start_date.set', 'Nov 09, 2026'],
  ['target_date', 'updated', '2026-11-09', '', 'target_date.removed', 'Nov 09, 2026'],
  ['estimate_points', 'updated', null, '5', 'estimate.set', '5'],
  ['estimate_points', 'removed', '5', null, 'estimate.removed', '5'],
  ['parent', 'updated', '', 'TRAIL-1', 'parent.set', 'TRAIL-1'],
  ['parent', 'updated', 'TRAIL-1', '', 'parent.removed', 'TRAIL-1'],
  ['blocking', 'updated', '', 'TRAIL-2', 'relation.blocking.set', 'TRAIL-2'],
  ['blocked_by', 'deleted', 'TRAIL-2', '', 'relation.blocked_by.removed', 'TRAIL-2'],
  ['duplicate', 'updated', '', 'TRAIL-2', 'relation.duplicate.set', 'TRAIL-2'],
  ['relates_to', 'updated', '', 'TRAIL-2', 'relation.relates_to.set', 'TRAIL-2'],
  ['start_before', 'updated', '', 'TRAIL-2', 'relation.other.set', 'TRAIL-2'],
  ['cycles', 'created', '', 'One', 'cycle.added', 'One'],
  ['cycles', 'updated', 'One', 'Two', 'cycle.set', 'Two'],
  ['cycles', 'deleted', 'Two', '', 'cycle.removed', 'Two'],
  ['modules', 'created', '', 'Maps', 'module.added', 'Maps'],
  ['modules', 'deleted', 'Maps', '', 'module.removed', 'Maps'],
  ['link', 'created', null, 'http://a.b', 'link.added', 'http://a.b'],
  ['link', 'updated', 'http://a.b', 'http://a.c', 'link.set', 'http://a.c'],
  ['link', 'deleted', 'http://a.c', '', 'link.removed', 'http://a.c'],
  ['attachment', 'created', null, 'key', 'attachment.added'],
  ['attachment', 'deleted', null, null, 'attachment.removed'],
  ['archived_at', 'updated', null, 'manual_archive', 'archived'],
  ['archived_at', 'updated', 'archive', 'restore', 'restored'],
  ['intake', '-1', 'Pending', 'Rejected', 'intake.declined'],
  ['intake', '0', 'Pending', 'Snoozed', 'intake.snoozed'],
  ['intake', '1', 'Pending', 'Accepted', 'intake.accepted'],
  ['intake', '2', 'Pending', 'Duplicate', 'intake.duplicate'],
  ['intake', '-2', 'Rejected', 'Pending', 'intake.updated'],
  ['type', 'updated', 'Task', 'Bug', 'type.set', 'Bug'],
  ['weather', 'updated', '', 'rain', 'other', 'weather'],
]

const textAt = (key: string) =>
  key
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], english.history)

it.each(rows)('%s %s: %o to %o', (field, verb, old_value, new_value, key, value) => {
  expect(sentenceOf({ field, verb, old_value, new_value })).toEqual({ key, value })
  expect(textAt(key)).toEqual(expect.any(String))
})
