import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { openStorage } from '#kernel/storage/open-storage.ts'
import { assertKey, KeyTaken, type Storage } from '#kernel/storage/storage.ts'
import { syncFile, syncFolder } from '#kernel/storage/sync.ts'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'
import type { Entry } from './archive.ts'

/** Where the files of a backup are brought to. */
export interface RestoredFiles {
  store(key: string, entry: Entry): Promise<void>
  /** Returns when they would survive a power failure. */
  finish(): Promise<void>
  /** Removes what was stored, unless that is in the stage. */
  takeBack(): Promise<void>
}

export async function openFiles(bucket: Config['bucket'], stage: string): Promise<RestoredFiles> {
  const folder = path.join(stage, 'files')
  if (!bucket) return inFolder(folder)
  // No URLs are signed here.
  return inBucket(await openStorage(bucket, { folder, secret: '' }))
}

/** How many files are synced at a time: the file system writes its log once for all of them. */
const AT_ONCE = 16

/** In a folder that is not used yet: it is written to the disk at its end, and not after each file. */
function inFolder(folder: string): RestoredFiles {
  const folders = new Set<string>()
  const files: string[] = []

  async function makeFolder(wanted: string) {
    if (folders.has(wanted)) return
    await mkdir(wanted, { recursive: true, mode: 0o700 })
    for (let made = wanted; made.length >= folder.length; made = path.dirname(made)) {
      folders.add(made)
    }
  }
  return {
    async store(key, { content }) {
      const target = path.join(folder, assertKey(key))
      await makeFolder(path.dirname(target))
      const file = await open(target, 'wx', 0o600)
      try {
        await file.writeFile(content)
      } finally {
        await file.close()
      }
      files.push(target)
    },
    async finish() {
      const left = files.values()
      const sync = async () => {
        for (const file of left) await syncFile(file)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, sync))
      for (const each of folders) await syncFolder(each)
    },
    async takeBack() {},
  }
}

function inBucket(storage: Storage): RestoredFiles {
  const stored: string[] = []

  /** A bucket often outlives its server: files it still has are left as they are. */
  async function refuseOther(key: string, size: number) {
    const found = await storage.head(key)
    if (found?.size === size) return
    throw new Refusal(`The bucket has another file under ${key}. Name an empty bucket.`)
  }
  return {
    async store(key, { size, content }) {
      try {
        await storage.put(key, content, { maxBytes: size, once: true })
        stored.push(key)
      } catch (error) {
        if (!(error instanceof KeyTaken)) throw error
        await refuseOther(key, size)
      }
    },
    async finish() {},
    async takeBack() {
      for (const key of stored) await storage.remove(key).catch(() => {})
    },
  }
}
