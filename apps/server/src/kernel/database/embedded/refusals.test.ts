import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { databaseAccount } from './account.ts'
import { inOneLine } from './start-error.ts'
import {
  cleanUp,
  isRoot,
  newDataFolder,
  newFolder,
  removeTemplate,
  sql,
  start,
} from './test-kit/data-folders.ts'
import { endServers, serve } from './test-kit/servers.ts'
import { removeLinks, smallClone } from './test-kit/small-clone.ts'

afterEach(async () => {
  await endServers()
  await cleanUp()
})
afterAll(removeTemplate)

/** As root, another user; otherwise undefined for the current one. */
const ordinaryUser = () => databaseAccount('/nonexistent')

it('runs as an ordinary user from an incomplete clone that user cannot write', async () => {
  const folder = newFolder()
  const clone = smallClone(join(folder, 'clone'))
  removeLinks(clone.native)
  chmodSync(join(clone.native, 'lib'), 0o555)
  const home = join(folder, 'home')
  mkdirSync(home)
  const account = await ordinaryUser()
  chmodSync(home, 0o777)

  const closed = join(folder, 'closed')
  mkdirSync(closed, { mode: 0o555 })
  const unwritable = await serve(join(closed, 'data'), { ...clone, account })
  expect(unwritable.answer).toEqual({
    refused: `The data folder ${closed}/data cannot be used: no permission to write ${closed}/data.`,
  })

  const server = await serve(join(home, 'data'), { ...clone, account })
  expect(server.answer.refused).toBeUndefined()
  expect(await sql(server.answer.connection!, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.kill('SIGTERM')
  chmodSync(join(clone.native, 'lib'), 0o755)
})

it.runIf(isRoot)('names the folder that PostgreSQL’s user cannot enter', async () => {
  const dataDir = await newDataFolder()
  const parent = join(dataDir, '..')
  chmodSync(parent, 0o700)
  await expect(start(dataDir)).rejects.toThrow(
    `PostgreSQL runs as the user nobody, who cannot enter ${parent}: open that folder (chmod o+x) or set DATA_DIR.`,
  )
})

it('refuses a file in place of the folder', async () => {
  const file = join(newFolder(), 'data')
  writeFileSync(file, '')
  await expect(start(file)).rejects.toThrow(
    `The data folder ${file} cannot be used: ${file} is a file, not a folder.`,
  )
})

it('refuses the database of another PostgreSQL', async () => {
  const dataDir = await newDataFolder()
  const database = join(dataDir, 'postgres/database')
  writeFileSync(join(database, 'PG_VERSION'), '17\n')
  await expect(start(dataDir)).rejects.toThrow(
    `The database in ${database} was made by PostgreSQL 17; this Cairn runs PostgreSQL 18.`,
  )
  rmSync(join(database, 'PG_VERSION'))
  await expect(start(dataDir)).rejects.toThrow(
    `The folder ${database} does not hold a PostgreSQL database.`,
  )
})

it('says why a damaged database does not start, and gives the folder back', async () => {
  const dataDir = await newDataFolder()
  const control = join(dataDir, 'postgres/database/global/pg_control')
  rmSync(control)
  const reason = `PostgreSQL could not start: could not find the database system (log: ${dataDir}/postgres/postgres.log).`
  await expect(start(dataDir)).rejects.toThrow(reason)
  await expect(start(dataDir)).rejects.toThrow(reason)
})

it.each([
  ['ENOSPC', 'The disk that holds the data folder /data is full.'],
  ['EROFS', 'The data folder /data cannot be used: its file system is read-only.'],
  ['EACCES', 'The data folder /data cannot be used: no permission to write /data/postgres.'],
])('says %s in words', (code, line) => {
  const error = Object.assign(new Error(code), { code, path: '/data/postgres' })
  expect(inOneLine(error, '/data').message).toBe(line)
})
