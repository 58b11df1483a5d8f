import { readdir, readFile, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import {
  databaseUrl,
  freePort,
  health,
  newFolder,
  run as runScript,
  scripts,
  start as startScript,
} from '#test/processes.ts'

const { built: main, demo } = scripts
const spare = await newFolder()

// Never uses the data folder of the developer.
const run = (script: string, environment: Record<string, string>) =>
  runScript(script, { DATA_DIR: spare, ...environment })
const start = (environment: Record<string, string>) =>
  startScript({ DATA_DIR: spare, ...environment }, main)

describe('on its own database', () => {
  // @cap:operations.health
  // @cap:operations.one-command-start
  // @cap:operations.dependency-failures
  it('starts, says where, refuses a second server, survives the loss of PostgreSQL, and stops', async () => {
    const dataDir = await newFolder()
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
    // While the database is down the answer is 503 with a message; then it recovers by itself.
    const answers = new Map<number, unknown>()
    await expect
      .poll(
        async () => {
          const { status, body } = await health(url)
          answers.set(status, body)
          return answers.has(503) && status === 200
        },
        { timeout: 60_000, interval: 5 },
      )
      .toBe(true)
    expect([...answers.keys()].sort()).toEqual([200, 503])
    expect(answers.get(503)).toEqual({
      error: 'The database is not reachable right now. Nothing was changed; try again soon.',
    })

    child.kill('SIGINT')
    expect(await ended).toBe(0)
    await expect(readFile(pidFile)).rejects.toThrow('ENOENT')
  }, 180_000)

  it('names a data folder it cannot use', async () => {
    const file = path.join(await newFolder(), 'file')
    await writeFile(file, 'not a folder')
    const { ended, said } = run(main, { DATA_DIR: file })
    expect(await ended).toBe(1)
    expect(said().trim().split('\n')).toHaveLength(1)
    expect(said()).toContain(file)
  })
})

describe('told to stop while it starts', () => {
  // @cap:operations.graceful-shutdown
  it('breaks off the creation of its database, and creates it at the next start', async () => {
    const DATA_DIR = await newFolder()
    const { child, said, ended } = run(main, { DATA_DIR, PORT: '0' })
    const databases = async () => {
      const names = await readdir(path.join(DATA_DIR, 'postgres')).catch(() => [])
      return names.filter((name) => name.startsWith('database'))
    }
    await expect.poll(databases).toEqual([expect.stringMatching(/^database\.half-/)])
    child.kill('SIGTERM')
    expect([await ended, said(), await databases()]).toEqual([0, '', []])

    const { stop } = await start({ DATA_DIR })
    expect(await stop()).toBe(0)
  })

  it('cancels what it does to a database given to it', async () => {
    const DATABASE_URL = await databaseUrl()
    const client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
    await client.query('begin; lock table migrations in access exclusive mode')
    const waiting = async () => {
      const { rows } = await client.query(
        `select from pg_locks join pg_database d on d.oid = database
         where not granted and datname = current_database()`,
      )
      return rows.length
    }
    const { child, said, ended } = run(main, { DATABASE_URL, PORT: '0' })
    await expect.poll(waiting).toBe(1)
    child.kill('SIGINT')
    expect([await ended, said()]).toEqual([0, ''])
    expect(await waiting()).toBe(0)
    await client.end()
  })
})

describe('on a database given to it', () => {
  it('serves, and stops at SIGTERM', async () => {
    const { child, url, ended } = await start({ DATABASE_URL: await databaseUrl() })
    expect(await health(url)).toMatchObject({ status: 200 })
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('says when the port is taken', async () => {
    const blocker = net.createServer()
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
    const { port } = blocker.address() as net.AddressInfo
    const environment = { DATABASE_URL: await databaseUrl(), PORT: String(port) }
    const { ended, said } = run(main, environment)
    expect(await ended).toBe(1)
    expect(said().trim()).toBe(
      `Port ${port} is taken by another program. Set PORT to a free one, or stop that program.`,
    )
    blocker.close()
  })

  it('refuses a database written by a newer Cairn', async () => {
    const url = await databaseUrl()
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
