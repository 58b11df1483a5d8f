import { ADMIN, MAX_PAGE_DEPTH, type ProjectPage, pageAccess } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { ancestorsOf, branchOf, mayStandIn, placeAt, rowsOf, stepsOf } from './page-tree.ts'

const me = { user_id: 'me', role: ADMIN }
const page = (id: string, parent: string | null, sort_order = 0, more: object = {}) =>
  ({
    ...{ id, parent, sort_order, owned_by: 'me', access: pageAccess.public },
    ...{ archived_at: null, is_locked: false, created_at: '2026-01-01', ...more },
  }) as unknown as ProjectPage

const pages = [
  ...[page('book', null, 10), page('notes', null, 20)],
  ...[page('huts', 'book', 10), page('paths', 'book', 20), page('roof', 'huts', 10)],
]
const named = (id: string) => pages.find((one) => one.id === id) as ProjectPage

describe('the tree of pages', () => {
  it('shows what is open, and what has no parent among the shown ones first', () => {
    const ids = (open: string[], shown = pages) =>
      rowsOf(shown, new Set(open)).map((row) => `${row.level} ${row.page.id}`)
    expect(ids([])).toEqual(['1 book', '1 notes'])
    expect(ids(['book'])).toEqual(['1 book', '2 huts', '2 paths', '1 notes'])
    expect(ids(['huts'], [named('roof'), named('huts')])).toEqual(['1 huts', '2 roof'])
    expect(rowsOf(pages, new Set()).map(({ isOpen }) => isOpen)).toEqual([false, undefined])
  })

  it('knows what stands around and in a page', () => {
    expect(ancestorsOf(pages, named('roof')).map(({ id }) => id)).toEqual(['book', 'huts'])
    expect([...branchOf(pages, 'book')]).toEqual(['book', 'huts', 'paths', 'roof'])
  })

  it('puts a page between two others, or behind those in a page', () => {
    expect(placeAt(pages, 'notes', named('paths'), 'before')).toEqual({
      ...{ parent: 'book', sort_order: 15 },
    })
    expect(placeAt(pages, 'notes', named('book'), 'inside')).toMatchObject({ parent: 'book' })
    expect(placeAt(pages, 'notes', named('book'), 'inside').sort_order).toBeGreaterThan(20)
    expect(placeAt(pages, 'roof', named('notes'), 'after').sort_order).toBeGreaterThan(20)
  })

  it('offers only what the server would accept', () => {
    const may = (moved: ProjectPage, parent: string | null, among = pages) =>
      mayStandIn(among, me, moved, parent)
    expect(may(named('book'), 'roof')).toBe(false)
    expect(may(named('notes'), 'roof')).toBe(true)
    const secret = page('secret', null, 30, { access: pageAccess.private })
    const foreign = page('foreign', null, 40, { owned_by: 'bob' })
    expect(may(foreign, 'secret', [...pages, secret, foreign])).toBe(false)
    const levels = Array.from({ length: MAX_PAGE_DEPTH }, (_, n) =>
      page(`level ${n + 1}`, n ? `level ${n}` : null),
    )
    expect(may(named('notes'), 'level 9', [...pages, ...levels])).toBe(true)
    expect(may(named('notes'), 'level 10', [...pages, ...levels])).toBe(false)
    expect(may(named('huts'), 'level 9', [...pages, ...levels])).toBe(false)
    expect(may({ ...named('notes'), is_locked: true }, null)).toBe(false)
    expect(Object.keys(stepsOf(pages, me, named('paths')))).toEqual(['up', 'in', 'out'])
  })
})
