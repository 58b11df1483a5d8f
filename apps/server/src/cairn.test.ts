import path from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { processesOn } from '#kernel/database/embedded/processes.ts'
import { migrations } from '#migrations/index.ts'
import { databaseUrl, newFolder, run, scripts } from '#test/processes.ts'
import { version } from './version.ts'

async function cairn(args: string[], environment: Record<string, string> = {}) {
  const { ended, said } = run(scripts.cairn, environment, ...args)
  return { code: await ended, said: said() }
}

it('lists its commands, and says its version', async () => {
  const help = await cairn(['help'])
  expect(help.code).toBe(0)
  expect(help.said.match(/(?<=^cairn )\w+/gm)).toEqual([
    ...['start', 'backup', 'restore', 'migrate', 'demo', 'doctor', 'health', 'version', 'help'],
  ])
  const { code, said } = await cairn(['version'])
  expect([code, said]).toEqual([0, expect.stringContaining(`Cairn ${version}, Node `)])
})

it.each([
  [['bake'], 'There is no command "bake".'],
  [['constructor'], 'There is no command "constructor".'],
  [[], 'Say what to do.'],
  [['start', '--port', '80'], "Unknown option '--port'"],
  [['migrate', '--force'], "Unknown option '--force'"],
  [['demo', 'now'], "Unexpected argument 'now'"],
  [['backup'], 'Say where to: cairn backup FILE'],
  [['restore', 'one', 'two'], 'Say which: cairn restore FILE [--force]'],
])('refuses %j with code 2', async (args, problem) => {
  const { code, said } = await cairn(args)
  expect(code).toBe(2)
  expect(said.startsWith(problem)).toBe(true)
})

it('stops the database it started when a signal ends it', async () => {
  const DATA_DIR = await newFolder()
  const database = path.join(DATA_DIR, 'postgres/database')
  const { child, ended } = run(scripts.cairn, { DATA_DIR }, 'migrate')
  await expect.poll(() => processesOn(database)).not.toEqual([])
  child.kill('SIGTERM')
  expect(await ended).toBe(130)
  await expect.poll(() => processesOn(database)).toEqual([])
})

it('migrates the database it is given, and says what it did', async () => {
  const environment = { DATABASE_URL: await databaseUrl(), DATA_DIR: await newFolder() }
  const client = new pg.Client({ connectionString: environment.DATABASE_URL })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await client.end()
  const names = Object.keys(migrations)

  expect(await cairn(['migrate'], environment)).toEqual({
    code: 0,
    said: `${names.join('\n')}\nThe database is up to date after ${names.length} migrations.\n`,
  })
  expect(await cairn(['migrate'], environment)).toEqual({
    code: 0,
    said: 'The database is up to date.\n',
  })
})
