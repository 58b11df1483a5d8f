import { type Cycle, noCounts } from '@cairn/contract'
import { expect, it } from 'vitest'
import {
  countFilters,
  filterCycles,
  noFilters,
  readFilters,
  searchCycles,
  sectionsOf,
  sortOrderAt,
} from './cycle-sections.ts'

const cycle = (name: string, start_date: string | null = null, end_date: string | null = null) =>
  ({ id: name, name, start_date, end_date, ...noCounts }) as Cycle

const past = cycle('Past', '2026-02-02T00:00:01+00:00', '2026-02-13T23:59:00+00:00')
const older = cycle('Older', '2026-01-02T00:00:01+00:00', '2026-01-13T23:59:00+00:00')
const present = cycle('Present', '2026-03-02T00:00:01+05:30', '2026-03-13T23:59:00+05:30')
const later = cycle('Later', '2026-05-02T00:00:01+00:00', '2026-05-13T23:59:00+00:00')
const soon = cycle('Soon', '2026-04-02T00:00:01+00:00', '2026-04-13T23:59:00+00:00')
const all = [cycle('b idea'), later, older, present, cycle('A idea'), past, soon]
const moment = { now: Date.parse('2026-03-05T12:00:00Z'), today: '2026-03-05' }
const names = (cycles: readonly Cycle[]) => cycles.map(({ name }) => name)

it('puts what runs first, then what comes, drafts, and what is over', () => {
  const { active, upcoming, drafts, completed } = sectionsOf(all, moment.now)
  expect(names(active)).toEqual(['Present'])
  expect(names(upcoming)).toEqual(['Soon', 'Later'])
  expect(names(drafts)).toEqual(['A idea', 'b idea'])
  expect(names(completed)).toEqual(['Past', 'Older'])
})

it('puts each section in the order of their hands where that is chosen', () => {
  const orders: Record<string, number> = { Later: 1, 'b idea': 2, Soon: 3, 'A idea': 4, Past: 6 }
  const sorted = all.map((one) => ({ ...one, sort_order: orders[one.name] ?? 5 }))
  const { upcoming, drafts, completed } = sectionsOf(sorted, moment.now, 'manual')
  expect(names(upcoming)).toEqual(['Later', 'Soon'])
  expect(names(drafts)).toEqual(['b idea', 'A idea'])
  expect(names(completed)).toEqual(['Older', 'Past'])
  expect(sortOrderAt([...upcoming, ...drafts], 'A idea', 1)).toBe(2)
  expect(sortOrderAt(upcoming, 'Soon', 0)).toBeLessThan(1)
  expect(sortOrderAt(upcoming, 'Later', 1)).toBeGreaterThan(3)
})

it('finds by a part of the name and by status and days in the project’s calendar', () => {
  expect(names(searchCycles(all, ' IDEA '))).toEqual(['b idea', 'A idea'])
  const filtered = (filters: object) =>
    names(filterCycles(all, { ...noFilters, ...filters }, moment))
  expect(filtered({ status: ['CURRENT', 'DRAFT'] })).toEqual(['b idea', 'Present', 'A idea'])
  expect(filtered({ start_date: ['2026-03-02'] })).toEqual(['Present'])
  expect(filtered({ target_date: ['2026-04-01;after', '2026-04-30;before'] })).toEqual(['Soon'])
  expect(filtered({ status: ['COMPLETED'], start_date: ['2026-03-02'] })).toEqual([])
})

it('reads what another version left without breaking', () => {
  expect(readFilters({})).toEqual(noFilters)
  const read = readFilters({ status: ['DRAFT', 5], start_date: 'x' })
  expect(read).toEqual({ ...noFilters, status: ['DRAFT'] })
  expect(countFilters(read)).toBe(1)
})
