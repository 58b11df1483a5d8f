import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type Cell = string | number | boolean | null

const marks: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const encode = (cell: Cell): string => {
  if (cell === null) return '\\N'
  if (typeof cell !== 'string') return String(cell)
  return /[\\\t\n\r]/.test(cell) ? cell.replace(/[\\\t\n\r]/g, (mark) => marks[mark] ?? mark) : cell
}

/** Rows of this many items fit easily into one string and the driver's buffer. */
const AT_ONCE = 20_000

/** COPY in PostgreSQL's text format: some ten times faster than INSERT. */
export async function copyRows(
  client: ClientBase,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  if (rows.length === 0) return
  const names = columns.map((column) => `"${column}"`).join(', ')
  function* lines() {
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const some = rows.slice(at, at + AT_ONCE)
      yield `${some.map((row) => row.map(encode).join('\t')).join('\n')}\n`
    }
  }
  await pipeline(lines, client.query(copyFrom(`copy ${table} (${names}) from stdin`)))
}
