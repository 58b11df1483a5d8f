import { open, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { commentsApi, webhooksApi } from '@cairn/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, it, vi } from 'vitest'
import { addDemoWorkspace } from '#features/demo/service.ts'
import { addItem } from '#features/work-items/test-kit/items.ts'
import { addProperty, newOptions, typesOf } from '#features/work-items/test-kit/properties.ts'
import { connect } from '#kernel/database/connect.ts'
import { startEmbedded } from '#kernel/database/embedded/start-embedded.ts'
import { migrate } from '#kernel/database/migrate.ts'
import { WriteWatcher } from '#kernel/database/write-watcher.ts'
import { openStorage } from '#kernel/storage/open-storage.ts'
import { createKey } from '#kernel/storage/storage.ts'
import { migrations } from '#migrations/index.ts'
import { testBucket } from '#test/bucket.ts'
import { newFolder } from '#test/processes.ts'
import { testServer } from '#test/server.ts'
import { readConfig } from '../config.ts'
import { readArchive, writeArchive } from './archive.ts'
import { FORMAT, names } from './manifest.ts'
import { openClient } from './open-client.ts'
import { type Restore, restoreBackup } from './restore-backup.ts'
import { fileSink } from './sink.ts'
import { fileSource } from './source.ts'
import { listMigrations, listTables, transactionNumbers } from './tables.ts'
import { writeBackup } from './write-backup.ts'

// Each test creates whole databases; machines that run tests are busy.
vi.setConfig({ testTimeout: 180_000 })

const { app, database, person, projectOf } = await testServer()
const { db, connection } = database
const cluster = inject('cluster')
const log = { info() {}, warn() {}, error() {} }

const urlOf = (name: string) =>
  `postgresql://${cluster.user}@/${name}?host=${encodeURIComponent(cluster.host)}&port=${cluster.port}`

/** A database with nothing in it. */
async function emptyDatabase() {
  const name = `restored_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ ...cluster, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return urlOf(name)
}

async function asking<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient({ connectionString: url })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The rows of each table, in any order. */
const contentOf = (url: string, given = {}) =>
  asking(url, async (client) => {
    const replaced: typeof transactionNumbers = given
    const content: Record<string, string> = {}
    for (const { name, columns } of await listTables(client)) {
      const values = columns.map((column) => replaced[name]?.[column] ?? `"${column}"`)
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(r::text, ',' order by r::text)), '') as stored
         from (select ${values.join(', ')} from "${name}") r`,
      )
      content[name] = rows[0].stored
    }
    return content
  })

const rulesOf = (url: string) =>
  asking(url, async (client) => {
    const { rows } = await client.query(`
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as rule
      from pg_constraint where connamespace = 'public'::regnamespace
      union all
      select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger
      where not tgisinternal
      union all
      -- PostgreSQL writes the same condition in more than one way.
      select regexp_replace(indexdef, ' WHERE .*', ' WHERE …') from pg_indexes
      where schemaname = 'public' order by 1`)
    return rows.map(({ rule }) => rule as string)
  })

/** The data folder of the server these tests talk to. */
const dataDir = await newFolder()
await writeFile(path.join(dataDir, 'secret.key'), `${'0c'.repeat(32)}\n`)
const source = urlOf(connection.database)

async function save(more: Partial<Parameters<typeof writeBackup>[0]> = {}, from = source) {
  const file = path.join(await newFolder(), 'cairn.tar')
  const { storage } = app.deps
  const written = await asking(from, (client) =>
    writeBackup({ client, storage, dataDir, version: '0.1.0', ...more }, file),
  )
  return { file, written }
}

async function restore(
  file: string,
  more: Partial<Restore['config']> & Partial<Pick<Restore, 'force' | 'passphrase'>> = {},
) {
  const { force = false, passphrase, ...given } = more
  const databaseUrl = given.databaseUrl ?? (await emptyDatabase())
  const config = { dataDir: await newFolder(), bucket: null, ...given, databaseUrl }
  const done = await restoreBackup({ file, passphrase, config, migrations, force, log })
  return { ...done, folder: config.dataDir, databaseUrl }
}

/** Rewrites the entries with changed content and valid checksums. */
async function rewritten(
  file: string,
  change: (name: string, content: Buffer) => Buffer,
  rename = (name: string) => name,
) {
  const copy = `${file}.copy`
  const handle = await open(copy, 'w')
  const archive = writeArchive(fileSink(handle), new Date())
  for await (const { name, content } of readArchive(fileSource(file))) {
    await archive.add(rename(name), change(name, await buffer(content)))
  }
  await archive.finish()
  await handle.close()
  return copy
}

const changeManifest = (file: string, more: object) =>
  rewritten(file, (name, content) =>
    name === names.manifest
      ? Buffer.from(JSON.stringify({ ...JSON.parse(String(content)), ...more }))
      : content,
  )

/** Other rows of one table, and as many as the backup then says that it has. */
const changeRows = (file: string, table: string, change: (lines: string[]) => string[]) => {
  let count = 0
  return rewritten(file, (name, content) => {
    if (name === names.table(table, 1)) {
      const lines = change(String(zstdDecompressSync(content)).trimEnd().split('\n'))
      count = lines.length
      return zstdCompressSync(lines.map((line) => `${line}\n`).join(''))
    }
    if (name !== names.summary) return content
    const summary = JSON.parse(String(content))
    return Buffer.from(JSON.stringify({ ...summary, rows: { ...summary.rows, [table]: count } }))
  })
}

/** Restores into a folder with its own database; `work` gets the URL of that. */
async function restoreEmbedded(file: string, work: (url: string) => Promise<void>) {
  const folder = await newFolder()
  const config = { dataDir: folder, databaseUrl: undefined, bucket: null }
  await restoreBackup({ file, config, migrations, force: false, log })
  const { connection: made, stop } = await startEmbedded({ dataDir: folder, log })
  try {
    await work(`postgresql://${made.user}@/${made.database}?host=${encodeURIComponent(made.host)}`)
  } finally {
    await stop()
  }
  return folder
}

/** A file that a row refers to, and its content. */
async function saveFile(storage = app.deps.storage) {
  const key = createKey('exports')
  const bytes = Buffer.from(`file ${key} \0\n\\`)
  await storage.put(key, Readable.from([bytes]), { maxBytes: 1000 })
  const { ada } = await projectOf('ada')
  await database.pool.query(
    `insert into exports (workspace_id, project_ids, provider, is_split, token, file_key)
     select id, '{}', 'csv', false, 'x', $1 from workspaces where slug = $2`,
    [key, ada.place.slug],
  )
  return { key, bytes }
}

it('brings back every row of every table, each file and every rule', async () => {
  const { ada, bob } = await projectOf('ada', 'bob')
  await addDemoWorkspace(db, ada.user_id)
  await ada.call(webhooksApi.create, { body: { url: 'https://93.184.215.14/', issue: true } })
  const { bug } = await typesOf(ada)
  const options = newOptions('Major')
  const severity = await addProperty(ada, bug, 'Severity', 'option', { options })
  const property_values = { [severity.id]: options.map((option) => option.id) }
  await addItem(ada, 'valued', { type_id: bug, property_values })
  const odd = 'tab\t, line\n, \\N and \\., “quotes”, 雪, null and '
  const { id } = await addItem(ada, odd, { assignee_ids: [bob.user_id] })
  await ada.call(commentsApi.create, { params: { id }, body: { comment_html: `<p>${odd}</p>` } })
  const { key, bytes } = await saveFile()
  const lost = await saveFile()
  await app.deps.storage.remove(lost.key)

  const { file, written } = await save()
  // Reported, but the backup is still written.
  expect(written.missing_files).toEqual([lost.key])
  const { databaseUrl, folder, summary } = await restore(file)
  expect(await contentOf(databaseUrl)).toEqual(await contentOf(source, transactionNumbers))
  expect(await rulesOf(databaseUrl)).toEqual(await rulesOf(source))
  expect(summary.rows).toEqual(written.rows)
  expect(await readFile(path.join(folder, 'files', key))).toEqual(bytes)
  expect(await readFile(path.join(folder, 'secret.key'), 'utf8')).toBe(`${'0c'.repeat(32)}\n`)
  // Counters go on where they were.
  await asking(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `select nextval('webhook_calls_id_seq') > (select max(id) from webhook_calls) as is_new`,
    )
    expect(rows[0].is_new).not.toBe(false)
  })
})

it('brings the same into a database of its own', async () => {
  const { ada } = await projectOf('ada')
  await addDemoWorkspace(db, ada.user_id)
  const { key, bytes } = await saveFile()
  const { file } = await save()
  const folder = await restoreEmbedded(file, async (url) => {
    expect(await contentOf(url)).toEqual(await contentOf(source, transactionNumbers))
    expect(await rulesOf(url)).toEqual(await rulesOf(source))
    await asking(url, async (client) => {
      const { rows } = await client.query(
        `select current_setting('fsync') as fsync, current_setting('wal_level') as wal_level,
          (select count(*)::int from pg_index where not indisvalid) as unusable,
          (select reltuples::int from pg_class where oid = 'work_items'::regclass) as estimated,
          (select count(*)::int from work_items) as stored`,
      )
      expect(rows[0]).toEqual({
        ...{ fsync: 'on', wal_level: 'replica', unusable: 0 },
        ...{ estimated: rows[0].stored, stored: rows[0].stored },
      })
    })
  })
  const stored = path.join(folder, 'files', key)
  expect(await readFile(stored)).toEqual(bytes)
  expect((await stat(stored)).mode & 0o777).toBe(0o600)
  expect((await stat(path.dirname(stored))).mode & 0o777).toBe(0o700)
})

it.each([
  ['a row twice', 'labels', (lines: string[]) => [...lines, lines[0]!], 'labels_'],
  ['a row that others refer to missing', 'states', (lines: string[]) => lines.slice(1), 'state'],
])('refuses %s, in any database', async (_, table, change, rule) => {
  const { ada } = await projectOf('ada')
  await addDemoWorkspace(db, ada.user_id)
  const { file } = await save()
  const wrong = await changeRows(file, table, change)
  const databaseUrl = await emptyDatabase()
  await expect(restore(wrong, { databaseUrl })).rejects.toThrow(rule)
  expect(await contentOf(databaseUrl)).toEqual({})
  const dataDir = await newFolder()
  const config = { dataDir, databaseUrl: undefined, bucket: null }
  const tried = restoreBackup({ file: wrong, config, migrations, force: false, log })
  await expect(tried).rejects.toThrow(rule)
  expect((await readdir(dataDir)).filter((name) => name !== 'cairn.lock')).toEqual([])
})

it('reads rows that the first versions compressed with gzip', async () => {
  const { ada } = await projectOf('ada')
  await addDemoWorkspace(db, ada.user_id)
  const { file } = await save()
  const isTable = (name: string) => name.endsWith('.copy.zst')
  const older = await rewritten(
    file,
    (name, content) => {
      if (isTable(name)) return gzipSync(zstdDecompressSync(content))
      if (name !== names.manifest) return content
      return Buffer.from(JSON.stringify({ ...JSON.parse(String(content)), format: 1 }))
    },
    (name) => (isTable(name) ? name.replace('.zst', '.gz') : name),
  )
  const { databaseUrl, manifest } = await restore(older)
  expect(manifest.format).toBe(1)
  expect(await contentOf(databaseUrl)).toEqual(await contentOf(source, transactionNumbers))
})

it('knows every number that means something only here', async () => {
  const { rows } = await database.pool.query<{ at: string }>(`
    select c.relname || '.' || a.attname as at from pg_attrdef d
    join pg_class c on c.oid = d.adrelid
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where pg_get_expr(d.adbin, d.adrelid) like '%pg_current_xact_id%' order by 1`)
  expect(rows.map(({ at }) => at)).toEqual([
    ...['activities.xid', 'events.xid', 'webhook_calls.xid', 'webhook_progress.handled_until'],
    'webhooks.since_xid',
  ])
})

it('makes of an older version’s backup what this version would have', async () => {
  const older = Object.entries(migrations).slice(0, -1)
  const from = await emptyDatabase()
  const { db: old } = connect({ connectionString: from }, new WriteWatcher(), 1)
  await migrate(old, Object.fromEntries(older))
  await sql`insert into users (username, email, password_hash, display_name) values ('a', 'a@cairn.test', 'none', 'Ada')`.execute(
    old,
  )
  await old.destroy()
  const { file } = await save({}, from)
  const { databaseUrl, manifest } = await restore(file)
  expect(manifest.migrations).toEqual(older.map(([name]) => name))
  await asking(databaseUrl, async (client) => {
    expect(await listMigrations(client)).toEqual(Object.keys(migrations))
    const { rows } = await client.query('select display_name from users')
    expect(rows).toEqual([{ display_name: 'Ada' }])
  })
})

it('restores an encrypted backup with its passphrase, and changes nothing with another', async () => {
  const { key, bytes } = await saveFile()
  const passphrase = 'seven cairns above the tarn'
  const { file, written } = await save({ passphrase })
  const content = await readFile(file)
  expect(content.length).toBe(written.bytes)
  expect(content.includes(bytes)).toBe(false)

  const databaseUrl = await emptyDatabase()
  const folder = await newFolder()
  for (const [typed, message] of [
    [undefined, 'is encrypted: its passphrase is needed.'],
    ['another', 'was encrypted with another passphrase.'],
  ] as const) {
    await expect(
      restore(file, { databaseUrl, dataDir: folder, passphrase: typed }),
    ).rejects.toThrow(`${file} ${message}`)
  }
  const cut = `${file}.cut`
  await writeFile(cut, content.subarray(0, -100))
  await expect(restore(cut, { databaseUrl, dataDir: folder, passphrase })).rejects.toThrow(
    `${cut} is damaged`,
  )
  expect(await contentOf(databaseUrl)).toEqual({})
  expect(await readdir(folder)).toEqual(['cairn.lock'])

  const { summary } = await restore(file, { databaseUrl, dataDir: folder, passphrase })
  expect(summary.rows).toEqual(written.rows)
  expect(await readFile(path.join(folder, 'files', key))).toEqual(bytes)
})

it('says what is wrong with a file, and leaves everything as it was', async () => {
  const { ada } = await projectOf('ada')
  await addItem(ada, 'precious')
  const { file } = await save()
  const size = (await readFile(file)).length
  const before = await contentOf(source)
  const empty = await emptyDatabase()
  const folder = await newFolder()

  async function refusal(of: string) {
    const config = { dataDir: folder, databaseUrl: empty, bucket: null }
    const tried = restoreBackup({ file: of, config, migrations, force: true, log })
    const message = await tried.then(
      () => 'restored',
      (error: Error) => error.message,
    )
    expect(await contentOf(empty)).toEqual({})
    expect((await readdir(folder)).filter((name) => name !== 'cairn.lock')).toEqual([])
    return message.replace(of, 'FILE')
  }

  const newer =
    'FILE was made by a newer Cairn (0.1.0). Install that version, or a later one, and restore with it.'
  expect(await refusal(await changeManifest(file, { format: FORMAT + 1 }))).toBe(newer)
  expect(
    await refusal(
      await changeManifest(file, { migrations: [...Object.keys(migrations), '9999_x'] }),
    ),
  ).toBe(newer)
  // Valid checksums but wrong counts: detected while loading.
  const fewer = await rewritten(file, (name, content) =>
    name === names.summary
      ? Buffer.from(
          String(content).replace(/"work_items": (\d+)/, (_, n) => `"work_items": ${+n + 1}`),
        )
      : content,
  )
  expect(await refusal(fewer)).toMatch(/^work_items has \d+ rows now, where the backup has \d+\.$/)

  const bytes = await readFile(file)
  const middle = Math.floor(size / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(file, bytes)
  expect(await refusal(file)).toMatch(/^FILE is damaged: /)
  await truncate(file, middle)
  expect(await refusal(file)).toBe(
    `FILE is cut off: it ends after ${middle} bytes. Fetch it again, or take another.`,
  )
  expect(await contentOf(source)).toEqual(before)
})

it('writes over no accounts unless told to, and over nothing that is not ours', async () => {
  await person('maya')
  const { file } = await save()
  const { databaseUrl, folder, setAside } = await restore(file)
  expect(setAside).toBe(undefined)
  await expect(restore(file, { databaseUrl })).rejects.toThrow(
    'DATABASE_URL leads to a Cairn with accounts in it. Name an empty database, or use --force: what is there is then lost.',
  )
  const there = await contentOf(databaseUrl)
  await asking(databaseUrl, (client) => client.query(`update users set first_name = 'changed'`))
  await expect(restore(file, { databaseUrl, dataDir: folder })).rejects.toThrow(
    `The data folder ${folder} is not empty.`,
  )
  const forced = await restore(file, { databaseUrl, dataDir: folder, force: true })
  expect((await readdir(forced.setAside ?? '')).sort()).toEqual(['files', 'secret.key'])
  expect(await contentOf(databaseUrl)).toEqual(there)

  const running = new pg.Client({ connectionString: databaseUrl, application_name: 'cairn' })
  await running.connect()
  await expect(restore(file, { databaseUrl, force: true })).rejects.toThrow(
    'A Cairn server is running on this database. Stop it first.',
  )
  await running.end()

  const others = await emptyDatabase()
  await asking(others, (client) => client.query('create table recipes (name text)'))
  await expect(restore(file, { databaseUrl: others, force: true })).rejects.toThrow(
    'DATABASE_URL leads to a database with tables that are not of Cairn. Name an empty one.',
  )
})

it('reads files from a bucket and brings them to another', async () => {
  const here = await testBucket()
  const config = readConfig({ ...here.environment })
  const storage = await openStorage(config.bucket, { folder: '', secret: '' })
  const { key, bytes } = await saveFile(storage)
  const other = await saveFile(storage)
  const { file } = await save({ storage })

  const there = await testBucket()
  const { bucket } = readConfig({ ...there.environment })
  // If loading the rows fails, the files are removed again.
  const wrong = await rewritten(file, (name, content) =>
    name === names.summary
      ? Buffer.from(String(content).replace(/"users": \d+/, '"users": 0'))
      : content,
  )
  await expect(restore(wrong, { bucket })).rejects.toThrow('where the backup has 0.')
  expect(await there.keys()).toEqual([])

  // Files the bucket already has are left there.
  const second = await openStorage(bucket, { folder: '', secret: '' })
  await second.put(key, Readable.from([bytes]), { maxBytes: 1000 })
  await restore(file, { bucket })
  expect((await there.keys()).sort()).toEqual([key, other.key].sort())
  const found = await second.get(other.key)
  expect(found && (await buffer(found.stream))).toEqual(other.bytes)
})
