import { createHash } from 'node:crypto'
import type { TableRow } from './read-csv.ts'

const digest = (cells: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify(cells.map((cell) => cell.trim())))
    .digest('base64url')

/**
 * Identifies a row when its file is imported again: by its cells, and its position among equal rows
 * of the file. So a corrected file imports only new rows.
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
