import fc from 'fast-check'
import { expect, describe as group, it } from 'vitest'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { stripHtml } from '#kernel/html/strip.ts'
import { describe } from './plain-text.ts'
import { readDay } from './read-day.ts'
import { suggest } from './suggest.ts'

group('a description', () => {
  it('comes out as our cleaning would leave it, whatever is in it', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('\n', '\n\n', '\r\n', '<b>', '&amp;', '<script>alert(1)</script>', ' ', '\t'),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const made = describe(pieces.join('').replaceAll('\0', ''))
        if (!made) throw new Error('too long')
        expect(sanitiseHtml(made.description_html)).toBe(made.description_html)
        expect(stripHtml(made.description_html)).toBe(made.description_stripped)
      }),
    )
  })

  it('keeps paragraphs and lines', () => {
    expect(describe('one\ntwo\n\nthree & <four>')).toEqual({
      description_html: '<p>one<br />two</p><p>three &amp; &lt;four&gt;</p>',
      description_stripped: 'one\ntwo\nthree & <four>',
    })
  })

  it('may be too long', () => {
    expect(describe('x'.repeat(1_000_001))).toBeUndefined()
  })
})

group('a day', () => {
  it('is read back as exports write it, any of them', () => {
    const any = fc.date({
      min: new Date('1000-01-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(any, (date) => {
        const day = date.toISOString().slice(0, 10)
        const written = date.toUTCString()
        expect(readDay(written.slice(0, 16), null)).toBe(day)
        expect(readDay(written.replace('GMT', 'UTC+0000'), null)).toBe(day)
        expect(readDay(date.toISOString(), null)).toBe(day)
      }),
    )
  })

  it.each([
    ['2026-12-31', null, '2026-12-31'],
    ['2026/1/5', null, '2026-01-05'],
    ['31/Dec/26 4:05 PM', null, '2026-12-31'],
    ['31 December 2026', null, '2026-12-31'],
    ['Dec 31, 2026', null, '2026-12-31'],
    ['December 31st, 2026', null, '2026-12-31'],
    ['03/02/2026', null, 'ambiguous'],
    ['03/02/2026', 'day_first', '2026-02-03'],
    ['03/02/2026', 'month_first', '2026-03-02'],
    ['31.12.2026', null, '2026-12-31'],
    ['12-31-2026', null, '2026-12-31'],
    ['31.12.2026', 'month_first', undefined],
    ['05/05/26', null, '2026-05-05'],
    ['2026-02-30', null, undefined],
    ['31 Foo 2026', null, undefined],
    ['tomorrow', null, undefined],
    ['12', null, undefined],
  ] as const)('%o, %o is %o', (text, order, day) => {
    expect(readDay(text, order)).toBe(day)
  })
})

it('knows columns by what they are called elsewhere, each once', () => {
  const header = ['Issue Key', 'Summary', 'Status', 'Due date', 'Story Points', 'Title', 'Sprint']
  expect(suggest(header)).toEqual([
    ...[null, 'name', 'state', 'target_date', 'estimate', null, 'cycle'],
  ])
})
