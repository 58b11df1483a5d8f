import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Cluster } from '#kernel/database/embedded/cluster.ts'
import { closedFolder } from '#kernel/database/embedded/reachable.ts'
import { EmbeddedStartError } from '#kernel/database/embedded/start-error.ts'
import { currentArchive, inArchive, pointInTimeFolder } from './folders.ts'
import { settingFor, shellQuoted } from './shell.ts'

/** At most this much is lost with the disk of the database. */
const EVERY_SECONDS = 60

/**
 * Stores one segment under its final name only when it is complete and on the disk. PostgreSQL may
 * offer a segment again after a crash; another one under the same name is an error.
 */
const storeSegment = (folder: string) => {
  const part = shellQuoted(path.join(folder, '%f.part'))
  const stored = shellQuoted(path.join(folder, '%f.gz'))
  return `if [ -e ${stored} ]; then gzip -dc ${stored} | cmp -s - "%p"; else gzip -1 -c "%p" > ${part} && sync ${part} && mv ${part} ${stored}; fi`
}

/** Prepares the folder, and returns the settings that archive the log into it. */
export async function openArchive(cluster: Cluster, backupDir: string) {
  const name = await nameOfArchive(cluster)
  const archive = path.join(pointInTimeFolder(backupDir), name)
  const { log } = inArchive(archive)
  try {
    await mkdir(log, { recursive: true, mode: 0o700 })
    await letAccountWrite(cluster, backupDir, archive, log)
  } catch (error) {
    if (error instanceof EmbeddedStartError) throw error
    throw new EmbeddedStartError(
      `The log cannot be archived in ${log}: ${(error as Error).message}. Set BACKUP_DIR to a folder that can be written, or POINT_IN_TIME to off.`,
    )
  }
  await writeFile(currentArchive(cluster.folder), name)
  return {
    archive_mode: 'on',
    archive_command: settingFor(storeSegment(log)),
    archive_timeout: String(EVERY_SECONDS),
  }
}

async function nameOfArchive({ folder }: Cluster) {
  const known = await readFile(currentArchive(folder), 'utf8').catch(() => '')
  if (known) return known
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  return `${stamp}Z-${randomBytes(3).toString('hex')}`
}

/** If Cairn is root, PostgreSQL is not: it enters our folders, and owns only that of the log. */
async function letAccountWrite(
  { account }: Cluster,
  backupDir: string,
  archive: string,
  log: string,
) {
  if (!account) return
  for (const folder of [backupDir, pointInTimeFolder(backupDir), archive]) {
    await chmod(folder, (await stat(folder)).mode | 0o001)
  }
  await chown(log, account.uid, account.gid)
  const closed = await closedFolder(log, account)
  if (!closed) return
  throw new EmbeddedStartError(
    `The log cannot be archived: PostgreSQL runs as the user ${account.name}, who cannot enter ${closed}. Open that folder (chmod o+x) or set BACKUP_DIR.`,
  )
}
