import { mkdir, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { Refusal } from '../refusal.ts'

/** The parts of the data folder that a restore replaces. */
const parts = ['postgres', 'files', 'secret.key']

export async function refuseFull(dataDir: string) {
  const filled = await Promise.all(
    ['postgres/database', 'files'].map((name) => hasEntries(path.join(dataDir, name))),
  )
  if (!filled.includes(true)) return
  throw new Refusal(
    `The data folder ${dataDir} is not empty. Name another with DATA_DIR, or use --force: what is there is then set aside.`,
  )
}

async function hasEntries(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  return entries.some((entry) => entry.isFile())
}

/** Moves the stage into place. The previous data is kept until the admin has checked the result. */
export async function replaceDataDir(stage: string, dataDir: string): Promise<string | undefined> {
  const there = await readdir(dataDir)
  const former = parts.filter((name) => there.includes(name))
  let aside: string | undefined
  if (former.length > 0) {
    aside = path.join(dataDir, `before-restore-${new Date().toISOString().replaceAll(':', '')}`)
    await mkdir(aside, { mode: 0o700 })
    for (const name of former) await rename(path.join(dataDir, name), path.join(aside, name))
  }
  const made = await readdir(stage)
  for (const name of parts.filter((part) => made.includes(part))) {
    await rename(path.join(stage, name), path.join(dataDir, name))
  }
  return aside
}
