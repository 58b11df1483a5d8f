import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Base, listBases, removeBase } from './base.ts'
import { removeOldCopies } from './copied-files.ts'
import { copiedFiles, inArchive } from './folders.ts'
import { segmentsAmong } from './segments.ts'

export interface Found {
  archive: string
  base: Base
}

/** The copies of all archives, the oldest first. */
export async function listAllBases(folder: string): Promise<Found[]> {
  const found: Found[] = []
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const archive = path.join(folder, entry.name)
    if (!entry.isDirectory() || archive === copiedFiles(folder)) continue
    for (const base of await listBases(archive)) found.push({ archive, base })
  }
  return found.toSorted((a, b) => Date.parse(a.base.stopped_at) - Date.parse(b.base.stopped_at))
}

/** Removes all but the last copies, and the log and the files that only those needed. */
export async function removeSuperseded(folder: string, current: string, retained: number) {
  const all = await listAllBases(folder)
  const stay = all.slice(-retained)
  for (const { archive, base } of all.slice(0, -retained)) await removeBase(archive, base)
  const archives = new Set(all.map(({ archive }) => archive))
  for (const archive of archives) {
    const first = stay.find((each) => each.archive === archive)?.base.first_segment
    if (first) await removeLogBefore(archive, first)
    else if (archive !== current) await rm(archive, { recursive: true, force: true })
  }
  const oldest = stay[0]?.base.started_at
  if (oldest) await removeOldCopies(copiedFiles(folder), new Date(oldest))
}

async function removeLogBefore(archive: string, first: string) {
  const { log } = inArchive(archive)
  for (const segment of segmentsAmong(await readdir(log))) {
    if (segment < first) await rm(path.join(log, `${segment}.gz`), { force: true })
  }
}
