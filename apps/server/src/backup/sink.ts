import type { FileHandle } from 'node:fs/promises'

/** Where a backup is written to. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>
  /** Writes what is buffered to the disk. Returns the total size. */
  end(): Promise<number>
}

/** Stops between two writes when the signal is aborted. */
export function fileSink(file: FileHandle, signal?: AbortSignal): Sink {
  let written = 0
  return {
    async write(bytes) {
      signal?.throwIfAborted()
      written += bytes.length
      // `write` may take only a part of what it is given.
      for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
    },
    async end() {
      await file.sync()
      return written
    },
  }
}
