import { afterEach, beforeEach, expect, it } from 'vitest'
import { addText, changeLanguage } from '#data/i18n.ts'
import german from '../../locales/de/ui.json' with { type: 'json' }
import { liveIn } from './own-zone.ts'
import { timeAgo } from './time-ago.ts'

beforeEach(() => liveIn('UTC'))
afterEach(() => {
  liveIn(undefined)
  changeLanguage('en')
})

const now = new Date('2026-11-14T12:00:00Z')

it.each([
  ['2026-11-14T12:00:00Z', 'just now'],
  ['2026-11-14T11:59:01Z', 'just now'],
  ['2026-11-14T11:58:01Z', '1 min ago'],
  ['2026-11-14T11:00:01Z', '59 min ago'],
  ['2026-11-14T09:00:00Z', '3 h ago'],
  ['2026-11-13T12:00:01Z', '23 h ago'],
  ['2026-11-13T11:00:00Z', 'yesterday'],
  ['2026-11-10T12:00:00Z', '4 days ago'],
  ['2026-11-08T00:00:00Z', '6 days ago'],
  ['2026-11-07T23:59:00Z', 'Nov 07'],
  ['2024-11-10T12:00:00Z', 'Nov 10, 2024'],
  ['2026-11-14T12:20:00Z', 'in 20 minutes'],
  ['2026-11-17T12:00:00Z', 'in 3 days'],
  ['2026-12-17T12:00:00Z', 'Dec 17'],
])('says %s as "%s"', (moment, words) => {
  expect(timeAgo(new Date(moment), now)).toBe(words)
})

it('goes by the days of where the reader lives', () => {
  liveIn('Pacific/Kiritimati')
  expect(timeAgo(new Date('2026-11-12T11:00:00Z'), now)).toBe('2 days ago')
  expect(timeAgo(new Date('2026-11-12T09:00:00Z'), now)).toBe('3 days ago')
})

it('says so in German', async () => {
  addText({ ui: german.ui }, 'de')
  changeLanguage('de')
  expect(timeAgo(new Date('2026-11-14T11:55:00Z'), now)).toBe('vor 5 Min.')
  expect(timeAgo(new Date('2026-11-13T11:00:00Z'), now)).toBe('gestern')
})
