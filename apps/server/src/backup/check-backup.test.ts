import { open, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { SOON, startCpuTimer } from '#test/cpu-time.ts'
import { newFolder } from '#test/processes.ts'
import { writeArchive } from './archive.ts'
import { checkBackup } from './check-backup.ts'
import { FORMAT, names } from './manifest.ts'
import { fileSink } from './sink.ts'
import { fileSource } from './source.ts'

const folder = await newFolder()
let count = 0

const manifest = {
  ...{ format: FORMAT, version: '0.1.0', made_at: '2026-11-17T00:00:00Z', migrations: [] },
  tables: [{ name: 'users', columns: ['id'] }],
}
const summary = { rows: {}, counters: {}, files: 0, file_bytes: 0, missing_files: [] }

type Part = [name: string, content: string]

const whole = (files: Part[] = []): Part[] => [
  [names.manifest, JSON.stringify(manifest)],
  [names.secret, 'secret'],
  ...files,
  [names.summary, JSON.stringify({ ...summary, files: files.length })],
]

async function write(parts: Part[]) {
  count += 1
  const file = path.join(folder, `${count}.tar`)
  const handle = await open(file, 'w')
  const archive = writeArchive(fileSink(handle), new Date('2026-11-17T00:00:00Z'))
  for (const [name, content] of parts) await archive.add(name, Buffer.from(content))
  await archive.finish()
  await handle.close()
  return file
}

/** Changes a value in the first header and updates its checksum. */
async function withHeader(file: string, at: number, value: string) {
  const bytes = await readFile(file)
  bytes.write(value, at, 'latin1')
  bytes.fill(' ', 148, 156)
  const sum = bytes.subarray(0, 512).reduce((all, byte) => all + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  await writeFile(file, bytes)
  return file
}

/** Fails soon, with a readable message. */
async function refusalOf(file: string) {
  const spent = startCpuTimer()
  const message = await checkBackup(fileSource(file)).then(
    () => 'good',
    (error: Error) => `${error.name}: ${error.message.replace(file, 'FILE')}`,
  )
  expect(spent()).toBeLessThan(SOON)
  return message
}

describe('a backup made to do harm', () => {
  it('differs from one that is in order', async () => {
    const file = await write(whole([['files/acme/0f', 'x']]))
    expect(await checkBackup(fileSource(file))).toMatchObject({ manifest, summary: { files: 1 } })
  })

  it.each([
    'files/../../etc/passwd',
    'files/../secret.key',
    'files//etc/passwd',
    'files/acme/../../x',
    'files/acme\\..\\x',
    'files/.incoming/x',
    `files/${'a/'.repeat(100)}a`,
    '/etc/passwd',
    '../secret.key',
    'postgres/database/PG_VERSION',
    'database/nosuch/000001.copy.gz',
    'database/pg_authid/000001.copy.gz',
    'database/__proto__/000001.copy.gz',
  ])('has a name that is none of ours: %s', async (name) => {
    expect(await refusalOf(await write(whole([[name, 'x']])))).toMatch(/FILE is damaged/)
  })

  it.each([names.summary, names.secret, names.manifest])('has %s twice', async (name) => {
    const parts = whole()
    const again = parts.find(([one]) => one === name) as Part
    expect(await refusalOf(await write([...parts, again]))).toMatch(/FILE is damaged/)
  })

  it.each([
    ['a link', 156, '2'],
    ['a hard link', 156, '1'],
    ['a folder', 156, '5'],
    ['a device', 156, '3'],
    ['a size below nothing', 124, '-0000000007'],
    ['a size that is no number', 124, 'zzzzzzzzzzz'],
    ['a size without an end', 124, '\0'],
    ['a size of another notation', 124, '\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff'],
  ])('has %s in it', async (_what, at, value) => {
    const file = await withHeader(await write(whole()), at, value)
    expect(await refusalOf(file)).toMatch(/FILE is damaged/)
  })

  it('says it is larger than any memory', async () => {
    const file = await withHeader(await write(whole()), 124, '77777777777')
    expect(await refusalOf(file)).toMatch(/FILE is damaged/)
  })

  it.each([
    ['nested beyond all measure', '['.repeat(1_000_000)],
    ['something else', '[]'],
    ['no JSON', '{'],
    ['of names every object has', '{"__proto__":{"format":1}}'],
  ])('has a manifest that is %s', async (_what, content) => {
    const [, ...rest] = whole()
    const file = await write([[names.manifest, content], ...rest])
    expect(await refusalOf(file)).toMatch(/FILE is damaged/)
  })
})
