import { type ExportProvider, toCsv } from '@cairn/contract'
import { header, toCells, toObject } from './cells.ts'
import type { ExportedItem } from './item-queries.ts'
import { xlsx } from './xlsx.ts'

type Pages = AsyncIterable<ExportedItem[]>

async function* csv(pages: Pages) {
  yield Buffer.from(`${toCsv([header])}\r\n`)
  for await (const items of pages) yield Buffer.from(`${toCsv(items.map(toCells))}\r\n`)
}

async function* json(pages: Pages) {
  let before = '[\n'
  for await (const items of pages) {
    yield Buffer.from(before + items.map((item) => JSON.stringify(toObject(item))).join(',\n'))
    before = ',\n'
  }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n')
}

async function* rowsOf(pages: Pages) {
  for await (const items of pages) yield items.map(toCells)
}

/** The bytes of one file; a page of items is never empty. */
export const formats: Record<ExportProvider, (pages: Pages) => AsyncIterable<Uint8Array>> = {
  csv,
  json,
  xlsx: (pages) => xlsx(header, rowsOf(pages)),
}
