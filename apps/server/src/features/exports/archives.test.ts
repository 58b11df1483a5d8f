import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cellsOf, unzip } from './test-kit/unzip.ts'
import { columnName, xlsx } from './xlsx.ts'
import { zip } from './zip.ts'

async function* pagesOf<Row>(rows: Row[], size: number) {
  for (let n = 0; n < rows.length; n += size) yield rows.slice(n, n + size)
}

it('packs any files so that what is unpacked is what was packed', async () => {
  const file = fc.tuple(
    fc.stringMatching(/^[\wäß ]{1,20}\.csv$/),
    fc.array(fc.uint8Array({ maxLength: 5000 }), { maxLength: 5 }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(file, { maxLength: 4, selector: ([name]) => name }),
      async (files) => {
        const entries = files.map(([name, content]) => ({ name, content }))
        const unpacked = unzip(await buffer(zip(entries)))
        expect([...unpacked]).toEqual(files.map(([name, parts]) => [name, Buffer.concat(parts)]))
      },
    ),
    { numRuns: 50 },
  )
})

it('fails as what it packs does, and holds nothing open', async () => {
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('the source is gone')
  }
  const packing = buffer(zip([{ name: 'a', content: broken() }]))
  await expect(packing).rejects.toThrow('the source is gone')
})

it('stops reading when nobody wants the rest', async () => {
  let read = 0
  async function* endless() {
    for (;;) {
      read += 1
      yield Buffer.from(crypto.randomUUID().repeat(1000))
    }
  }
  for await (const chunk of zip([{ name: 'a', content: endless() }])) {
    if (chunk.length > 1000) break
  }
  const then = read
  await new Promise((resolve) => setImmediate(resolve))
  expect(read - then).toBeLessThan(10)
})

// @cap:exports.formula-safe
it('writes every text into a workbook as text, whatever it begins with', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 })
  const formula = fc.constantFrom('=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '_x0041_', '<b>&"')
  const row = fc.tuple(fc.oneof(text, formula), fc.integer())
  await fc.assert(
    fc.asyncProperty(fc.array(row), fc.integer({ min: 1, max: 5 }), async (rows, size) => {
      const files = unzip(await buffer(xlsx(['Name', 'Count'], pagesOf(rows, size))))
      const sheet = String(files.get('xl/worksheets/sheet1.xml'))
      expect(sheet).not.toContain('<f')
      // Characters XML cannot hold are left out.
      const readable = rows.map(([words, count]) => [
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
        words.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''),
        count,
      ])
      expect(cellsOf(sheet)).toEqual([['Name', 'Count'], ...readable])
    }),
    { numRuns: 50 },
  )
})

it('goes on in another sheet where one is full', async () => {
  const rows = Array.from({ length: 7 }, (_, n) => [n])
  const files = unzip(await buffer(xlsx(['N'], pagesOf(rows, 2), { mostRows: 4 })))
  const sheets = [...files.keys()].filter((name) => name.startsWith('xl/worksheets/'))
  expect(sheets).toHaveLength(3)
  const all = sheets.map((name) => cellsOf(String(files.get(name))))
  expect(all).toEqual([
    [['N'], [0], [1], [2]],
    [['N'], [3], [4], [5]],
    [['N'], [6]],
  ])
  const types = String(files.get('[Content_Types].xml'))
  for (const name of files.keys()) {
    if (name.endsWith('.xml') && name !== '[Content_Types].xml') expect(types).toContain(`/${name}`)
  }
})

it('is one empty sheet where there is nothing', async () => {
  const files = unzip(await buffer(xlsx(['N'], pagesOf([], 2))))
  expect(cellsOf(String(files.get('xl/worksheets/sheet1.xml')))).toEqual([['N']])
})

it.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('calls column %i %s', (index, name) => {
  expect(columnName(index)).toBe(name)
})
