import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { connectionIn } from '#kernel/database/embedded/socket-folder.ts'
import { newFolder, run, type start as Start, scripts, start } from '#test/processes.ts'
import { listAllBases, removeSuperseded } from './keep.ts'
import { followSegments, segmentAfter } from './segments.ts'

// Databases are created, copied and recovered; machines that run tests are busy.
vi.setConfig({ testTimeout: 300_000 })

type Server = Awaited<ReturnType<typeof Start>>

async function ask<T extends object>(dataDir: string, text: string, values: unknown[] = []) {
  const client = new pg.Client(connectionIn(dataDir))
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** A row that is easy to recognize, and the moment after it was stored. */
async function write(dataDir: string, text: string) {
  await ask(dataDir, `insert into mails (to_address, subject, text) values ('a@b.test', $1, '')`, [
    text,
  ])
  const rows = await ask<{ at: string }>(
    dataDir,
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
  )
  return rows[0]?.at ?? ''
}

const subjects = async (dataDir: string) =>
  (await ask<{ subject: string }>(dataDir, 'select subject from mails order by subject')).map(
    ({ subject }) => subject,
  )

const archived = (dataDir: string) =>
  ask<{ failed: number; last: string | null }>(
    dataDir,
    `select failed_count::int as failed, last_archived_wal as last from pg_stat_archiver`,
  )

const restore = async (environment: Record<string, string>, ...args: string[]) => {
  const { ended, said } = run(scripts.cairn, environment, 'restore', ...args)
  return { code: await ended, said: said() }
}

/** A file as the server stores one, and the row that refers to it. */
async function writeFileOf(dataDir: string, name: string) {
  const key = `imports/${name}`
  await mkdir(path.join(dataDir, 'files/imports'), { recursive: true })
  await writeFile(path.join(dataDir, 'files', key), `content of ${name}`)
  return key
}

it('brings an instance back to a moment: exactly what was stored until then', async () => {
  const DATA_DIR = await newFolder()
  const BACKUP_DIR = await newFolder()
  const environment = { DATA_DIR, BACKUP_DIR, POINT_IN_TIME: 'yes', LOG_LEVEL: 'warn' }
  const folder = path.join(BACKUP_DIR, 'point-in-time')
  const server: Server = await start(environment)
  await expect.poll(() => listAllBases(folder), { timeout: 60_000 }).toHaveLength(1)

  await write(DATA_DIR, 'one')
  const moment = await write(DATA_DIR, 'two')
  await write(DATA_DIR, 'three')
  await ask(DATA_DIR, 'delete from mails where subject = $1', ['one'])
  expect(await subjects(DATA_DIR)).toEqual(['three', 'two'])
  // Killed: what PostgreSQL has not archived yet is in its own folder only.
  server.child.kill('SIGKILL')
  await server.ended

  // Nothing is changed by what cannot work.
  const [found] = await listAllBases(folder)
  const tooEarly = new Date(Date.parse(found!.base.stopped_at) - 3_600_000).toISOString()
  for (const [to, problem, code] of [
    ['yesterday', '"yesterday" is not a moment. Write it like 2026-11-19T10:00:00Z.', 2],
    ['2026-11-19 10:00', '"2026-11-19 10:00" is not a moment.', 2],
    ['2126-11-19T10:00:00Z', 'This moment is in the future.', 1],
    [tooEarly, 'The earliest moment in', 1],
    [moment, 'is not empty. Name another with DATA_DIR, or use --force', 1],
  ] as const) {
    const refused = await restore({ DATA_DIR, BACKUP_DIR }, '--to', to, BACKUP_DIR)
    expect([refused.code, refused.said]).toEqual([code, expect.stringContaining(problem)])
  }

  const done = await restore({ DATA_DIR, BACKUP_DIR }, '--to', moment, BACKUP_DIR, '--force')
  expect(done.said).toContain('Start Cairn: cairn start')
  expect(done.code).toBe(0)
  expect(done.said).toMatch(/^Restored \d+ rows and 0 files as of /)
  expect(done.said).not.toContain('The log ends there')

  const again = await start(environment)
  expect(await subjects(DATA_DIR)).toEqual(['one', 'two'])
  // It has an archive of its own, and the former one is still there.
  await expect.poll(() => listAllBases(folder), { timeout: 60_000 }).toHaveLength(2)
  await write(DATA_DIR, 'four')
  expect(await again.stop()).toBe(0)

  // On another machine there is nothing but the folder; the log ends with the stop.
  const other = { DATA_DIR: await newFolder(), BACKUP_DIR }
  const now = new Date().toISOString()
  const elsewhere = await restore(other, '--to', now, folder)
  expect(elsewhere.said).toContain('The log ends there')
  expect(elsewhere.code).toBe(0)
  const copy = await start({ ...other, POINT_IN_TIME: 'no' })
  expect(await subjects(other.DATA_DIR)).toEqual(['four', 'one', 'two'])
  expect(await copy.stop()).toBe(0)

  // The first archive still has the first hours.
  const past = { DATA_DIR: await newFolder(), BACKUP_DIR }
  const earlier = await restore(past, '--to', moment, folder)
  // Its last minutes were never archived: the killed database took them along.
  expect(earlier.code).toBe(0)
  expect(earlier.said).toMatch(/^Restored \d+ rows/)
})

it('restores files that were deleted since, and says which are nowhere', async () => {
  const DATA_DIR = await newFolder()
  const BACKUP_DIR = await newFolder()
  const environment = { DATA_DIR, BACKUP_DIR, POINT_IN_TIME: '1', LOG_LEVEL: 'warn' }
  // The key and the rows are there before the first copy is made.
  await (await start({ ...environment, POINT_IN_TIME: '' })).stop()
  const plain = await start({ ...environment, POINT_IN_TIME: '' })
  const key = await writeFileOf(DATA_DIR, crypto.randomUUID())
  const lost = `imports/${crypto.randomUUID()}`
  await ask(
    DATA_DIR,
    `insert into users (username, email, password_hash, first_name, display_name)
    values ('ada', 'ada@cairn.test', 'none', 'Ada', 'Ada')`,
  )
  await ask(
    DATA_DIR,
    `insert into workspaces (name, slug, owner_id) select 'W', 'w', id from users`,
  )
  for (const each of [key, lost]) {
    await ask(
      DATA_DIR,
      `insert into exports (workspace_id, project_ids, provider, is_split, token, file_key)
       select id, '{}', 'csv', false, 'x', $1 from workspaces`,
      [each],
    )
  }
  await plain.stop()
  const server = await start(environment)
  const folder = path.join(BACKUP_DIR, 'point-in-time')
  await expect
    .poll(() => readdir(path.join(folder, 'files/imports')).catch(() => []), { timeout: 60_000 })
    .toHaveLength(1)
  await expect.poll(() => listAllBases(folder), { timeout: 60_000 }).toHaveLength(1)
  const moment = await write(DATA_DIR, 'a moment')
  await rm(path.join(DATA_DIR, 'files', key))
  await server.stop()

  const other = { DATA_DIR: await newFolder(), BACKUP_DIR }
  const { code, said } = await restore(other, '--to', moment, BACKUP_DIR)
  expect(code).toBe(0)
  expect(said).toMatch(/^Restored \d+ rows and 1 file as of/)
  expect(said).toContain(`Not to be found, and so not restored: the file ${lost}`)
  expect(await readFile(path.join(other.DATA_DIR, 'files', key), 'utf8')).toMatch(/^content of /)
  // Stored passwords of the mail server and the like need the key.
  const keys = [DATA_DIR, other.DATA_DIR].map((each) => readFile(path.join(each, 'secret.key')))
  const [before, after] = await Promise.all(keys)
  expect(after).toEqual(before)
})

it('refuses an archive with a gap, and a database elsewhere', async () => {
  const DATA_DIR = await newFolder()
  const BACKUP_DIR = await newFolder()
  const environment = { DATA_DIR, BACKUP_DIR, POINT_IN_TIME: '1', LOG_LEVEL: 'warn' }
  const folder = path.join(BACKUP_DIR, 'point-in-time')
  const server = await start(environment)
  await expect.poll(() => listAllBases(folder), { timeout: 60_000 }).toHaveLength(1)
  const [found] = await listAllBases(folder)
  for (const text of ['one', 'two', 'three']) {
    await write(DATA_DIR, text)
    await ask(DATA_DIR, 'select pg_switch_wal()')
  }
  const moment = await write(DATA_DIR, 'last')
  await server.stop()
  expect(
    (await readdir(path.join(found!.archive, 'log'))).every((name) => !name.endsWith('.part')),
  ).toBe(true)

  const missing = segmentAfter(segmentAfter(found!.base.first_segment))
  const segment = path.join(found!.archive, 'log', `${missing}.gz`)
  await rename(segment, `${segment}.away`)
  const other = { DATA_DIR: await newFolder(), BACKUP_DIR }
  const refused = await restore(other, '--to', moment, folder)
  expect([refused.code, refused.said]).toEqual([
    1,
    expect.stringContaining(`${missing} is missing. Restore a backup instead.`),
  ])
  expect(await readdir(other.DATA_DIR)).toEqual([])
  await rename(`${segment}.away`, segment)
  expect((await restore(other, '--to', moment, folder)).code).toBe(0)

  const outside = { ...other, DATABASE_URL: 'postgresql://cairn@db.test/cairn' }
  expect((await restore(outside, '--to', moment, folder)).said).toContain('remove DATABASE_URL')
  const wrong = run(scripts.built, { ...outside, POINT_IN_TIME: '1' })
  expect(await wrong.ended).toBe(1)
  expect(wrong.said()).toContain('POINT_IN_TIME is for the database in the data folder')
})

it('archives without failures, and starts anew after it was switched off', async () => {
  const DATA_DIR = await newFolder()
  const BACKUP_DIR = await newFolder()
  const environment = { DATA_DIR, BACKUP_DIR, LOG_LEVEL: 'warn' }
  const folder = path.join(BACKUP_DIR, 'point-in-time')
  for (const count of [1, 2]) {
    const server = await start({ ...environment, POINT_IN_TIME: '1' })
    await expect.poll(() => listAllBases(folder), { timeout: 60_000 }).toHaveLength(count)
    expect(await archived(DATA_DIR)).toMatchObject([{ failed: 0, last: expect.any(String) }])
    await server.stop()
    await (await start(environment)).stop()
  }
  const all = await listAllBases(folder)
  expect(new Set(all.map(({ archive }) => archive)).size).toBe(2)

  // One is retained: the former archive is removed with its log.
  await removeSuperseded(folder, all[1]!.archive, 1)
  expect((await listAllBases(folder)).map(({ base }) => base)).toEqual([all[1]!.base])
  expect(await readdir(folder)).not.toContain(path.basename(all[0]!.archive))
  const log = await readdir(path.join(all[1]!.archive, 'log'))
  expect(followSegments(log, all[1]!.base.first_segment).missing).toBeUndefined()
})

it('follows the names of segments', () => {
  expect(segmentAfter('000000010000000000000001')).toBe('000000010000000000000002')
  expect(segmentAfter('0000000100000000000000FF')).toBe('000000010000000100000000')
  const names = ['000000010000000000000001.gz', '000000010000000000000002.gz', 'x.part']
  expect(followSegments(names, '000000010000000000000001')).toEqual({
    last: '000000010000000000000002',
    missing: undefined,
  })
  expect(
    followSegments([...names, '000000010000000000000004.gz'], '000000010000000000000001'),
  ).toEqual({ last: '000000010000000000000002', missing: '000000010000000000000003' })
  expect(followSegments(names, '000000010000000000000005').last).toBeUndefined()
})
