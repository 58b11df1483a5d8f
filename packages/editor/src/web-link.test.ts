import { expect, it } from 'vitest'
import { isWebLink, toWebLink } from './web-link.ts'

it.each([
  ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
  ['http://example.com', 'http://example.com'],
  ['example.com/docs', 'https://example.com/docs'],
  [' www.example.com ', 'https://www.example.com'],
  ['localhost:3000/x', 'https://localhost:3000/x'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['nope', null],
  ['two words.com', null],
  ['javascript:alert(1)', null],
  ['JavaScript:alert(1)//example.com', null],
  ['data:text/html,x', null],
  ['mailto:ada@example.com', null],
  ['ftp://example.com', null],
  ['', null],
])('reads %o as %o', (typed, link) => {
  expect(toWebLink(typed)).toBe(link)
})

it('takes only whole addresses for links', () => {
  expect(isWebLink('https://example.com')).toBe(true)
  expect(isWebLink('example.com')).toBe(false)
  expect(isWebLink('javascript:alert(1)')).toBe(false)
})
