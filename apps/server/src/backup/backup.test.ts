import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import WebSocket from 'ws'
import { newFolder, run, scripts, start } from '#test/processes.ts'
import { setUp, type Visitor } from '#test/visitor.ts'

interface Project {
  id: string
}
interface Item {
  id: string
  name: string
  sequence_id: number
}

/** Machines that run tests are busy. */
const patiently = { timeout: 60_000 }

/** Uploads an avatar; returns its URL. */
async function bringPicture(person: Visitor, bytes: Buffer): Promise<string> {
  const { upload_data, asset_id, asset_url } = await person.call<{
    upload_data: { url: string; fields: Record<string, string> }
    asset_id: string
    asset_url: string
  }>('POST', '/api/assets/v2/user-assets/', {
    ...{ name: 'me.png', type: 'image/png', size: bytes.length, entity_type: 'USER_AVATAR' },
  })
  const form = new FormData()
  for (const [name, value] of Object.entries(upload_data.fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)]), 'me.png')
  expect((await person.send('POST', upload_data.url, form)).status).toBe(204)
  await person.call('PATCH', `/api/assets/v2/user-assets/${asset_id}/`, {})
  return asset_url
}

async function fetchFile(person: Visitor, address: string) {
  const answer = await person.send('GET', address)
  const file = await person.send('GET', answer.headers.get('location') ?? '')
  return Buffer.from(await file.arrayBuffer())
}

/** Collects the events a browser would receive. */
async function listen(person: Visitor) {
  const socket = new WebSocket(`${person.url.replace('http', 'ws')}/api/live/`, {
    headers: { cookie: person.cookie() },
  })
  const heard: string[] = []
  socket.on('message', (data) => heard.push(String(data)))
  await expect.poll(() => heard.join(''), patiently).toContain('"ready"')
  return { heard: () => heard.join(''), close: () => socket.close() }
}

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  // Larger than one read.
  Buffer.alloc(700_000, 'cairn'),
])

// @cap:operations.backup-and-restore
it('keeps everything of a running server in one file, and brings it back where nothing was', {
  timeout: 180_000,
}, async () => {
  const dataDir = await newFolder()
  const server = await start({ DATA_DIR: dataDir })
  const robin = await setUp(server.url, true)
  const [project] = await robin.call<Project[]>('GET', '/api/workspaces/meridian/projects/')
  const items = `/api/workspaces/meridian/projects/${project?.id}/issues/`
  const list = (person: Visitor) =>
    person.call<{ total_count: number }>('GET', `${items}?per_page=100`)
  const picture = await bringPicture(robin, png)
  // Encrypted with the key that is in the backup too.
  const settings = '/api/instances/configurations/'
  await robin.call('PATCH', settings, { EMAIL_HOST_PASSWORD: 'kept under a stone' })

  const file = path.join(await newFolder(), 'cairn.tar')
  const last = await robin.call<Item>('POST', items, { name: 'The last before it' })
  const saving = run(scripts.backup, { DATA_DIR: dataDir }, file)
  // A backup blocks no requests and delays no events.
  const ear = await listen(robin)
  await robin.call('POST', items, { name: 'Written meanwhile' })
  await expect.poll(ear.heard, patiently).toContain('Written meanwhile')
  ear.close()
  expect([await saving.ended, saving.said()]).toEqual([
    0,
    expect.stringMatching(
      /cairn\.tar holds \d+ rows and 1 file \([\d.]+ KB\), and was read again\.\n$/,
    ),
  ])
  // It holds all keys.
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(path.dirname(file))).toEqual(['cairn.tar'])
  const again = run(scripts.backup, { DATA_DIR: dataDir }, file)
  expect(await again.ended).toBe(1)
  expect(again.said()).toBe(`${file} is there already. Name a file that is not.\n`)

  const before = await list(robin)
  // A server is running there: refused even with --force.
  const inUse = run(scripts.restore, { DATA_DIR: dataDir }, file, '--force')
  expect([await inUse.ended, inUse.said()]).toEqual([
    1,
    expect.stringContaining('is in use by another Cairn server'),
  ])
  expect(await list(robin)).toEqual(before)
  await server.stop()
  // Nor, without --force, where a server ran.
  const full = run(scripts.restore, { DATA_DIR: dataDir }, file)
  expect([await full.ended, full.said()]).toEqual([
    1,
    expect.stringContaining(`The data folder ${dataDir} is not empty.`),
  ])

  const elsewhere = await newFolder()
  const restoring = run(scripts.restore, { DATA_DIR: elsewhere }, file)
  expect([await restoring.ended, restoring.said()]).toEqual([
    0,
    expect.stringMatching(
      /^Restored \d+ rows and 1 file of .*; all are there\.\nStart Cairn: npm start\n$/,
    ),
  ])
  expect((await readdir(elsewhere)).sort()).toEqual([
    'cairn.lock',
    'files',
    'postgres',
    'secret.key',
  ])
  expect((await stat(path.join(elsewhere, 'secret.key'))).mode & 0o777).toBe(0o600)

  const second = await start({ DATA_DIR: elsewhere })
  const there = robin.at(second.url)
  expect(await there.call<Item>('GET', `${items}${last.id}/`)).toMatchObject({ name: last.name })
  expect(await fetchFile(there, picture)).toEqual(png)
  const stored = await there.call<{ key: string; is_set: boolean }[]>('GET', settings)
  // Set only if it could be decrypted with the restored key.
  expect(stored.find(({ key }) => key === 'EMAIL_HOST_PASSWORD')?.is_set).toBe(true)
  // Numbering continues, and new changes emit events.
  const later = await listen(there)
  const next = await there.call<Item>('POST', items, { name: 'The first after it' })
  const meanwhile = (await list(there)).total_count - before.total_count
  expect([0, 1]).toContain(meanwhile)
  expect(next.sequence_id).toBe(last.sequence_id + 1 + meanwhile)
  await expect.poll(later.heard, patiently).toContain('The first after it')
  later.close()
  await second.stop()
})
