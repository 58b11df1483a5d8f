import { randomUUID } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FoundBackup } from '@cairn/contract'
import type { Config } from '#config'
import { writeAll } from '#kernel/storage/write-all.ts'
import { isEncrypted } from '../../backup/encryption.ts'
import { fileSource } from '../../backup/source.ts'

type Folders = Pick<Config, 'backupDir' | 'dataDir'>

/** Names of other files are never opened, wherever they would lead. */
const isBackupName = (name: string) => /^[\w-][\w.-]{0,200}\.tar(\.enc)?$/.test(name)

const UPLOAD = 'uploaded-'
const isUploadName = (name: string) => /^uploaded-[0-9a-f-]{36}$/.test(name)

/** Where a backup of this name is. */
function pathOf(config: Folders, name: string): string | undefined {
  if (isUploadName(name)) return path.join(config.dataDir, name)
  return isBackupName(name) ? path.join(config.backupDir, name) : undefined
}

/** Undefined: there is no such backup. */
export async function findBackup(
  config: Folders,
  name: string,
): Promise<(FoundBackup & { file: string }) | undefined> {
  const file = pathOf(config, name)
  if (!file) return undefined
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) return undefined
  const is_encrypted = await isEncrypted(fileSource(file)).catch(() => undefined)
  if (is_encrypted === undefined) return undefined
  return { name, size: found.size, modified_at: found.mtime.toISOString(), is_encrypted, file }
}

const MAX_LISTED = 200

/** In the folder of backups, the newest first. */
export async function listBackups(config: Folders): Promise<FoundBackup[]> {
  const names = await readdir(config.backupDir).catch(() => [])
  const found = await Promise.all(
    names
      .filter(isBackupName)
      .sort()
      .slice(-MAX_LISTED)
      .map((name) => findBackup(config, name)),
  )
  return found
    .flatMap((each) => each ?? [])
    .map(({ file: _, ...backup }) => backup)
    .sort((one, other) => other.modified_at.localeCompare(one.modified_at))
}

/** Stores an uploaded backup beside the data; earlier ones are removed. */
export async function storeUpload(config: Folders, content: AsyncIterable<Uint8Array>) {
  await removeUploads(config)
  const name = `${UPLOAD}${randomUUID()}`
  const file = path.join(config.dataDir, name)
  // It contains keys.
  const handle = await open(file, 'wx', 0o600)
  try {
    await writeAll(handle, content, Number.MAX_SAFE_INTEGER).finally(() => handle.close())
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  return findBackup(config, name)
}

export async function removeUploads({ dataDir }: Folders): Promise<void> {
  const names = await readdir(dataDir).catch(() => [])
  for (const name of names.filter(isUploadName)) await rm(path.join(dataDir, name), { force: true })
}
