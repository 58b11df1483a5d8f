import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNextPath } from './next-path.ts'

const origin = 'https://cairn.example'
const isHeaderValue = /^[\x21-\x7e]*$/

/** Parts that lead to another origin when a parser joins them, between ordinary text. */
const piece = fc.oneof(
  fc.constantFrom('/', '//', '\\', '\t', '\r\n', '\0', ' ', '.', '..', '/.', ':', '@', '?', '#'),
  fc.constantFrom('%09', '%2f', '%5c', '%0d%0a', '%2e', 'https:', 'http:/', 'javascript:', 'data:'),
  fc.constantFrom('evil.example', '[::1]', 'acme', '\u2028', '\ud800', '／', '\u00a0', '\ufeff'),
  fc.string({ maxLength: 5, unit: 'binary' }),
)
const typed = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))

describe('the path to continue to', () => {
  it.each([
    ['/\t/evil.example', '/'],
    ['/\r\n/evil.example', '/'],
    ['/a\r\nSet-Cookie: x=1', '/aSet-Cookie:%20x=1'],
    ['/\\evil.example', '/evil.example'],
    ['\t//evil.example/acme', '/acme'],
    ['/.//evil.example', ''],
    ['https://evil.example//evil.example', ''],
    ['java\tscript:alert(1)', ''],
    ['mailto:ada@cairn.example', ''],
    ['/acme/?a=1#top', '/acme/?a=1#top'],
    ['/größe/', '/gr%C3%B6%C3%9Fe/'],
  ])('is read from %o as %o', (wanted, path) => {
    expect(readNextPath(wanted)).toBe(path)
  })

  it('stays on our origin and fits into a header, whatever is typed', () => {
    fc.assert(
      fc.property(typed, (wanted) => {
        const path = readNextPath(wanted)
        expect(new URL(path, origin).origin).toBe(origin)
        expect(new URL(`/spaces${path}`, origin).origin).toBe(origin)
        expect(path).toMatch(isHeaderValue)
        expect(readNextPath(path).length === 0 || readNextPath(path) === path).toBe(true)
      }),
      { numRuns: 20_000 },
    )
  })
})
