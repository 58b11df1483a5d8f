import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { readArchive } from '../apps/server/src/backup/archive.ts'
import { kindOf, names } from '../apps/server/src/backup/manifest.ts'
import { unpacking } from '../apps/server/src/backup/packing.ts'
import { fileSource } from '../apps/server/src/backup/source.ts'
import { type Benchmark, type Line, timed } from './harness.ts'
import { httpClient } from './http-client.ts'
import { type ItemAddress, oneOf, someItems } from './places.ts'
import { freePort, startServer } from './server-process.ts'
import { connectTo, newDataFolder, openStage, type Stage } from './stage.ts'
import { startWriter, type Writer } from './torture/writer.ts'

const program = path.resolve(import.meta.dirname, '../apps/server/dist/cairn.cjs')
const run = promisify(execFile)

const FILE_BYTES = 100_000
const WRITERS = 4
const UPLOADERS = 2

/** A command of a release, on one data folder. */
const cairn = (dataDir: string, ...args: string[]) => {
  const { DATABASE_URL: _other, ...environment } = process.env
  return run(process.execPath, [program, ...args], { env: { ...environment, DATA_DIR: dataDir } })
}

/** Uploads a file as a browser does. */
async function upload({ server: { origin }, cookie }: Stage, item: ItemAddress) {
  const http = httpClient(origin, { cookie })
  const attachments = `${item.path.replace('/api/', '/api/assets/v2/')}attachments/`
  const type = 'application/octet-stream'
  const wanted = { name: 'map.bin', type, size: FILE_BYTES }
  const requested = await http.expect(200, 'POST', attachments, wanted)
  const { upload_data, asset_id } = JSON.parse(String(requested))
  const form = new FormData()
  for (const [field, value] of Object.entries<string>(upload_data.fields)) form.append(field, value)
  form.append('file', new Blob([randomBytes(FILE_BYTES)]), 'map.bin')
  const { status } = await fetch(new URL(upload_data.url, origin), { method: 'POST', body: form })
  if (status !== 204) throw new Error(`An upload was answered ${status}.`)
  await http.expect(204, 'PATCH', `${attachments}${asset_id}/`)
  http.close()
}

async function uploadFiles(stage: Stage, items: readonly ItemAddress[], count: number) {
  let left = count
  const worker = async () => {
    for (; left > 0; ) {
      left -= 1
      await upload(stage, oneOf(items))
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

/** People write and upload while `work` is done; returns what was acknowledged before it began. */
async function underLoad(stage: Stage, item: ItemAddress, work: () => Promise<void>) {
  const { server, cookie, slug, projects } = stage
  const address = `/api/workspaces/${slug}/projects/${projects[0]?.id}/issues/`
  const target = { origin: server.origin, cookie, path: address }
  let over = false
  const writers = Array.from({ length: WRITERS }, () => startWriter(target, () => over))
  // To one item, so that the others stay as they are.
  const uploader = async () => {
    while (!over) await upload(stage, item)
  }
  const uploading = Promise.all(Array.from({ length: UPLOADERS }, uploader))
  const written = () => writers.reduce((sum, writer) => sum + writer.acknowledged(), 0)
  while (written() < 50) await new Promise((resolve) => setTimeout(resolve, 20))
  const before = snapshotOf(writers)
  const began = written()
  try {
    await work()
  } finally {
    over = true
    await Promise.all([uploading, ...writers.map(({ done }) => done)])
  }
  if (written() === began) throw new Error('Nothing was written during the backup.')
  return before
}

/** Each item with the number of its names that were acknowledged by now. */
const snapshotOf = (writers: readonly Writer[]) =>
  writers.flatMap(({ known }) => known.map((item) => ({ item, count: item.names.length })))

const hashOf = async (content: AsyncIterable<Buffer>) => {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

const LINE = /[^\n]+/g
/** Of a line, as a number: their sum does not depend on the order of the rows. */
const numberOf = (line: string) => createHash('sha256').update(line).digest().readBigUInt64BE()

/** The content of a backup: every file, the key, and the rows of every table in any order. */
async function contentOf(file: string): Promise<Map<string, string>> {
  const content = new Map<string, string>()
  const rows = new Map<string, bigint>()
  for await (const { name, content: bytes } of readArchive(fileSource(file))) {
    const kind = kindOf(name)
    if ('table' in kind) {
      const unpacked = await pipeline(bytes, unpacking(name), buffer)
      const lines = unpacked.toString('latin1').match(LINE) ?? []
      const sum = lines.reduce((all, line) => all + numberOf(line), rows.get(kind.table) ?? 0n)
      rows.set(kind.table, sum)
    } else if ('key' in kind || name === names.secret) content.set(name, await hashOf(bytes))
  }
  for (const [table, sum] of rows) content.set(table, String(sum))
  return content
}

function assertSame(what: string, one: Map<string, string>, other: Map<string, string>) {
  if (one.size !== other.size) throw new Error(`${what}: ${one.size} are ${other.size}.`)
  for (const [name, value] of one) {
    if (other.get(name) !== value) throw new Error(`${what}: ${name} differs.`)
  }
}

/** The hash of every file below a folder, by its path. */
async function filesIn(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('/.'))
  const hashes = files.map(async ({ parentPath, name }) => {
    const file = path.join(parentPath, name)
    return [path.relative(folder, file), await hashOf(createReadStream(file))] as const
  })
  return new Map(await Promise.all(hashes))
}

/** Generated rows, without changes since. */
const untouched = `
  select count(*)::int as count, sum(hashtextextended(w::text, 0))::text as hash
  from work_items w where created_at < $1 and id <> $2`

interface Expected {
  before: ReturnType<typeof snapshotOf>
  since: Date
  /** The item that files were attached to during the backup. */
  item: ItemAddress
  files: number
}

/** Compares the restored copy with the server it was made of. */
async function compare(
  stage: Stage,
  restored: string,
  { before, since, item: changed, files }: Expected,
) {
  const [ours, theirs] = await Promise.all(
    [stage.dataDir, restored].map((folder) => filesIn(path.join(folder, 'files'))),
  )
  for (const [name, hash] of theirs ?? []) {
    if (ours?.get(name) !== hash) throw new Error(`The file ${name} differs.`)
  }
  if ((theirs?.size ?? 0) < files) throw new Error(`${theirs?.size} of ${files} files are there.`)

  const server = await startServer({ dataDir: restored, port: await freePort() })
  const client = await connectTo(restored)
  try {
    const [mine, its] = await Promise.all(
      [stage.client, client].map(async (each) => {
        const { rows } = await each.query(untouched, [since, changed.id])
        return rows[0]
      }),
    )
    if (JSON.stringify(mine) !== JSON.stringify(its)) throw new Error('Work items differ.')
    const { rows } = await client.query<{ id: string; name: string }>(
      'select id, name from work_items where id = any($1::uuid[])',
      [before.map(({ item }) => item.id)],
    )
    const found = new Map(rows.map(({ id, name }) => [id, name]))
    for (const { item, count } of before) {
      const name = found.get(item.id)
      const possible = [...item.names.slice(count - 1), ...item.uncertain]
      if (!name || !possible.includes(name)) throw new Error(`A write of ${item.id} is lost.`)
    }
  } finally {
    await client.end()
    await server.stop()
  }
}

/** Seconds of each step; throws if anything differs. */
export async function measureRestore({ items, files }: { items: number; files: number }) {
  const stage = await openStage({ items, embedded: true })
  const [folder, restored] = [await newDataFolder(), await newDataFolder()]
  const [backup, again] = [path.join(folder, 'backup.tar'), path.join(folder, 'again.tar')]
  const copied = path.join(folder, 'copied')
  const seconds = async (work: () => Promise<unknown>) => (await timed(work)) / 1000
  try {
    const places = await someItems(stage)
    await uploadFiles(stage, places, files)
    const since = new Date()
    const item = oneOf(places)
    let backedUp = 0
    const before = await underLoad(stage, item, async () => {
      backedUp = await seconds(() => cairn(stage.dataDir, 'backup', backup))
    })
    const copying = await seconds(async () => {
      for (const part of ['postgres/database', 'files']) {
        const target = path.join(copied, part)
        await cp(path.join(stage.dataDir, part), target, { recursive: true })
      }
      await run('sync', ['--file-system', copied])
    })
    await rm(copied, { recursive: true })
    const restoring = await seconds(() => cairn(restored, 'restore', backup))
    await cairn(restored, 'backup', again)
    assertSame('A backup of the restored copy', await contentOf(backup), await contentOf(again))
    await compare(stage, restored, { before, since, item, files })
    return { backedUp, copying, restoring }
  } finally {
    await stage.close()
    for (const each of [folder, restored]) await rm(each, { recursive: true, force: true })
  }
}

export const restore: Benchmark = {
  id: 'B16',
  how: 'seconds for a backup of 100,000 items and 2,000 files of 100 kB while 4 write and 2 upload, and for restoring it into another folder; every row and byte is compared. Beside both a bare copy of the same folders of the database and the files, written to the disk',
  async run() {
    const { backedUp, copying, restoring } = await measureRestore({ items: 100_000, files: 2_000 })
    const line = (what: string, product: number): Line => ({
      ...{ id: 'B16', what, floor: copying, product, ratio: product },
      ...{ target: 20, better: 'less', unit: 's' },
    })
    return [line('backup under load', backedUp), line('restored elsewhere', restoring)]
  },
}
