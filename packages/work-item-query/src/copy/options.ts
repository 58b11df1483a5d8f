import type { CopyDatabase } from './copy-database.ts'

export function readOption(db: CopyDatabase, key: string): string | undefined {
  const [row] = db.all<{ value: string }>('select value from options where key = ?', [key])
  return row?.value
}

export const writeOption = (db: CopyDatabase, key: string, value: string) =>
  void db.all('insert or replace into options (key, value) values (?, ?)', [key, value])

export const removeOption = (db: CopyDatabase, key: string) =>
  void db.all('delete from options where key = ?', [key])
