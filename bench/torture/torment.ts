import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillWorkspace } from '../generator/fill.ts'
import { oneOf } from '../places.ts'
import { freePort, type ServerProcess, startServer } from '../server-process.ts'
import { connectTo, newDataFolder, openSession } from '../stage.ts'
import { findFaults } from './verify.ts'
import { startWriter } from './writer.ts'

export interface Torment {
  kills: number
  writers: number
  /** Maximum time of undisturbed writing between two kills. */
  calmMs: number
}

export interface Outcome {
  acknowledged: number
  failed: number
  faults: string[]
}

const victims = ['the server', 'the database', 'both'] as const

/** Writers write while processes are killed; in the end no acknowledged write may be missing. */
export async function torment(
  { kills, writers: count, calmMs }: Torment,
  say: (line: string) => void,
): Promise<Outcome> {
  const dataDir = await newDataFolder()
  const port = await freePort()
  let server = await startServer({ dataDir, port })
  const { cookie, path: address, project_id } = await prepare(dataDir)
  const place = { origin: server.origin, cookie, path: address }

  let over = false
  const writers = Array.from({ length: count }, () => startWriter(place, () => over))
  const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged(), 0)
  for (let kill = 1; kill <= kills; kill += 1) {
    await sleep(calmMs * (0.5 + Math.random() / 2))
    const victim = oneOf(victims)
    const before = acknowledged()
    const began = Date.now()
    server = await strike(victim, server, dataDir)
    say(`${kill}: killed ${victim} after ${before} writes; well again in ${Date.now() - began} ms`)
  }
  await sleep(calmMs)
  over = true
  await Promise.all(writers.map(({ done }) => done))

  const known = writers.flatMap((writer) => writer.known)
  const client = await connectTo(dataDir)
  const faults = await findFaults({ client, project_id, ...place }, known)
  await client.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
  const failed = writers.reduce((sum, writer) => sum + writer.failed, 0)
  return { acknowledged: acknowledged(), failed, faults }
}

async function prepare(dataDir: string) {
  const client = await connectTo(dataDir)
  const small = { items: 0, projects: 1, people: 2, slug: 'torture', history: true }
  const { admin_id, projects } = await fillWorkspace(client, small)
  const cookie = `session-id=${await openSession(client, admin_id)}`
  await client.end()
  const project_id = projects[0]?.id ?? ''
  return { cookie, project_id, path: `/api/workspaces/torture/projects/${project_id}/issues/` }
}

/** Like a power cut: no signal that can be caught. Returns the server that runs afterwards. */
async function strike(
  victim: (typeof victims)[number],
  server: ServerProcess,
  dataDir: string,
): Promise<ServerProcess> {
  if (victim !== 'the server') await killPostmaster(dataDir)
  if (victim === 'the database') {
    await server.untilHealthy()
    return server
  }
  await server.kill()
  return startServer({ dataDir, port: Number(new URL(server.origin).port) })
}

async function killPostmaster(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'postgres/database/postmaster.pid')
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGKILL')
  await sleep(50)
}
