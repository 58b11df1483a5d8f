import type { Db } from '#kernel/database/schema.ts'
import type { Storage } from '#kernel/storage/storage.ts'
import { allowLongStatements, listDemos, listFilesOf, removeDemoRows } from './queries.ts'

/**
 * Removes demo workspaces completely: rows, files, and their invented users. Without `all`, only
 * those whose workspace was deleted. Returns how many.
 */
export async function removeDemos(db: Db, storage: Storage, { all }: { all: boolean }) {
  const demos = await listDemos(db, !all)
  for (const demo of demos) {
    const keys = await db.transaction().execute(async (tx) => {
      await allowLongStatements(tx)
      const files = await listFilesOf(tx, demo.workspace_id)
      await removeDemoRows(tx, demo)
      return files
    })
    for (const key of keys) await storage.remove(key)
  }
  return demos.length
}
