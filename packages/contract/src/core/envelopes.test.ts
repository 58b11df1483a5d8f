import { describe, expect, it } from 'vitest'
import { PageNotValid, readSlice, toPage } from './envelopes.ts'

describe('reading a slice', () => {
  it.each([
    [undefined, undefined, { size: 1000, page: 0 }],
    ['', '', { size: 1000, page: 0 }],
    ['50', undefined, { size: 50, page: 0 }],
    ['50', '50:3:0', { size: 50, page: 3 }],
    [undefined, '25:2:1', { size: 25, page: 2 }],
    [undefined, '25.0:2:0', { size: 25, page: 2 }],
    ['50', '10:2:0', { size: 50, page: 2 }],
    [undefined, '5000:0:0', { size: 1000, page: 0 }],
    [undefined, '0:0:0', { size: 1, page: 0 }],
  ])('per_page %o and cursor %o are %o', (per_page, cursor, slice) => {
    expect(readSlice(per_page, cursor)).toEqual(slice)
  })

  it.each([
    ['x', undefined, 'Invalid per_page parameter.'],
    ['-1', undefined, 'Invalid per_page parameter.'],
    ['0', undefined, 'Invalid per_page parameter.'],
    ['1.5', undefined, 'Invalid per_page parameter.'],
    ['1001', undefined, 'Invalid per_page value. Cannot exceed 1000.'],
    [undefined, '10', 'Invalid cursor parameter.'],
    [undefined, 'a:b:c', 'Invalid cursor parameter.'],
    [undefined, '10:0:2', 'Invalid cursor parameter.'],
    [undefined, '10:-1:0', 'Error in parsing'],
    [undefined, `10:${'9'.repeat(30)}:0`, 'Invalid cursor parameter.'],
  ])('per_page %o and cursor %o are refused: %s', (per_page, cursor, sentence) => {
    expect(() => readSlice(per_page, cursor)).toThrow(new PageNotValid(sentence))
  })
})

describe('the envelope', () => {
  it('says where it stands', () => {
    const page = toPage({ size: 2, page: 1 }, { results: ['c', 'd'], count: 2, total: 5 })
    expect(page).toEqual({
      grouped_by: null,
      sub_grouped_by: null,
      total_count: 5,
      total_results: 5,
      count: 2,
      total_pages: 3,
      next_cursor: '2:2:0',
      prev_cursor: '2:0:1',
      next_page_results: true,
      prev_page_results: true,
      extra_stats: null,
      results: ['c', 'd'],
    })
  })

  it('of an empty list has no pages, and its first page names the one before it', () => {
    expect(toPage({ size: 10, page: 0 }, { results: [], count: 0, total: 0 })).toMatchObject({
      total_pages: 0,
      prev_cursor: '10:-1:1',
      next_page_results: false,
      prev_page_results: false,
    })
  })

  it('of groups counts pages by the longest of them', () => {
    const contents = { results: {}, count: 4, total: 12, longest: 9, grouped_by: 'state_id' }
    expect(toPage({ size: 4, page: 2 }, contents)).toMatchObject({
      grouped_by: 'state_id',
      total_pages: 3,
      next_page_results: false,
    })
  })
})
