export type Cell = string | number | null

/** SQLite, whoever brings it: the browser's worker, or Node in the tests. `name_key` is theirs to define. */
export interface CopyDatabase {
  exec(text: string): void
  all<Row>(text: string, values?: readonly Cell[]): Row[]
}

/** All of it, or nothing. */
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

/** Ids as one value: a list has any length, a statement does not. */
export const listOf = (ids: Iterable<string>) => JSON.stringify([...ids])
export const inList = '(select value from json_each(?))'
