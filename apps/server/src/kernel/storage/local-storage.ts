import { randomUUID } from 'node:crypto'
import { access, constants, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { signDownload, signUpload, verifyDownload, verifyUpload } from './signatures.ts'
import { assertKey, KeyTaken, type Storage, StorageFull, StorageNotWritable } from './storage.ts'
import { syncFolder } from './sync.ts'
import { writeAll } from './write-all.ts'

const uploadPath = '/api/assets/v2/upload/'
const filesPath = '/api/assets/v2/files/'

// Not a valid key, so no file can overwrite one that is still being uploaded.
const incoming = '.incoming'

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
const isMissing = (error: unknown) => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'
const isFull = (error: unknown) => codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT'
/** Caused by the folder, not by the sender. */
const isFolderFault = (error: unknown) =>
  ['EACCES', 'EPERM', 'EROFS', 'EIO', 'EEXIST', 'EISDIR', 'ENOENT', 'ENOTDIR'].includes(
    codeOf(error) ?? '',
  )

function explain(error: unknown): unknown {
  if (isFull(error)) return new StorageFull(error)
  return isFolderFault(error) ? new StorageNotWritable(error) : error
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function makeFolder(folder: string) {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!first) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made))
  }
}

/** Moves atomically; with `once` only if the target does not exist. */
async function moveTo(path: string, arrived: string, once: boolean) {
  if (!once) return rename(arrived, path)
  await link(arrived, path).catch((error: unknown) => {
    throw codeOf(error) === 'EEXIST' ? new KeyTaken() : error
  })
  await rm(arrived)
}

/** Files in a folder of this machine, or of one that all nodes mount. */
export function createLocalStorage({
  folder,
  secret,
}: {
  folder: string
  secret: string
}): Storage {
  const root = resolve(folder)
  const pathOf = (key: string) => join(root, assertKey(key))

  async function head(key: string) {
    const found = await orNull(stat(pathOf(key)))
    return found?.isFile() ? { size: found.size, modifiedAt: found.mtime } : null
  }

  return {
    async put(key, content, { maxBytes, once = false }) {
      const path = pathOf(key)
      const arriving = join(root, incoming, randomUUID())
      try {
        await makeFolder(dirname(arriving))
        const file = await open(arriving, 'wx', 0o600)
        const stored = await writeAll(file, content, maxBytes).finally(() => file.close())
        await makeFolder(dirname(path))
        await moveTo(path, arriving, once)
        await syncFolder(dirname(path))
        return stored
      } catch (error) {
        await orNull(rm(arriving, { force: true }))
        throw explain(error)
      }
    },

    async get(key, range) {
      const file = await orNull(open(pathOf(key), 'r'))
      if (!file) return null
      const found = await file.stat()
      if (found.isFile()) return { stream: file.createReadStream(range), size: found.size }
      await file.close()
      return null
    },

    head,

    async remove(key) {
      await orNull(rm(pathOf(key)))
    },

    createUploadTarget: async (upload) => ({
      url: uploadPath,
      fields: signUpload(secret, { ...upload, key: assertKey(upload.key) }),
    }),

    createDownloadUrl: async (download) =>
      `${filesPath}${assertKey(download.key)}?${signDownload(secret, download)}`,

    // Already checked on upload, which happens once.
    receive: head,

    hasArrived: async (key) => (await head(key)) !== null,

    readUpload: (fields) => verifyUpload(secret, fields),

    readDownload: (key, query) => verifyDownload(secret, key, query),

    async removeAbandoned(olderThanMs = 24 * 60 * 60 * 1000) {
      const names = (await orNull(readdir(join(root, incoming)))) ?? []
      let removed = 0
      for (const name of names) {
        const path = join(root, incoming, name)
        const found = await orNull(stat(path))
        if (!found || Date.now() - found.mtimeMs < olderThanMs) continue
        await rm(path, { force: true })
        removed++
      }
      return removed
    },

    async probe() {
      try {
        await makeFolder(join(root, incoming))
        await access(join(root, incoming), constants.W_OK)
      } catch (error) {
        throw explain(error)
      }
    },
  }
}
