import type { WorkspaceStorage } from '@cairn/contract'
import type { Config } from '#config'
import { readStorageLimit } from '#features/instance-settings/service.ts'
import type { Db } from '#kernel/database/schema.ts'
import { storageFull } from './content.ts'
import { findStorage } from './queries.ts'

/** How much a workspace's files take, and may take. */
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
 * Throws where a workspace's files take more than they may. A row that waits for its file counts with
 * the size that was announced: checked in the transaction that adds it, while the count is locked, two
 * uploads cannot pass the limit together.
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
