import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth } from './growth.ts'
import { type Piece, readHtml, textOf } from './html-reader.ts'

describe('reading HTML', () => {
  it('gives elements, attributes and text', () => {
    expect(readHtml('<p data-x="1 &lt; 2">a &amp; <strong>b</strong><br />c</p>')).toEqual([
      {
        tag: 'p',
        attributes: { 'data-x': '1 < 2' },
        children: [
          'a & ',
          { tag: 'strong', attributes: {}, children: ['b'] },
          { tag: 'br', attributes: {}, children: [] },
          'c',
        ],
      },
    ])
  })

  it.each([
    ['a &#65; &#x42; &nbsp;', 'a A B \u00a0'],
    ['&unknown; &#99999999; &#1114112;', '&unknown; &#99999999; &#1114112;'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['<!-- gone --><p>stays</p>', 'stays'],
    ['<p>never closed', 'never closed'],
    ['</div>stray', 'stray'],
    ['2 < 3', '2 < 3'],
  ])('reads the text of %o as %o', (html, text) => {
    expect(textOf(readHtml(html))).toBe(text)
  })

  it('reads anything without failing, and keeps to text and elements', () => {
    const isPiece = (piece: Piece): boolean =>
      typeof piece === 'string' || piece.children.every(isPiece)
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (html) => readHtml(html).every(isPiece)))
  })

  it('reads text back that was escaped', () => {
    const escaped = (text: string) =>
      text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
    fc.assert(
      fc.property(fc.string(), (text) => textOf(readHtml(`<p>${escaped(text)}</p>`)) === text),
    )
  })

  it.each([
    ['open brackets', (count: number) => '<'.repeat(count)],
    ['quotes', (count: number) => `<a ${'"'.repeat(count)}`],
    ['attributes', (count: number) => `<a ${'b '.repeat(count / 2)}`],
  ])('does not hang on a lot of %s', (_what, htmlOf) => {
    expect(growth(50_000, (count) => readHtml(htmlOf(count)))).toBeLessThan(10)
  })
})
