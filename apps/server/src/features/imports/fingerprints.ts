import { createHash } from 'node:crypto'
import type { TableRow } from './read-csv.ts'

const digest = (cells: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify(cells.map((cell) => cell.trim())))
    .digest('base64url')

/**
 * By what a row is known when its file comes again: its cells, and which of several equal rows of
 * the file it is. So a corrected file brings only what is new in it.
 */
export function fingerprintsOf(rows: readonly TableRow[]): string[] {
  const seen = new Map<string, number>()
  return rows.map(({ cells }) => {
    const text = digest(cells)
    const nth = (seen.get(text) ?? 0) + 1
    seen.set(text, nth)
    return `${text}.${nth}`
  })
}
