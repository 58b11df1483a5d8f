import { open } from 'node:fs/promises'

async function syncOpened(path: string, flags: string) {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes the bytes of a file to the disk. */
export const syncFile = (path: string) => syncOpened(path, 'r+')

/** Without this, a power failure loses the names of files even if their bytes are on disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders and syncs their names by itself.
  if (process.platform !== 'win32') await syncOpened(path, 'r')
}
