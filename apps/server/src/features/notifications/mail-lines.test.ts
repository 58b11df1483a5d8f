import { expect, it } from 'vitest'
import { linesOf } from './mail-lines.ts'
import { mailWords } from './mail-words.ts'

const { en, de } = mailWords

const row = (field: string, old_value: string | null, new_value: string | null, verb = 'updated') =>
  ({ field, old_value, new_value, verb, new_identifier: null }) as const

it.each([
  ['Name: Map → Atlas', row('name', 'Map', 'Atlas')],
  ['Parent: none → TRAIL-2', row('parent', '', 'TRAIL-2')],
  ['Priority: none → high', row('priority', 'none', 'high')],
  ['State: none → Done', row('state', null, 'Done')],
  ['Type: Bug → none', row('type', 'Bug', '')],
  ['Start date: none → March 5, 2026', row('start_date', '', '2026-03-05')],
  ['Due date: December 31, 2026 → none', row('target_date', '2026-12-31', '')],
  ['Estimate: 3 → 5', row('estimate_points', '3', '5')],
  ['Estimate: none → 1h 30m', row('estimate_time', null, '1.5')],
  ['Estimate: Small → none', row('estimate_categories', 'Small', null, 'removed')],
  ['Label added: bug', row('labels', '', 'bug')],
  ['Label removed: bug', row('labels', 'bug', '')],
  ['Assignee added: cleo', row('assignees', '', 'cleo')],
  ['Assignee removed: cleo', row('assignees', 'cleo', '')],
  ['Link added: https://a.test', row('link', null, 'https://a.test', 'created')],
  ['Link: https://a.test → https://b.test', row('link', 'https://a.test', 'https://b.test')],
  ['Link removed: https://a.test', row('link', 'https://a.test', '', 'deleted')],
  ['Attachment added', row('attachment', null, 'key', 'created')],
  ['Attachment removed', row('attachment', null, null, 'deleted')],
  ['Archived', row('archived_at', null, 'manual_archive')],
  ['Restored', row('archived_at', 'archive', 'restore')],
  ['Comment removed', row('comment', null, null, 'deleted')],
  ['Blocked by TRAIL-3', row('blocked_by', '', 'TRAIL-3')],
  ['No longer related to TRAIL-3', row('relates_to', 'TRAIL-3', '', 'deleted')],
  ['Starts after TRAIL-3', row('start_after', '', 'TRAIL-3')],
  ['Some day: soon → never', row('some_day', 'soon', 'never')],
])('says "%s"', (line, change) => {
  expect(linesOf([change], en)).toEqual([line])
})

it('says of a value changed many times where it came from and where it is', () => {
  const rows = [
    row('priority', 'none', 'low'),
    row('labels', '', 'bug'),
    row('priority', 'low', 'high'),
    row('labels', '', 'ui'),
    row('priority', 'high', 'urgent'),
    row('labels', '', 'bug'),
  ]
  expect(linesOf(rows, en)).toEqual([
    'Priority: none → urgent',
    'Label added: bug',
    'Label added: ui',
  ])
})

it('says of a property of a type what it is called', () => {
  const of = (property_name: string, before: string, after: string) => ({
    ...row('property', before, after),
    property_name,
  })
  const rows = [
    of('Severity', '', 'Minor'),
    of('Testers', '', 'Cleo'),
    of('Testers', '', 'Ben'),
    of('Severity', 'Minor', 'Major'),
    of('Build', '17', ''),
    of('Risk', '', '1'),
    of('Risk', '1', ''),
    of('Open', 'false', 'true'),
    of('Seen', '', '2026-12-31'),
    of('Shown at', '', '2026-12-31T10:30:00.000Z'),
  ]
  expect(linesOf(rows, en)).toEqual([
    'Severity: none → Major',
    'Testers added: Cleo',
    'Testers added: Ben',
    'Build: 17 → none',
    'Open: no → yes',
    'Seen: none → December 31, 2026',
    'Shown at: none → December 31, 2026 at 10:30 AM UTC',
  ])
  expect(linesOf([of('Offen', '', 'true')], de)).toEqual(['Offen: ohne → ja'])
})

it('says nothing of a value that is what it was', () => {
  expect(linesOf([row('priority', 'none', 'low'), row('priority', 'low', 'none')], en)).toEqual([])
})

it.each([
  ['Priorität: ohne → hoch', row('priority', 'none', 'high')],
  ['Fällig am: 31. Dezember 2026 → ohne', row('target_date', '2026-12-31', '')],
  ['Label entfernt: bug', row('labels', 'bug', '')],
  ['Nicht mehr: Blockiert von TRAIL-3', row('blocked_by', 'TRAIL-3', '', 'deleted')],
])('says "%s" in German', (line, change) => {
  expect(linesOf([change], de)).toEqual([line])
})
