import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '../refusal.ts'
import type { Sink } from './sink.ts'
import { type BackupSource, type ByteReader, damaged, openReader } from './source.ts'

/**
 * An encrypted backup: a header, then the tar file in chunks, each encrypted with AES-256-GCM.
 * The key is derived from the passphrase and a random salt, so it is used for one file only. The
 * nonce of a chunk is its number and whether it is the last: chunks that are missing, repeated or
 * in another order are detected, and so is a file that was cut off between two of them.
 */
const MAGIC = Buffer.from('CAIRN-ENCRYPTED\n')
const SALT = 16
const CHECK = 32
const PARAMETERS = 4
const HEADER = MAGIC.length + PARAMETERS + SALT + CHECK
const CHUNK = 64 * 1024
const TAG = 16
const NONCE = 12

/** 64 MB of memory, and some tenths of a second of one processor. */
const cost = { log2N: 16, r: 8, p: 1 }
type Cost = typeof cost

export class PassphraseNeeded extends Refusal {
  override name = 'PassphraseNeeded'
}

export class WrongPassphrase extends Refusal {
  override name = 'WrongPassphrase'
}

const derive = promisify<
  string,
  Buffer,
  number,
  { N: number; r: number; p: number; maxmem: number },
  Buffer
>(scrypt)

interface Keys {
  content: Buffer
  check: Buffer
}

async function keysFor(passphrase: string, salt: Buffer, { log2N, r, p }: Cost): Promise<Keys> {
  const N = 2 ** log2N
  const options = { N, r, p, maxmem: 256 * N * r }
  // The same passphrase is typed with different code points on different systems.
  const derived = await derive(passphrase.normalize('NFC'), salt, 64, options)
  return { content: derived.subarray(0, 32), check: derived.subarray(32) }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE)
  nonce.writeUIntBE(number, NONCE - 7, 6)
  nonce[NONCE - 1] = isLast ? 1 : 0
  return nonce
}

/** Encrypts what is written into it. */
export async function encryptingSink(inner: Sink, passphrase: string): Promise<Sink> {
  const salt = randomBytes(SALT)
  const keys = await keysFor(passphrase, salt, cost)
  const start = Buffer.concat([MAGIC, Buffer.from([cost.log2N, cost.r, cost.p, 0]), salt])
  const header = Buffer.concat([start, createHmac('sha256', keys.check).update(start).digest()])
  await inner.write(header)
  let waiting: Buffer = Buffer.alloc(0)
  let number = 0

  async function writeChunk(chunk: Buffer, isLast: boolean) {
    const cipher = createCipheriv('aes-256-gcm', keys.content, nonceOf(number, isLast))
    cipher.setAAD(header)
    number += 1
    await inner.write(Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]))
  }

  return {
    async write(bytes) {
      waiting = Buffer.concat([waiting, bytes])
      // The last chunk is marked, so a full one waits until more follows.
      let at = 0
      for (; waiting.length - at > CHUNK; at += CHUNK) {
        await writeChunk(waiting.subarray(at, at + CHUNK), false)
      }
      waiting = waiting.subarray(at)
    },
    async end() {
      await writeChunk(waiting, true)
      return inner.end()
    },
  }
}

/** Whether the file is one that `encryptingSink` wrote, or at least begins like one. */
export async function isEncrypted(source: BackupSource): Promise<boolean> {
  const reader = await openReader(source)
  try {
    return (await reader.upTo(MAGIC.length)).equals(MAGIC)
  } finally {
    await reader.close()
  }
}

/** The source that was encrypted. An unencrypted one is returned unchanged. */
export async function decrypted(source: BackupSource, passphrase?: string): Promise<BackupSource> {
  if (!(await isEncrypted(source))) return source
  if (!passphrase) {
    throw new PassphraseNeeded(`${source.name} is encrypted: its passphrase is needed.`)
  }
  const reader = await openReader(source)
  const header = await reader.upTo(HEADER).finally(() => reader.close())
  const keys = await openHeader(source.name, header, passphrase)
  return {
    name: source.name,
    open: async () => readChunks(source.name, await openReader(source), header, keys),
  }
}

async function openHeader(name: string, header: Buffer, passphrase: string): Promise<Keys> {
  if (header.length < HEADER) throw damaged(name)
  const [log2N = 0, r = 0, p = 0] = header.subarray(MAGIC.length)
  // Other values come from another version, or are meant to fill our memory.
  if (log2N !== cost.log2N || r !== cost.r || p !== cost.p) throw damaged(name)
  const start = header.subarray(0, HEADER - CHECK)
  const keys = await keysFor(passphrase, start.subarray(start.length - SALT), { log2N, r, p })
  const check = createHmac('sha256', keys.check).update(start).digest()
  if (timingSafeEqual(check, header.subarray(HEADER - CHECK))) return keys
  throw new WrongPassphrase(`${name} was encrypted with another passphrase.`)
}

async function* readChunks(
  name: string,
  reader: ByteReader,
  header: Buffer,
  keys: Keys,
): AsyncGenerator<Buffer> {
  try {
    // A file that was replaced since its header was read is not ours to decrypt.
    if (!(await reader.upTo(HEADER)).equals(header)) throw damaged(name)
    let chunk = await reader.upTo(CHUNK + TAG)
    for (let number = 0; ; number += 1) {
      const next = await reader.upTo(CHUNK + TAG)
      yield openChunk(name, chunk, nonceOf(number, next.length === 0), header, keys)
      if (next.length === 0) return
      chunk = next
    }
  } finally {
    await reader.close()
  }
}

function openChunk(name: string, chunk: Buffer, nonce: Buffer, header: Buffer, keys: Keys): Buffer {
  if (chunk.length < TAG) throw damaged(name)
  const decipher = createDecipheriv('aes-256-gcm', keys.content, nonce, { authTagLength: TAG })
    .setAAD(header)
    .setAuthTag(chunk.subarray(chunk.length - TAG))
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, -TAG)), decipher.final()])
  } catch {
    throw damaged(name)
  }
}
