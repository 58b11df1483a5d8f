import type { Sticky } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import {
  applyToStickies,
  isBlank,
  type LoadedStickies,
  withChange,
  withPage,
} from './loaded-stickies.ts'

const note = (id: string, sort_order: number, text = id): Sticky => ({
  ...{ id, sort_order, name: null, description: {}, description_html: `<p>${text}</p>` },
  ...{ description_stripped: text, description_binary: null, logo_props: {}, color: null },
  ...{ background_color: null, workspace: 'acme', owner: 'ada', created_by: 'ada' },
  ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
  ...{ updated_by: null, deleted_at: null },
})

const list = (items: Sticky[], more: Partial<LoadedStickies> = {}): LoadedStickies => ({
  ...{ workspace_id: 'acme', search: '', items, total: items.length, ...more },
})

const idsOf = ({ items }: LoadedStickies) => items.map(({ id }) => id).join('')
const saved = (sticky: Sticky) => ({ type: 'sticky.saved', sticky }) as const

describe('notes on the screen', () => {
  const two = list([note('b', 20), note('a', 10)])

  it('take in a new one where it belongs', () => {
    const after = applyToStickies(two, saved(note('c', 30)))
    expect([idsOf(after), after.total]).toEqual(['cba', 3])
    expect(idsOf(applyToStickies(two, saved(note('c', 15))))).toBe('bca')
  })

  it('leave one that stands below what was read to the next page', () => {
    const part = list([note('b', 20)], { total: 9 })
    const after = applyToStickies(part, saved(note('c', 5)))
    expect([idsOf(after), after.total]).toEqual(['b', 10])
  })

  it('know nothing of other workspaces, and bear hearing twice', () => {
    const foreign = { ...note('c', 30), workspace: 'other' }
    expect(applyToStickies(two, saved(foreign))).toBe(two)
    const once = applyToStickies(two, { type: 'sticky.removed', id: 'a' })
    expect(applyToStickies(once, { type: 'sticky.removed', id: 'a' })).toEqual(once)
    expect([idsOf(once), once.total]).toEqual(['b', 1])
  })

  it('change in their place, and move by their order', () => {
    expect(idsOf(withChange(two, { id: 'a', patch: { sort_order: 30 } }))).toBe('ab')
    const coloured = withChange(two, { id: 'a', patch: { background_color: 'green' } })
    expect(coloured.items[1]?.background_color).toBe('green')
    expect(withChange(two, { id: 'gone', patch: { sort_order: 1 } })).toBe(two)
  })

  it('that were looked for stay while they are written on; others come only if they fit', () => {
    const found = list([note('a', 10, 'hut &amp; tarn')], { search: 'HUT & t' })
    const patch = { description_html: '<p>something else</p>' }
    expect(idsOf(withChange(found, { id: 'a', patch }))).toBe('a')
    expect(idsOf(applyToStickies(found, saved(note('b', 20, 'peak'))))).toBe('a')
    expect(idsOf(applyToStickies(found, saved(note('b', 20, 'the hut &amp; tarns'))))).toBe('ba')
  })

  it('come page by page, none of them twice', () => {
    const after = withPage(two, { items: [note('a', 10), note('z', 1)], total: 3 })
    expect([idsOf(after), after.total]).toEqual(['baz', 3])
  })
})

it.each([
  ['', null, true],
  ['<p> </p>', '  ', true],
  ['<p></p>', 'Huts', false],
  ['<p>x</p>', null, false],
])('%s named %s is blank: %s', (description_html, name, blank) => {
  expect(isBlank({ ...note('a', 1), description_html, name })).toBe(blank)
})
