import { expect, it } from 'vitest'
import { csvOf } from './token-file.ts'

it('quotes cells and lets none be a formula', () => {
  expect(
    csvOf([
      ['Title', 'Expiry'],
      ['a "b", c', '=HYPERLINK("x")'],
    ]),
  ).toBe('"Title","Expiry"\r\n"a ""b"", c","\'=HYPERLINK(""x"")"')
})
