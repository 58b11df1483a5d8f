import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'

const main = path.resolve(import.meta.dirname, 'main.ts')
const demo = path.resolve(import.meta.dirname, 'demo.ts')
const running = new Set<ChildProcess>()
const folders: string[] = []

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(os.tmpdir(), 'cairn-main-'))
  folders.push(made)
  return made
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })

const spare = await folder()

interface Started {
  child: ChildProcess
  said: () => string
  ended: Promise<number | null>
}

function run(script: string, environment: Record<string, string>): Started {
  // Never the data folder of whoever runs the tests.
  const DATA_DIR = spare
  const env = { PATH: process.env.PATH ?? '', LOG_LEVEL: 'silent', DATA_DIR, ...environment }
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let text = ''
  child.stdout?.on('data', (data) => {
    text += data
  })
  child.stderr?.on('data', (data) => {
    text += data
  })
  const ended = new Promise<number | null>((resolve) => {
    child.on('exit', (code) => {
      running.delete(child)
      resolve(code)
    })
  })
  return { child, said: () => text, ended }
}

/** Cairn on a port of its own, once it answers. */
async function start(environment: Record<string, string>) {
  const port = String(await freePort())
  const started = run(main, { PORT: port, ...environment })
  await expect.poll(started.said, { timeout: 30_000 }).toContain('Cairn is ready')
  return { ...started, port, url: `http://127.0.0.1:${port}` }
}

const health = async (url: string) => {
  const response = await fetch(`${url}/health/`)
  return { status: response.status, body: await response.json() }
}

describe('on its own database', () => {
  // @cap:operations.health
  it('starts, says where, refuses a second server, survives the loss of PostgreSQL, and stops', async () => {
    const dataDir = await folder()
    const { child, url, said, ended } = await start({ DATA_DIR: dataDir })
    expect(said()).toContain('http://localhost:')
    expect(await health(url)).toMatchObject({ status: 200, body: { status: 'ok' } })

    const second = run(main, { DATA_DIR: dataDir, PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    const lines = second.said().trim().split('\n')
    expect(lines).toEqual([
      `The data folder ${dataDir} is in use by another Cairn server (process ${child.pid}).`,
    ])

    // The demo command works beside a running server: it uses its database.
    const early = run(demo, { DATA_DIR: dataDir })
    expect(await early.ended).toBe(1)
    expect(early.said()).toContain('Set Cairn up in the browser first')

    const pidFile = path.join(dataDir, 'postgres/database/postmaster.pid')
    const postmaster = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
    process.kill(postmaster, 'SIGKILL')
    // While it is away the answer is 503 with a sentence; then it is back by itself.
    const answers = new Map<number, unknown>()
    await expect
      .poll(
        async () => {
          const { status, body } = await health(url)
          answers.set(status, body)
          return answers.has(503) && status === 200
        },
        { timeout: 40_000, interval: 5 },
      )
      .toBe(true)
    expect([...answers.keys()].sort()).toEqual([200, 503])
    expect(answers.get(503)).toEqual({
      error: 'The database is not reachable right now. Nothing was changed; try again soon.',
    })

    child.kill('SIGINT')
    expect(await ended).toBe(0)
    await expect(readFile(pidFile)).rejects.toThrow('ENOENT')
  }, 60_000)

  it('names a data folder it cannot use', async () => {
    const file = path.join(await folder(), 'file')
    await writeFile(file, 'not a folder')
    const { ended, said } = run(main, { DATA_DIR: file })
    expect(await ended).toBe(1)
    expect(said().trim().split('\n')).toHaveLength(1)
    expect(said()).toContain(file)
  })
})

describe('on a database given to it', () => {
  const connectionString = async () => {
    const { connection } = await testDatabase()
    const { host, user, database, port } = connection
    return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
  }

  it('serves, and stops at SIGTERM', async () => {
    const { child, url, ended } = await start({ DATABASE_URL: await connectionString() })
    expect(await health(url)).toMatchObject({ status: 200 })
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('says when the port is taken', async () => {
    const blocker = net.createServer()
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
    const { port } = blocker.address() as net.AddressInfo
    const environment = { DATABASE_URL: await connectionString(), PORT: String(port) }
    const { ended, said } = run(main, environment)
    expect(await ended).toBe(1)
    expect(said().trim()).toBe(
      `Port ${port} is taken by another program. Set PORT to a free one, or stop that program.`,
    )
    blocker.close()
  })

  it('refuses a database written by a newer Cairn', async () => {
    const url = await connectionString()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`insert into migrations values ('9999_future', '2030-01-01')`)
    await client.end()
    const { ended, said } = run(main, { DATABASE_URL: url, PORT: '0' })
    expect(await ended).toBe(1)
    expect(said().trim()).toBe(
      'The database was written by a newer Cairn (it knows 9999_future). Start that version, or restore a backup.',
    )
  })

  it('says when it cannot be reached', async () => {
    const { ended, said } = run(main, {
      DATABASE_URL: `postgresql://cairn@127.0.0.1:${await freePort()}/cairn`,
    })
    expect(await ended).toBe(1)
    expect(said().trim()).toMatch(/^The database cannot be reached: /)
  })

  it('says which setting it cannot read', async () => {
    const { ended, said } = run(main, { PORT: 'eighty' })
    expect(await ended).toBe(1)
    expect(said().trim()).toMatch(/^The environment variable PORT /)
  })
})
