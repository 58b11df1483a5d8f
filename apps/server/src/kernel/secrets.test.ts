import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createSecrets, openSecrets } from './secrets.ts'

const parent = await mkdtemp(path.join(os.tmpdir(), 'cairn-secrets-'))
afterAll(() => rm(parent, { recursive: true, force: true }))
const folder = () => path.join(parent, crypto.randomUUID())

it('makes the secret once, for nobody else to read', async () => {
  const dataDir = folder()
  const file = path.join(dataDir, 'secret.key')
  const sealed = (await openSecrets(dataDir)).seal('very secret', 'test')
  const first = await readFile(file, 'utf8')

  expect(first).toMatch(/^[0-9a-f]{64}\n$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await openSecrets(dataDir)).open(sealed, 'test')).toBe('very secret')
  expect(await readFile(file, 'utf8')).toBe(first)
})

it('lets ten servers that start at once use one secret, and leaves no draft behind', async () => {
  const dataDir = folder()
  const opened = await Promise.all(Array.from({ length: 10 }, () => openSecrets(dataDir)))
  const sealed = opened[0]?.seal('very secret', 'test') ?? ''
  expect(opened.map((secrets) => secrets.open(sealed, 'test'))).toEqual(
    Array.from({ length: 10 }, () => 'very secret'),
  )
  expect(await readdir(dataDir)).toEqual(['secret.key'])
})

it('refuses a damaged file instead of making another secret', async () => {
  const dataDir = folder()
  await openSecrets(dataDir)
  const file = path.join(dataDir, 'secret.key')
  await writeFile(file, 'not a key')
  await expect(openSecrets(dataDir)).rejects.toThrow(
    `The file ${file} is damaged. Restore it from a backup.`,
  )
})

it.each([[''], ['very secret'], ['Zürich 🗻'], ['x'.repeat(10_000)]])('opens %o again', (text) => {
  const secrets = createSecrets(Buffer.alloc(32, 1))
  const sealed = secrets.seal(text, 'test')
  if (text) expect(sealed).not.toContain(text)
  expect(secrets.seal(text, 'test')).not.toBe(sealed)
  expect(secrets.open(sealed, 'test')).toBe(text)
})

it('opens nothing that was changed, cut, moved or sealed by another', () => {
  const secrets = createSecrets(Buffer.alloc(32, 1))
  const sealed = secrets.seal('very secret', 'test')
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')

  expect(secrets.open(changed, 'test')).toBeNull()
  expect(secrets.open(sealed.slice(0, 30), 'test')).toBeNull()
  expect(secrets.open(sealed, 'another use')).toBeNull()
  expect(secrets.open('very secret', 'test')).toBeNull()
  expect(createSecrets(Buffer.alloc(32, 2)).open(sealed, 'test')).toBeNull()
})

it('has a key of its own for each use, the same on every start', () => {
  const secret = Buffer.alloc(32, 1)
  const { keyFor } = createSecrets(secret)
  expect(keyFor('files')).toMatch(/^[0-9a-f]{64}$/)
  expect(createSecrets(secret).keyFor('files')).toBe(keyFor('files'))
  expect(keyFor('other')).not.toBe(keyFor('files'))
  expect(createSecrets(Buffer.alloc(32, 2)).keyFor('files')).not.toBe(keyFor('files'))
})
