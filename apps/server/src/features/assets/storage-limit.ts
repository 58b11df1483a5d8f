import type { WorkspaceStorage } from '@cairn/contract'
import type { Config } from '#config'
import { readStorageLimit } from '#features/instance-settings/service.ts'
import type { Db } from '#kernel/database/schema.ts'
import { storageFull } from './content.ts'
import { findStorage } from './queries.ts'

/** How much storage a workspace uses, and its limit. */
export async function readStorage(
  db: Db,
  config: Config,
  workspace_id: string,
): Promise<WorkspaceStorage> {
  const { used_bytes = 0, limit_bytes = null } = (await findStorage(db, workspace_id)) ?? {}
  const limit = limit_bytes ?? (await readStorageLimit(db, config))
  return { used: used_bytes, limit: limit || null }
}

/**
 * Throws if a workspace's files exceed its limit. A pending upload counts with its declared size:
 * since this is checked in the transaction that inserts it, while the count is locked, two uploads
 * cannot exceed the limit together.
 */
export async function refuseBeyondLimit(
  db: Db,
  { config }: { config: Config },
  { workspace_id }: { workspace_id?: string | null },
): Promise<void> {
  if (!workspace_id) return
  const { used, limit } = await readStorage(db, config, workspace_id)
  if (limit !== null && used > limit) throw storageFull()
}
