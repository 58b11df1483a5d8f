import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { processesOn } from '../processes.ts'
import { type EmbeddedPostgres, startEmbedded } from '../start-embedded.ts'

export const isRoot = process.getuid?.() === 0
const folders: string[] = []
const started: EmbeddedPostgres[] = []
export const logged: string[] = []

/** A temporary folder that other users can enter, as a data folder's parent usually is. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

let template: string | undefined

/** A data folder with a copied database: creating one takes a second each. */
export async function newDataFolder(name = 'data'): Promise<string> {
  template ??= await makeTemplate()
  const dataDir = join(newFolder(), name)
  const options = { recursive: true, verbatimSymlinks: true }
  cpSync(join(template, 'postgres'), join(dataDir, 'postgres'), options)
  return dataDir
}

async function makeTemplate(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-template-'))
  const { connection, stop } = await start(dataDir)
  await sql(connection, 'create table notes (text text)')
  await stop()
  return dataDir
}

export function removeTemplate(): void {
  if (template) rmSync(template, { recursive: true })
  template = undefined
}

export async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const note = (fields: object | string, message?: string) =>
    void logged.push(message ?? String(fields))
  const log = { info: note, warn: note, error: note }
  const embedded = await startEmbedded({ dataDir, log })
  started.push(embedded)
  return embedded
}

export async function sql(connection: EmbeddedPostgres['connection'], text: string) {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

export const postmasterOf = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/database/postmaster.pid'), 'utf8'), 10)

export async function cleanUp(): Promise<void> {
  for (const embedded of started.splice(0)) await embedded.stop()
  for (const folder of folders.splice(0)) {
    if (existsSync(folder)) await endProcessesBelow(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stops what a killed server left running, if the test failed before the next start did. */
async function endProcessesBelow(folder: string): Promise<void> {
  const database = join(folder, 'data/postgres/database')
  for (const pid of await processesOn(database)) process.kill(pid, 'SIGKILL')
}
