import fc from 'fast-check'
import { expect, it } from 'vitest'
import { arePlainParagraphs } from './plain-paragraphs.ts'
import { sanitiseHtml } from './sanitise.ts'
import { stripHtml } from './strip.ts'

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...' \t\n\r\u0000\u0085\u00a0\u2028"\'/=aé<>&'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
})
const html = fc
  .array(text, { minLength: 1, maxLength: 4 })
  .map((texts) => texts.map((one) => `<p>${one}</p>`).join(''))

it('leaves paragraphs of plain text as the parser would', () => {
  let plain = 0
  fc.assert(
    fc.property(html, (written) => {
      if (arePlainParagraphs(written)) plain += 1
      // The comment is removed, but needs the parser.
      const parsed = `${written}<!-- -->`
      expect(sanitiseHtml(written)).toBe(sanitiseHtml(parsed))
      expect(stripHtml(written)).toBe(stripHtml(parsed))
    }),
    { numRuns: 300 },
  )
  expect(plain).toBeGreaterThan(30)
})

it('recognizes nothing else as plain', () => {
  const others = ['', '<p>', 'text', '<p>a<b>b</b></p>', '<p>a &amp; b</p>', '<p class="a">b</p>']
  for (const other of [...others, '<p>\u0000</p>', '<p>\ud800</p>', '<p>a</p> ']) {
    expect(arePlainParagraphs(other), other).toBe(false)
  }
  expect(arePlainParagraphs('<p></p><p>"Quoted", it\'s plain.</p>')).toBe(true)
})
