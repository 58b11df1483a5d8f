import { expect, it } from 'vitest'
import { toParagraphs } from './paragraphs.ts'

it.each([
  ['', '<p></p>'],
  ['one', '<p>one</p>'],
  ['one\ntwo', '<p>one<br>two</p>'],
  ['one\n\n\ntwo\n', '<p>one</p><p>two</p>'],
  ['a < b & "c"', '<p>a &lt; b &amp; &quot;c&quot;</p>'],
])('writes %j as %s', (text, html) => {
  expect(toParagraphs(text)).toBe(html)
})
