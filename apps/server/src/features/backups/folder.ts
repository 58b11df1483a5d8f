import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, realpath, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#config'
import { isDiskFull } from '#kernel/http/errors.ts'
import { BackupFailure } from './failure.ts'

/** What Cairn stores there is served, or belongs to the database. */
const ownFolders = ['files', 'postgres']

const isInside = (folder: string, outer: string) => {
  const between = path.relative(outer, folder)
  return between === '' || !(between.startsWith('..') || path.isAbsolute(between))
}

/**
 * The folder as it is after all symbolic links, checked by writing into it. Only the default folder
 * is created: where another is missing, a disk is probably not mounted.
 */
export async function openBackupFolder(
  config: Pick<Config, 'backupDir' | 'dataDir'>,
  chosen: string,
): Promise<string> {
  const named = chosen || config.backupDir
  if (!chosen) await mkdir(named, { recursive: true, mode: 0o700 }).catch(refuseFolder)
  const folder = await realpath(named).catch((error: Error) => {
    throw new BackupFailure('folder_missing', error.message)
  })
  if (!(await stat(folder)).isDirectory()) {
    throw new BackupFailure('folder_missing', `${named} is not a folder`)
  }
  for (const name of ownFolders) {
    const own = path.join(config.dataDir, name)
    const real = await realpath(own).catch(() => own)
    if (isInside(folder, real)) throw new BackupFailure('folder_inside_data', real)
  }
  await probe(folder)
  return folder
}

async function probe(folder: string) {
  const file = path.join(folder, `.cairn-${randomUUID()}`)
  try {
    await (await open(file, 'wx', 0o600)).close()
  } catch (error) {
    refuseFolder(error)
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}

function refuseFolder(error: unknown): never {
  const problem = isDiskFull(error) ? 'disk_full' : 'folder_not_writable'
  throw new BackupFailure(problem, (error as Error).message)
}

/** Removes what an interrupted run left of this file. */
export async function removeUnfinished(folder: string, name: string) {
  const found = await readdir(folder).catch(() => [])
  for (const each of found) {
    if (each.startsWith(`${name}.`) && each.endsWith('.half')) {
      await rm(path.join(folder, each), { force: true })
    }
  }
}
