import { lookup } from '@cairn/contract'
import { type Cell, type CopyDatabase, inTransaction } from './copy-database.ts'
import { type Feed, type Reference, type ReferenceRow, references } from './feed.ts'
import { readOption, removeOption, writeOption } from './options.ts'

const columns: Record<Reference, readonly string[]> = {
  states: ['id', 'project_id', 'name', 'color', 'group', 'sequence'],
  labels: ['id', 'project_id', 'name', 'color'],
  modules: ['id', 'project_id', 'name'],
  cycles: ['id', 'project_id', 'name', 'archived_at'],
  estimate_points: ['id', 'key', 'value'],
  members: ['id', 'first_name', 'last_name', 'display_name'],
}

const cellsOf = (table: Reference, row: ReferenceRow) =>
  columns[table].map((column) => (lookup(row, column) ?? null) as Cell)

const namesOf = (table: Reference) => columns[table].map((column) => `"${column}"`).join(', ')

/** Rows of a table that are fetched together. */
interface Part {
  table: Reference
  where: string
  values?: readonly string[]
}

const wholeOf = (table: Reference): Part => ({
  table,
  // Archived cycles are fetched with their project.
  where: table === 'cycles' ? 'archived_at is null' : 'true',
})

/** Replaces the rows. Returns whether anything changed. */
function replacePart(
  db: CopyDatabase,
  { table, where, values = [] }: Part,
  rows: readonly ReferenceRow[],
): boolean {
  const now = rows.map((row) => cellsOf(table, row))
  return inTransaction(db, () => {
    const cachedRows = db.all<ReferenceRow>(
      `select ${namesOf(table)} from ${table} where ${where}`,
      values,
    )
    const before = cachedRows.map((row) => cellsOf(table, row))
    if (String(before.map(String).toSorted()) === String(now.map(String).toSorted())) return false
    db.all(`delete from ${table} where ${where}`, values)
    for (const row of rows) putReference(db, table, row)
    return true
  })
}

export function putReference(db: CopyDatabase, table: Reference, row: ReferenceRow) {
  const marks = columns[table].map(() => '?').join(', ')
  const text = `insert or replace into ${table} (${namesOf(table)}) values (${marks})`
  db.all(text, cellsOf(table, row))
}

export const removeReference = (db: CopyDatabase, table: Reference, id: string) =>
  void db.all(`delete from ${table} where id = ?`, [id])

const MARKER = 'sync_workspace'
const SYNCED = 'workspace_synced_at'
const MARKER_MS = 5_000

/** How long another sync may still be running; one that never finished does not block longer. */
export function waitForOther(db: CopyDatabase, now: number): number {
  const since = Number(readOption(db, MARKER) ?? 0)
  return Math.max(0, Math.min(MARKER_MS, since + MARKER_MS - now))
}

export const isWorkspaceLoaded = (db: CopyDatabase) => readOption(db, SYNCED) !== undefined

/** Replaces all tables, under a marker. Returns whether any of them changed. */
export async function syncWorkspace(db: CopyDatabase, feed: Feed, now: number): Promise<boolean> {
  writeOption(db, MARKER, String(now))
  try {
    const answers = await Promise.all(references.map((table) => feed.reference(table)))
    const changed = references.filter((table, n) =>
      replacePart(db, wholeOf(table), answers[n] ?? []),
    )
    writeOption(db, SYNCED, String(now))
    return changed.length > 0
  } finally {
    removeOption(db, MARKER)
  }
}

export const cacheArchivedCycles = (
  db: CopyDatabase,
  project_id: string,
  rows: readonly ReferenceRow[],
) =>
  replacePart(
    db,
    { table: 'cycles', where: 'archived_at is not null and project_id = ?', values: [project_id] },
    rows,
  )
