import { DatabaseSync } from 'node:sqlite'
import type { CopyDatabase } from '../copy/copy-database.ts'
import { nameKey } from '../list-query.ts'

/** SQLite in this process, as opened by the browser's worker. */
export function nodeDatabase(): CopyDatabase {
  const database = new DatabaseSync(':memory:')
  database.function('name_key', { deterministic: true }, (name) =>
    name === null ? null : nameKey(String(name)),
  )
  return {
    exec: (text) => database.exec(text),
    all: <Row>(text: string, values: readonly (string | number | null)[] = []) =>
      database.prepare(text).all(...values) as Row[],
  }
}
