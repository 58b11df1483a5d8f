import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { backupsApi as api, type BackupSettingsPatch } from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Running } from '#kernel/jobs/background.ts'
import { createLog } from '#kernel/log.ts'
import { createSecrets } from '#kernel/secrets.ts'
import { testBucket } from '#test/bucket.ts'
import { newFolder } from '#test/processes.ts'
import { type TestServer, testServer } from '#test/server.ts'
import { checkBackup } from '../../backup/check-backup.ts'
import { decrypted } from '../../backup/encryption.ts'
import { backupsBackground } from '../../backup/scheduled/background.ts'
import { fileSource } from '../../backup/source.ts'

/** Failing backups are logged. */
const log = createLog('silent')
const passphrase = 'seven cairns above the tarn'

async function serverWithData(environment: Record<string, string> = {}) {
  const dataDir = await newFolder()
  await writeFile(path.join(dataDir, 'secret.key'), `${'0c'.repeat(32)}\n`)
  await mkdir(path.join(dataDir, 'files'))
  const server = await testServer({ environment: { DATA_DIR: dataDir, ...environment }, log })
  const ada = await server.administrator('ada')
  return { ...server, ada, dataDir }
}

const house = await serverWithData()
const { ada, person, stranger, database, dataDir } = house
const { db } = database
const folder = path.join(dataDir, 'backups')

const runningOf = ({ app, database }: Pick<TestServer, 'app' | 'database'>): Running => ({
  ...{ ...app.deps, db: database.db, database, version: '0.1.0' },
})

/** What the server does every minute; more than one node: as many processes. */
async function everyMinute(running = runningOf(house), nodes = 1) {
  await Promise.all(
    Array.from({ length: nodes }, async () => {
      const background = backupsBackground(running)
      await background.schedules?.[0]?.run()
    }),
  )
}

const newest = async (client = ada) => (await client.call(api.list))[0]

/** Once nothing is running any more. */
const ended = async (client = ada) => {
  await expect.poll(async () => (await newest(client))?.status).toMatch(/completed|failed/)
  // Old backups are deleted after the run has ended.
  return newest(client)
}

async function backUp(client = ada, running = runningOf(house)) {
  await client.call(api.create)
  await everyMinute(running)
  const run = await ended(client)
  if (!run) throw new Error('There is no backup.')
  return run
}

const change = (body: BackupSettingsPatch) => ada.call(api.change, { body })

/** Without runs of other tests. */
async function reset(settings: BackupSettingsPatch = {}) {
  await sql`delete from backup_runs`.execute(db)
  await rm(folder, { recursive: true, force: true })
  return change({
    ...{ is_enabled: false, frequency: 'daily', weekday: 0, hour: 3, time_zone: 'UTC' },
    ...{ destination: 'folder', folder: '', retained: 7, passphrase: null },
    ...settings,
  })
}

const mails = async () =>
  (
    await sql<{ to: string; text: string }>`
      select to_address as to, text from mails order by to_address`.execute(db)
  ).rows

describe('the settings', () => {
  it('are off at first, and are changed one by one', async () => {
    const before = await ada.call(api.settings)
    expect(before).toEqual({
      is_enabled: false,
      frequency: 'daily',
      weekday: 0,
      hour: 3,
      time_zone: 'UTC',
      destination: 'folder',
      folder: '',
      retained: 7,
      has_passphrase: false,
      default_folder: folder,
      has_bucket: false,
      next_at: null,
    })
    const other = await newFolder()
    const changed = await change({ is_enabled: true, folder: ` ${other} `, passphrase })
    const is = { ...before, is_enabled: true, folder: other, has_passphrase: true }
    expect(changed).toEqual({ ...is, next_at: expect.stringMatching(/T03:00:00\.000Z$/) })
    expect(await ada.call(api.settings)).toEqual(changed)
    expect(await readdir(other)).toEqual([])
    const { rows } = await sql<{ passphrase: string }>`
      select passphrase from backup_settings`.execute(db)
    expect(rows[0]?.passphrase).not.toContain('cairns')
    expect(await change({ passphrase: null, is_enabled: false })).toMatchObject({
      ...{ has_passphrase: false, next_at: null, folder: other },
    })
    await reset()
  })

  it('refuse what cannot work, and stay as they were', async () => {
    const before = await reset({ passphrase })
    const file = path.join(dataDir, 'secret.key')
    const link = path.join(await newFolder(), 'link')
    await symlink(path.join(dataDir, 'files'), link)
    for (const [bad, answer] of [
      [{ folder: 'backups' }, { folder: ['The folder must be an absolute path.'] }],
      [{ folder: '/tmp/\0' }, { folder: ['The folder must be an absolute path.'] }],
      [{ folder: '/no/such/folder' }, { folder: ['There is no such folder on the server.'] }],
      [{ folder: file }, { folder: ['There is no such folder on the server.'] }],
      [{ folder: '/proc' }, { folder: ['The server cannot write to this folder.'] }],
      ...[path.join(dataDir, 'files'), path.join(dataDir, 'files/..', 'files'), link].map(
        (inside) => [
          { folder: inside },
          { folder: ['The folder must not be inside the folders of files or of the database.'] },
        ],
      ),
      [{ destination: 'bucket' }, { destination: ['No bucket is configured on this server.'] }],
      [{ time_zone: 'Moon/Tranquility' }, { time_zone: ['This is not the name of a time zone.'] }],
    ] as [object, object][]) {
      const body = { hour: 5, ...bad }
      expect(await ada.attempt(api.change, { body })).toEqual({ status: 400, body: answer })
    }
    for (const bad of [
      ...[{ hour: 24 }, { hour: null }, { weekday: 7 }, { retained: 0 }, { retained: 1e9 }],
      ...[{ frequency: 'hourly' }, { passphrase: 'short' }, { is_enabled: 'yes' }, { folder: 5 }],
    ]) {
      const body = { time_zone: 'Europe/Berlin', ...bad } as object
      expect(await ada.attempt(api.change, { body })).toMatchObject({ status: 400 })
    }
    expect(await ada.call(api.settings)).toEqual(before)
    await reset()
  })

  it('and the backups are for administrators only', async () => {
    const bob = await person('bob')
    for (const [client, status] of [
      [bob, 403],
      [stranger, 401],
    ] as const) {
      for (const each of [api.list, api.create, api.settings]) {
        expect(await client.attempt(each)).toMatchObject({ status })
      }
      expect(await client.attempt(api.change, { body: { retained: 1 } })).toMatchObject({ status })
    }
    expect(await ada.call(api.list)).toEqual([])
  })
})

describe('a backup', () => {
  it('started by hand is written, verified and listed; a second one waits for its end', async () => {
    await reset()
    const { id } = await ada.call(api.create)
    const refused = { status: 409, body: { error: 'A backup is already running.' } }
    expect(await ada.attempt(api.create)).toEqual(refused)
    await everyMinute()
    const run = await ended()
    expect(run).toMatchObject({
      ...{ id, status: 'completed', due_at: null, destination: 'folder', folder },
      ...{ is_encrypted: false, problem: null, created_by: ada.user_id, removed_at: null },
      ...{ missing_files: 0, file_count: 0 },
    })
    const name = run?.file_name ?? ''
    expect(name).toMatch(/^cairn-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[0-9a-f]{6}\.tar$/)
    expect(await readdir(folder)).toEqual([name])
    const file = path.join(folder, name)
    const found = await stat(file)
    expect([found.size, found.mode & 0o777]).toEqual([run?.size, 0o600])
    const { summary } = await checkBackup(fileSource(file))
    const rows = Object.values(summary.rows).reduce((sum, count) => sum + count, 0)
    expect(run?.row_count).toBe(rows)
    // Another server must not delete the files of this one.
    expect(Object.keys(summary.rows)).not.toContain('backup_runs')
  })

  it('replaces the oldest one made here, and leaves other files alone', async () => {
    await reset({ retained: 2 })
    await mkdir(folder)
    const foreign = ['cairn-2020-01-01T00-00-00Z-000000.tar', 'notes.txt']
    for (const name of foreign) await writeFile(path.join(folder, name), 'not ours')
    const made: string[] = []
    for (let count = 0; count < 4; count += 1) made.push((await backUp()).file_name ?? '')
    await expect
      .poll(async () => (await readdir(folder)).sort())
      .toEqual([...foreign, ...made.slice(2)].sort())
    const removed = (await ada.call(api.list)).map(({ removed_at }) => removed_at !== null)
    expect(removed).toEqual([false, false, true, true])
  })

  it('that fails says why, and deletes nothing', async () => {
    const other = await newFolder()
    await reset({ retained: 1, folder: other })
    const { file_name } = await backUp()
    await change({ folder: '' })
    await writeFile(folder, 'in the way')
    expect(await backUp()).toMatchObject({
      ...{ status: 'failed', problem: 'folder_not_writable', file_name: null },
      detail: expect.stringContaining('EEXIST'),
    })
    await rm(folder)
    await change({ folder: other })
    await rm(path.join(dataDir, 'secret.key'))
    expect(await backUp()).toMatchObject({
      ...{ status: 'failed', problem: 'unexpected', size: null },
      detail: expect.stringContaining('secret.key'),
    })
    await writeFile(path.join(dataDir, 'secret.key'), `${'0c'.repeat(32)}\n`)
    expect(await readdir(other)).toEqual([file_name])
    await rm(other, { recursive: true })
    expect(await backUp()).toMatchObject({ status: 'failed', problem: 'folder_missing' })
    expect(await mails()).toEqual([])
  })

  it('is encrypted with the passphrase, and never written without it', async () => {
    await reset({ passphrase })
    const { file_name, is_encrypted } = await backUp()
    expect(is_encrypted).toBe(true)
    const file = path.join(folder, file_name ?? '')
    expect((await readFile(file)).includes('cairn-backup.json')).toBe(false)
    const source = await decrypted(fileSource(file), passphrase)
    expect((await checkBackup(source)).manifest.version).toBe('0.1.0')

    const secrets = createSecrets(Buffer.alloc(32, 7))
    const run = await backUp(ada, { ...runningOf(house), secrets })
    expect(run).toMatchObject({ status: 'failed', problem: 'passphrase_unreadable' })
    expect(await readdir(folder)).toEqual([file_name])
  })

  it('of a server that was killed is failed, and what it left is deleted', async () => {
    await reset()
    await mkdir(folder)
    const lose = (name: string) =>
      sql`
        insert into backup_runs (status, destination, folder, file_name, leased_until)
        values ('running', 'folder', ${folder}, ${name}, now() - interval '1 second')`.execute(db)
    await lose('cairn-1.tar')
    await writeFile(path.join(folder, 'cairn-1.tar.77.half'), 'half')
    await everyMinute()
    expect(await ended()).toMatchObject({ status: 'failed', problem: 'interrupted' })
    expect(await readdir(folder)).toEqual([])
    // It has its name only after it was verified.
    await lose('cairn-2.tar')
    await writeFile(path.join(folder, 'cairn-2.tar'), 'whole')
    await everyMinute()
    expect(await ended()).toMatchObject({ status: 'completed', size: 5 })
  })
})

// @cap:operations.background-jobs
describe('the schedule', () => {
  const due = async () =>
    (
      await sql<{ due_at: string }>`
        select due_at from backup_runs where due_at is not null order by due_at`.execute(db)
    ).rows

  it('makes one backup each time it is due, on one of several nodes', async () => {
    await reset()
    await everyMinute()
    // Of a time before it was switched on, none is made.
    await change({ is_enabled: true })
    await everyMinute()
    expect(await due()).toEqual([])

    await sql`update backup_settings set scheduled_from = now() - interval '2 days'`.execute(db)
    await everyMinute(runningOf(house), 4)
    expect(await ended()).toMatchObject({ status: 'completed', created_by: null })
    await everyMinute(runningOf(house), 4)
    expect(await due()).toHaveLength(1)
    expect(await readdir(folder)).toHaveLength(1)
    // A new hour is a new schedule.
    await change({ hour: 4 })
    await everyMinute()
    expect(await due()).toHaveLength(1)
  })

  it('notifies the administrators of a failure by mail, in their language', async () => {
    const other = await newFolder()
    await reset({ is_enabled: true, folder: other })
    const eva = await house.administrator('eva')
    await sql`update profiles set language = 'de' where user_id = ${eva.user_id}`.execute(db)
    await sql`update backup_settings set scheduled_from = now() - interval '2 days'`.execute(db)
    await rm(other, { recursive: true })
    await everyMinute()
    expect(await ended()).toMatchObject({ status: 'failed', problem: 'folder_missing' })
    expect(await mails()).toEqual([
      { to: expect.stringMatching(/^ada-/), text: expect.stringContaining("doesn't exist") },
      { to: expect.stringMatching(/^eva-/), text: expect.stringContaining('eingehängt') },
    ])
    // The next attempt is at the next time of the schedule.
    await everyMinute()
    expect(await due()).toHaveLength(1)
    await reset()
  })
})

describe('a backup in a bucket', async () => {
  const bucket = await testBucket()
  const other = await serverWithData(bucket.environment)
  const backUpThere = () => backUp(other.ada, runningOf(other))
  const body = { destination: 'bucket', retained: 1 } as const

  it('is stored under a prefix of its own, read back, and replaces the one before', async () => {
    expect(await other.ada.call(api.change, { body })).toMatchObject({ has_bucket: true })
    const first = await backUpThere()
    expect(first).toMatchObject({ status: 'completed', destination: 'bucket', folder: null })
    expect(await bucket.keys()).toEqual([`backups/${first.file_name}`])
    const second = await backUpThere()
    await expect.poll(bucket.keys).toEqual([`backups/${second.file_name}`])
    expect(existsSync(path.join(other.dataDir, 'backups'))).toBe(false)
    expect((await readdir(other.dataDir)).sort()).toEqual(['files', 'secret.key'])
  })

  it('says when the bucket is away or refuses, and deletes nothing', async () => {
    const before = await bucket.keys()
    for (const [how, problem] of [
      ['silence', 'bucket_unreachable'],
      ['AccessDenied', 'bucket_refused'],
      ['XMinioStorageFull', 'disk_full'],
    ] as const) {
      bucket.fail(how)
      expect(await backUpThere()).toMatchObject({ status: 'failed', problem })
      bucket.fail(undefined)
    }
    expect(await bucket.keys()).toEqual(before)
    expect(bucket.uploads()).toEqual([])
    expect((await readdir(other.dataDir)).sort()).toEqual(['files', 'secret.key'])
  })

  it('of a server that was killed is failed, and the parts it sent are deleted', async () => {
    const before = await bucket.keys()
    await sql`
      insert into backup_runs (status, destination, file_name, leased_until)
      values ('running', 'bucket', 'cairn-1.tar', now() - interval '1 second')`.execute(
      other.database.db,
    )
    bucket.leaveUpload('backups/cairn-1.tar', new Date())
    await everyMinute(runningOf(other))
    expect(await ended(other.ada)).toMatchObject({ status: 'failed', problem: 'interrupted' })
    await expect.poll(bucket.uploads).toEqual([])
    expect(await bucket.keys()).toEqual(before)
  })
})
