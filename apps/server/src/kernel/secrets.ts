import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openDataFolder } from './database/embedded/data-folder.ts'

const BYTES = 32
const IV = 12
const TAG = 16
const VERSION = 'v1.'

/** Encrypts values that must be readable later, but never from the database alone. */
export interface Secrets {
  /** `use` is part of the encryption: a value sealed for one use does not open for another. */
  seal(text: string, use: string): string
  /** Null: not ours, changed, or sealed for another use. */
  open(sealed: string, use: string): string | null
  /** A key of its own for each use, the same on every start. */
  keyFor(use: string): string
}

export function createSecrets(secret: Buffer): Secrets {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'cairn sealed values', BYTES))
  return {
    seal(text, use) {
      const iv = randomBytes(IV)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(use))
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return VERSION + Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64url')
    },
    open(sealed, use) {
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
      if (!sealed.startsWith(VERSION) || bytes.length < IV + TAG) return null
      const iv = bytes.subarray(0, IV)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG })
        .setAAD(Buffer.from(use))
        .setAuthTag(bytes.subarray(IV, IV + TAG))
      try {
        return decipher.update(bytes.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
    keyFor: (use) =>
      Buffer.from(hkdfSync('sha256', secret, '', `cairn ${use}`, BYTES)).toString('hex'),
  }
}

export class SecretNotReadable extends Error {}

/** Reads the instance's secret from the data folder; the first start makes it. */
export async function openSecrets(dataDir: string): Promise<Secrets> {
  const file = path.join(await openDataFolder(dataDir), 'secret.key')
  const text = (await readIfThere(file)) ?? (await makeSecret(file))
  const secret = Buffer.from(text.trim(), 'hex')
  if (secret.length !== BYTES) {
    throw new SecretNotReadable(`The file ${file} is damaged. Restore it from a backup.`)
  }
  return createSecrets(secret)
}

const readIfThere = (file: string) =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** Linked atomically: when two servers start at once, both use the secret of the first. */
async function makeSecret(file: string): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(BYTES).toString('hex')}\n`, { mode: 0o600, flush: true })
  await chmod(draft, 0o600)
  try {
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft)
  }
  return readFile(file, 'utf8')
}
