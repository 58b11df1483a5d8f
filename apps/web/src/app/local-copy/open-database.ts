import { type Cell, type CopyDatabase, isUsable, nameKey } from '@cairn/work-item-query/copy'
import sqlite, { type SAHPoolUtil } from '@sqlite.org/sqlite-wasm'
import { COPIES } from '#data/copy-files.ts'

let pool: Promise<SAHPoolUtil> | undefined

/** Each database takes two files: the database and its journal. */
const FILES = 12

const TRIES = 8
const REST_MS = 200

const pause = () => new Promise((resolve) => setTimeout(resolve, REST_MS))

async function openPool(): Promise<SAHPoolUtil> {
  const library = await sqlite()
  const options = {
    ...{ name: COPIES, directory: COPIES, initialCapacity: FILES },
    // A page that was just left may still have the files open.
    ...{ preserveOnInitFailure: true, forceReinitIfPreviouslyFailed: true },
  }
  for (let n = 1; n < TRIES; n++) {
    const files = await library.installOpfsSAHPoolVfs(options).catch(pause)
    if (files) return files as SAHPoolUtil
  }
  return library.installOpfsSAHPoolVfs(options)
}

export interface OpenedDatabase extends CopyDatabase {
  close: () => void
}

function connect({ OpfsSAHPoolDb }: SAHPoolUtil, file: string): OpenedDatabase {
  const database = new OpfsSAHPoolDb(file)
  database.createFunction({
    name: 'name_key',
    deterministic: true,
    xFunc: (_, name) => (name === null ? null : nameKey(String(name))),
  })
  return {
    exec: (text) => void database.exec(text),
    all: <Row>(text: string, values: readonly Cell[] = []) =>
      database.exec(text, {
        bind: values.length > 0 ? [...values] : undefined,
        rowMode: 'object',
        returnValue: 'resultRows',
      }) as Row[],
    close: () => database.close(),
  }
}

const fileOf = (slug: string) => `/${slug}.sqlite3`

/** Removes the databases of other workspaces; none of them may be open. */
export async function removeOthers(slugs: readonly string[]) {
  const files = await pool
  // Includes files that an unfinished write left.
  const isOwn = (file: string) => slugs.some((slug) => file.startsWith(fileOf(slug)))
  for (const file of files?.getFileNames() ?? []) if (!isOwn(file)) files?.unlink(file)
}

/** The user's copy of a workspace; a copy they cannot use is discarded. */
export async function openDatabase(slug: string, user_id: string): Promise<OpenedDatabase> {
  pool ??= openPool()
  const files = await pool
  const file = fileOf(slug)
  await files.reserveMinimumCapacity(files.getFileNames().length + 2)
  const database = connect(files, file)
  if (isUsable(database, user_id)) return database
  database.close()
  files.unlink(file)
  return connect(files, file)
}

/** Includes their contents. */
export async function removeDatabases() {
  await (await pool)?.removeVfs()
}
