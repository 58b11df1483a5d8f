import { expect, it } from 'vitest'
import { toCsv } from './csv.ts'

it('quotes every value and doubles the quotes in it', () => {
  expect(
    toCsv([
      ['Name', 'Count'],
      ['the "long" way, uphill', 3],
    ]),
  ).toBe('"Name","Count"\r\n"the ""long"" way, uphill","3"')
})

it.each([
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['+44', '"\'+44"'],
  ['@me', '"\'@me"'],
  ['-', '"-"'],
  ['-x', '"\'-x"'],
  [-4, '"-4"'],
  ['-4.5', '"-4.5"'],
  ['2026-01-01', '"2026-01-01"'],
])('writes %o so that no spreadsheet runs it', (value, written) => {
  expect(toCsv([[value]])).toBe(written)
})
