import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, it } from 'vitest'
import { processesOn } from './processes.ts'
import {
  cleanUp,
  logged,
  newDataFolder,
  newFolder,
  postmasterOf,
  removeTemplate,
  sql,
  start,
} from './test-kit/data-folders.ts'
import { endServers, serve } from './test-kit/servers.ts'

afterEach(async () => {
  await endServers()
  await cleanUp()
})
afterAll(removeTemplate)

const write = "insert into notes values ('kept')"
const read = 'select text from notes'

it('makes a database that knows more letters than a to z, and keeps its data', async () => {
  const dataDir = join(newFolder(), 'data')
  const first = await start(dataDir)
  const [locale] = await sql(
    first.connection,
    `select lower('ÄПРИ'), to_tsvector('simple', 'Übung — Привет')::text as words,
      current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits,
      current_setting('listen_addresses') as addresses`,
  )
  expect(locale).toEqual({
    lower: 'äпри',
    words: "'übung':1 'привет':2",
    encoding: 'UTF8',
    checksums: 'on',
    fsync: 'on',
    commits: 'on',
    addresses: '',
  })
  await sql(first.connection, 'create extension pg_trgm; create table notes (text text)')
  await sql(first.connection, write)
  const [{ trigrams }] = await sql(first.connection, "select show_trgm('Привет') as trigrams")
  expect(trigrams).toHaveLength(7)
  await first.stop()

  const second = await start(dataDir)
  expect(await sql(second.connection, read)).toEqual([{ text: 'kept' }])
})

it('stops completely, and again without harm', async () => {
  const dataDir = await newDataFolder()
  const { stop } = await start(dataDir)
  await Promise.all([stop(), stop()])
  expect(await processesOn(join(dataDir, 'postgres/database'))).toEqual([])
  expect(readdirSync(dataDir).sort()).toEqual(['cairn.lock', 'postgres'])
})

it('lets exactly one of several servers started at once have the folder', async () => {
  const dataDir = await newDataFolder()
  const servers = await Promise.all(Array.from({ length: 4 }, () => serve(dataDir)))
  const [owner, ...others] = servers.filter(({ answer }) => answer.connection)
  expect(others).toEqual([])

  const refused = `The data folder ${dataDir} is in use by another Cairn server (process ${owner!.pid}).`
  await expect(start(dataDir)).rejects.toThrow(refused)
  const answers = servers.map(({ answer }) => answer.refused).filter((line) => line)
  expect(answers).toHaveLength(3)
  for (const line of answers) expect(line).toContain('is in use by another Cairn server')
})

it('takes the folder over from a killed server whose PostgreSQL still runs', async () => {
  const dataDir = await newDataFolder()
  const killed = await serve(dataDir)
  await sql(killed.answer.connection!, write)
  await killed.kill('SIGKILL')
  const left = postmasterOf(dataDir)

  const { connection } = await start(dataDir)
  expect(await sql(connection, read)).toEqual([{ text: 'kept' }])
  expect(postmasterOf(dataDir)).not.toBe(left)
})

it('is not fooled by files that name a process of somebody else', async () => {
  const dataDir = await newDataFolder()
  const { pid } = process
  const { stop, connection } = await start(dataDir)
  await stop()
  const database = join(dataDir, 'postgres/database')
  const lines = [pid, database, 1700000000, connection.port, connection.host, '', '', 'ready']
  writeFileSync(join(database, 'postmaster.pid'), `${lines.join('\n')}\n`)
  writeFileSync(join(connection.host, `.s.PGSQL.${connection.port}.lock`), `${pid}\n`)
  writeFileSync(join(dataDir, 'cairn.pid'), `${pid}\n`)

  expect(await sql((await start(dataDir)).connection, read)).toEqual([])
})

it('starts PostgreSQL again when it is killed, though a query keeps an orphan busy', async () => {
  const dataDir = await newDataFolder()
  const { connection, failed } = await start(dataDir)
  await sql(connection, write)
  const busy = sql(connection, 'select count(*) from generate_series(1, 1e9)').catch(() => 'cut')
  await sleep(100)
  process.kill(postmasterOf(dataDir), 'SIGKILL')

  await expect.poll(() => sql(connection, read).catch(() => 'down')).toEqual([{ text: 'kept' }])
  expect(await busy).toBe('cut')
  await expect.poll(() => logged).toContain('PostgreSQL runs again')
  expect(await Promise.race([failed, sleep(50, 'not failed')])).toBe('not failed')
})

it('outlives the killing of one connection’s process', async () => {
  const { connection } = await start(await newDataFolder())
  const busy = sql(connection, 'select pg_sleep(30)').catch(() => 'cut')
  await expect.poll(() => sleeping(connection)).toHaveLength(1)
  process.kill((await sleeping(connection))[0].pid, 'SIGKILL')

  expect(await busy).toBe('cut')
  await expect.poll(() => sql(connection, read).catch(() => 'down')).toEqual([])
})

const sleeping = (connection: Parameters<typeof sql>[0]) =>
  sql(connection, "select pid from pg_stat_activity where query like 'select pg_sleep%'")

it('puts its socket under the temporary folder when the path is too long for one', async () => {
  const dataDir = await newDataFolder('a-rather-long-name-'.repeat(6))
  const { connection, stop } = await start(dataDir)
  expect(connection.host.startsWith(join(tmpdir(), 'cairn-'))).toBe(true)
  expect(await sql(connection, read)).toEqual([])
  await stop()
  expect(existsSync(connection.host)).toBe(false)
})
