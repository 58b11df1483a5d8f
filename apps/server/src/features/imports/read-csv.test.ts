import { toCsv } from '@cairn/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { delimiterOf, readRows, readTable } from './read-csv.ts'

const tableOf = (text: string) => readTable(Buffer.from(text))

it('reads back whatever our own files say, formulas and all', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('=1', '+1', '-x', '@a', 'a,b', '"', 'two\nlines', ' a '),
  )
  const rows = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }),
    )
  fc.assert(
    fc.property(rows, (written) => {
      // A quote typed by a user is taken for our guard.
      fc.pre(!written.flat().some((text) => /^'([=+@\t\r]|-.)/.test(text)))
      expect([...readRows(toCsv(written), ',')]).toEqual(written)
    }),
  )
})

it.each([
  ['a,b;c\n', ','],
  ['a;b;c\n1,2,3,4', ';'],
  ['a\tb', '\t'],
  ['a|b', '|'],
  ['"a;b;c",d', ','],
  ['name', ','],
])('knows what parts the cells of %o', (text, delimiter) => {
  expect(delimiterOf(text)).toBe(delimiter)
})

describe('a file', () => {
  it.each([
    ['with Windows line ends', 'Name,State\r\nridge,Todo\r\n'],
    ['with a byte order mark', '\ufeffName,State\nridge,Todo'],
    ['with semicolons', 'Name;State\nridge;Todo\n'],
    ['with old line ends', 'Name,State\rridge,Todo\r'],
    ['with quotes', '"Name","State"\n"ridge","Todo"'],
  ])('%s is read', async (_how, text) => {
    expect(await tableOf(text)).toEqual({
      header: ['Name', 'State'],
      rows: [{ row: 2, cells: ['ridge', 'Todo'] }],
    })
  })

  it('is read as its bytes say: UTF-16, or what Windows saves', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Name\nGrüße', 'utf16le')])
    const windows = Buffer.from('Name\nGrüße', 'latin1')
    for (const bytes of [utf16, windows]) {
      expect((await readTable(bytes)).rows).toEqual([{ row: 2, cells: ['Grüße'] }])
    }
  })

  it('counts rows as a spreadsheet does, empty ones too', async () => {
    const { rows } = await tableOf('Name\none\n\n"two\nlines"\n,,\nthree\n')
    expect(rows.map(({ row }) => row)).toEqual([2, 4, 6])
  })

  it.each([
    ['', 'empty'],
    ['  \n ', 'empty'],
    ['Name\n', 'no rows below'],
    ['\nName\none', 'first row is empty'],
    ['Name\n"one', 'never closed'],
    ['PK\u0003\u0004', 'Save it as CSV'],
    [`Name\n${'x\n'.repeat(10_001)}`, 'more than 10,000 rows'],
    [`${'a,'.repeat(501)}\n1`, 'more than 500 columns'],
  ])('that is none is refused with a sentence: %o', async (text, sentence) => {
    await expect(tableOf(text)).rejects.toThrow(sentence)
  })
})
