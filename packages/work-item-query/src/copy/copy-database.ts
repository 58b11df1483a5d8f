export type Cell = string | number | null

/**
 * SQLite, provided by the browser's worker, or by Node in the tests, which must define `name_key`.
 */
export interface CopyDatabase {
  exec(text: string): void
  all<Row>(text: string, values?: readonly Cell[]): Row[]
}

/** All or nothing. */
export function inTransaction<Result>(db: CopyDatabase, work: () => Result): Result {
  db.exec('begin')
  try {
    const result = work()
    db.exec('commit')
    return result
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}

/** Ids as one value: a list has any length, but a statement has a limit. */
export const listOf = (ids: Iterable<string>) => JSON.stringify([...ids])
export const inList = '(select value from json_each(?))'
