import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { restoreApi as api, authApi, instanceAuthApi, type RestoreChoice } from '@cairn/contract'
import { expect, it, vi } from 'vitest'
import { databaseUrl, health, newFolder, run, scripts, start } from '#test/processes.ts'
import { setUp, Visitor } from '#test/visitor.ts'

// Several servers are started, each with a database of its own; machines that run tests are busy.
vi.setConfig({ testTimeout: 300_000 })

const passphrase = 'seven cairns above the tarn'
const password = 'seven cairns above the tarn'

/** A visitor with a token, as the set-up screen has it. */
async function visitorOf(url: string) {
  const visitor = new Visitor(url)
  const { csrf_token } = await visitor.call<{ csrf_token: string }>('GET', authApi.csrfToken.url)
  const headers = { cookie: visitor.cookie(), 'x-csrftoken': csrf_token }
  return {
    choice: () => visitor.call<RestoreChoice>('GET', api.list.url),
    async restore(body: object) {
      const answer = await fetch(url + api.start.url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: await answer.json().catch(() => null) }
    },
    async upload(content: Buffer, token = csrf_token) {
      const answer = await fetch(url + api.upload.url, {
        method: 'POST',
        headers: {
          ...headers,
          'x-csrftoken': token,
          'content-type': 'application/octet-stream',
        },
        body: new Uint8Array(content),
      })
      return { status: answer.status, body: await answer.json().catch(() => null) }
    },
  }
}

/** Whether this account can sign in. */
async function signsIn(url: string) {
  const robin = new Visitor(url)
  await robin.form(authApi.signIn.url, { email: 'robin@cairn.test', password })
  return robin.cookies.has('session-id')
}

const restored = async (url: string) => {
  await expect
    .poll(
      () =>
        health(url).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 120_000 },
    )
    .toBe(200)
  return signsIn(url)
}

/** A backup of an instance with one administrator, plain and encrypted. */
async function makeBackups() {
  const dataDir = await newFolder()
  const server = await start({ DATA_DIR: dataDir })
  await setUp(server.url)
  await server.stop()
  const folder = await newFolder()
  const plain = path.join(folder, 'plain.tar')
  const encrypted = path.join(folder, 'encrypted.tar.enc')
  const environment = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase }
  expect(await run(scripts.backup, environment, plain).ended).toBe(0)
  expect(await run(scripts.backup, environment, encrypted, '--encrypt').ended).toBe(0)
  return { folder, plain, encrypted }
}

let making: ReturnType<typeof makeBackups> | undefined
/** Made by the first test that needs them. */
const backups = () => {
  making ??= makeBackups()
  return making
}

it('restores a backup of the folder instead of a set-up, for one visitor, once', async () => {
  const made = await backups()
  await writeFile(path.join(made.folder, 'notes.txt'), 'not a backup')
  await writeFile(path.join(made.folder, 'other.tar'), Buffer.alloc(4096, 'x'))
  const plain = await readFile(made.plain)
  await writeFile(path.join(made.folder, 'cut.tar'), plain.subarray(0, -2000))
  const dataDir = await newFolder()
  const server = await start({ DATA_DIR: dataDir, BACKUP_DIR: made.folder })
  const ada = await visitorOf(server.url)
  const { backups: found, ...rest } = await ada.choice()
  expect(rest).toEqual({ folder: made.folder, problem: null })
  expect(found.map(({ name, is_encrypted }) => [name, is_encrypted]).sort()).toEqual([
    ['cut.tar', false],
    ['encrypted.tar.enc', true],
    ['other.tar', false],
    ['plain.tar', false],
  ])

  const name = 'encrypted.tar.enc'
  for (const [body, status, answer] of [
    [{}, 400, { name: ['This field is required.'] }],
    [{ name: 'nothing.tar' }, 404, { error: 'There is no such backup.' }],
    [{ name: '../secret.key' }, 404, { error: 'There is no such backup.' }],
    [{ name: 'notes.txt' }, 404, { error: 'There is no such backup.' }],
    [{ name: 'other.tar' }, 400, { file: ['This file is not a backup of Cairn.'] }],
    [{ name: 'cut.tar' }, 400, { file: ['The backup is damaged or incomplete.'] }],
    [{ name }, 400, { passphrase: ['This backup is encrypted. Enter its passphrase.'] }],
    [
      { name, passphrase: 'another' },
      400,
      { passphrase: ['The backup was encrypted with another passphrase.'] },
    ],
  ] as const) {
    expect(await ada.restore(body)).toEqual({ status, body: answer })
  }
  const stranger = new Visitor(server.url)
  const withoutToken = await stranger.send('POST', api.start.url, { name: 'plain.tar' })
  expect(withoutToken.status).toBe(403)
  // All of this changed nothing.
  expect((await ada.choice()).problem).toBeNull()
  expect(await signsIn(server.url)).toBe(false)

  // Only one of two visitors can restore, and none can set the instance up during it.
  const bob = await visitorOf(server.url)
  const both = await Promise.all([
    ada.restore({ name, passphrase }),
    bob.restore({ name, passphrase }),
  ])
  expect(both.filter(({ status }) => status === 202)).toHaveLength(1)
  expect(await restored(server.url)).toBe(true)
  expect(await readFile(path.join(dataDir, 'secret.key'))).not.toHaveLength(0)

  // Now it is set up: nothing more can be restored, or be seen of the folder.
  for (const refused of [
    await fetch(server.url + api.list.url),
    await fetch(server.url + api.start.url, { method: 'POST' }),
    await fetch(server.url + api.upload.url, { method: 'POST' }),
  ]) {
    expect([400, 403, 415]).toContain(refused.status)
  }
  const again = await (await visitorOf(server.url)).restore({ name, passphrase })
  expect(again).toEqual({ status: 403, body: { error: 'This instance is already set up.' } })
  const eve = new Visitor(server.url)
  await eve.form(instanceAuthApi.signUp.url, {
    ...{ email: 'eve@cairn.test', password, first_name: 'Eve' },
  })
  expect(eve.cookies.has('session-id')).toBe(false)
  expect(await server.stop()).toBe(0)

  // What was there before is set aside, as by the command.
  expect(
    (await readdir(dataDir)).filter((each) => each.startsWith('before-restore-')),
  ).toHaveLength(1)
})

it('restores an uploaded file, larger than any other request may be', async () => {
  const { plain: file } = await backups()
  const plain = await readFile(file)
  const other = await newFolder()
  const second = await start({ DATA_DIR: other })
  const cay = await visitorOf(second.url)
  expect((await cay.choice()).backups).toEqual([])
  expect(await cay.upload(plain, 'another')).toMatchObject({ status: 403 })
  const big = await cay.upload(Buffer.alloc(12_000_000))
  expect(big).toMatchObject({ status: 201, body: { size: 12_000_000, is_encrypted: false } })
  expect(await cay.restore({ name: big.body.name })).toEqual({
    ...{ status: 400, body: { file: ['This file is not a backup of Cairn.'] } },
  })
  const { body: uploaded } = await cay.upload(plain)
  expect(uploaded).toMatchObject({ size: plain.length, is_encrypted: false })
  // Only the last one is retained.
  expect((await readdir(other)).filter((each) => each.startsWith('uploaded-'))).toEqual([
    uploaded.name,
  ])
  expect(await cay.restore({ name: uploaded.name })).toEqual({ status: 202, body: null })
  expect(await restored(second.url)).toBe(true)
  expect(existsSync(path.join(other, uploaded.name))).toBe(false)
  await second.stop()
})

it('restores into a database of its own, unless another server uses it', async () => {
  const { folder } = await backups()
  const environment = { DATABASE_URL: await databaseUrl(), BACKUP_DIR: folder }
  const server = await start({ DATA_DIR: await newFolder(), ...environment })
  const other = await start({ DATA_DIR: await newFolder(), ...environment })
  const ada = await visitorOf(server.url)
  expect(await ada.restore({ name: 'plain.tar' })).toEqual({ status: 202, body: null })
  const problem = 'A Cairn server is running on this database. Stop it first.'
  // The server is away in between.
  const problemNow = () =>
    ada.choice().then(
      (choice) => choice.problem,
      () => null,
    )
  await expect.poll(problemNow, { timeout: 120_000 }).toBe(problem)
  expect(await signsIn(server.url)).toBe(false)

  expect(await other.stop()).toBe(0)
  expect(await ada.restore({ name: 'plain.tar' })).toEqual({ status: 202, body: null })
  expect(await restored(server.url)).toBe(true)
  await server.stop()
})
