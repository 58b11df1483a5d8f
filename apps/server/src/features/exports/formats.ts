import { type ExportProvider, toCsv } from '@cairn/contract'
import { type Column, headerOf, toCells, toObject } from './cells.ts'
import type { ExportedItem } from './item-queries.ts'
import { xlsx } from './xlsx.ts'

type Pages = AsyncIterable<ExportedItem[]>
type Columns = readonly Column[]

async function* csv(pages: Pages, columns: Columns) {
  yield Buffer.from(`${toCsv([headerOf(columns)])}\r\n`)
  for await (const cells of rowsOf(pages, columns)) yield Buffer.from(`${toCsv(cells)}\r\n`)
}

async function* json(pages: Pages, columns: Columns) {
  let before = '[\n'
  for await (const items of pages) {
    const objects = items.map((item) => JSON.stringify(toObject(columns, item)))
    yield Buffer.from(before + objects.join(',\n'))
    before = ',\n'
  }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n')
}

async function* rowsOf(pages: Pages, columns: Columns) {
  for await (const items of pages) yield items.map((item) => toCells(columns, item))
}

type Format = (pages: Pages, columns: Columns) => AsyncIterable<Uint8Array>

/** The bytes of one file; a page of items is never empty. */
export const formats: Record<ExportProvider, Format> = {
  csv,
  json,
  xlsx: (pages, columns) => xlsx(headerOf(columns), rowsOf(pages, columns)),
}
