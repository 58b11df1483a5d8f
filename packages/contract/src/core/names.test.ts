import { expect, it } from 'vitest'
import { readEmail } from './email-address.ts'
import { readNextPath } from './next-path.ts'
import { containsUrl, identifierFrom, isReservedSlug, isSlug, slugFrom } from './slugs.ts'

it.each([
  [' Ada@Cairn.Example ', 'ada@cairn.example'],
  ['a.b+c@x-y.co', 'a.b+c@x-y.co'],
  ['ada', null],
  ['ada@cairn', null],
  ['ada@-cairn.example', null],
  ['a da@cairn.example', null],
  ['ada@cairn.example, eve@cairn.example', null],
  ['ada@cairn.example\nBcc: eve@cairn.example', null],
  [`${'a'.repeat(251)}@b.co`, null],
])('reads %o as the address %o', (typed, email) => {
  expect(readEmail(typed)).toBe(email)
})

it.each([
  [undefined, ''],
  ['', ''],
  ['/acme/', '/acme/'],
  ['/acme/?a=1', '/acme/?a=1'],
  ['https://evil.example/acme/?a=1', '/acme/?a=1'],
  ['//evil.example/acme', '/acme'],
  ['\\\\evil.example/acme', ''],
  ['/\\evil.example', '/evil.example'],
  ['acme', ''],
  ['/a/../b', ''],
  ['javascript:alert(1)', ''],
  ['/x?to=javascript:alert(1)', ''],
  ['/<script>', ''],
  [`/${'a'.repeat(500)}`, ''],
])('reads the way on %o as %o', (typed, path) => {
  expect(readNextPath(typed)).toBe(path)
})

it.each([
  ['Trail Maps & Co.', 'trail-maps-co'],
  ['Çedilla Ünder', 'cedilla-under'],
  ['  ', ''],
  ['x'.repeat(60), 'x'.repeat(48)],
])('proposes the address of %o as %o', (name, slug) => {
  expect(slugFrom(name)).toBe(slug)
})

it.each([
  ['Trail Maps', 'TRAIL'],
  ['é', 'E'],
  ['42nd street', '42NDS'],
  ['!!!', ''],
])('proposes the identifier of %o as %o', (name, identifier) => {
  expect(identifierFrom(name)).toBe(identifier)
})

it('knows which first segments are its own, whatever their case', () => {
  for (const slug of ['api', 'API', 'god-mode', 'sign-up', 'cairn', 'health']) {
    expect(isReservedSlug(slug)).toBe(true)
  }
  expect(isReservedSlug('acme')).toBe(false)
})

it('knows a slug and a URL when it sees one', () => {
  expect(['acme', 'Acme_2', 'a-b'].every(isSlug)).toBe(true)
  expect(['', 'a b', 'ä', 'a/b', 'a.b'].some(isSlug)).toBe(false)
  expect(['http://x', 'see HTTPS://x', 'www.x'].every(containsUrl)).toBe(true)
  expect(containsUrl('httpish www')).toBe(false)
})
