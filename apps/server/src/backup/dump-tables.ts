import type { ClientBase } from 'pg'
import type { ArchiveWriter } from './archive.ts'
import { CopyOut } from './copy-out.ts'
import { names } from './manifest.ts'
import { pack } from './packing.ts'
import { selectFrom, type Table } from './tables.ts'

/** Bytes of one part before compression: this much is held in memory at a time. */
const PART = 2 * 1024 * 1024
const NEW_LINE = 10

/** Parts of whole rows: a line is a row, since COPY writes a line break inside a text as `\n`. */
async function* partsOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    const cut = size + chunk.length < PART ? -1 : chunk.lastIndexOf(NEW_LINE)
    if (cut < 0) {
      waiting.push(chunk)
      size += chunk.length
      continue
    }
    yield Buffer.concat([...waiting, chunk.subarray(0, cut + 1)])
    const rest = chunk.subarray(cut + 1)
    waiting = rest.length > 0 ? [rest] : []
    size = rest.length
  }
  if (size > 0) yield Buffer.concat(waiting)
}

/**
 * Writes every row of these tables as this transaction sees them. Returns the row count of each.
 */
export async function dumpTables(client: ClientBase, archive: ArchiveWriter, tables: Table[]) {
  const counts = new Map<string, number>()
  for (const table of tables) {
    const rows = client.query(new CopyOut(`copy (${selectFrom(table)}) to stdout`))
    let part = 0
    let previous: Promise<Buffer> | undefined
    const write = async (lines: Promise<Buffer>) => {
      part += 1
      await archive.add(names.table(table.name, part), await lines)
    }
    for await (const lines of partsOf(rows)) {
      // Compressed in another thread while the next part is read.
      const current = pack(lines)
      if (previous) await write(previous)
      previous = current
    }
    if (previous) await write(previous)
    counts.set(table.name, rows.rowCount)
  }
  return Object.fromEntries(counts)
}
