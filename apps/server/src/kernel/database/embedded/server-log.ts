import { copyFile, open, stat, statfs, truncate } from 'node:fs/promises'
import type { Cluster } from './cluster.ts'
import { EmbeddedStartError, saysDiskFull } from './start-error.ts'

const largest = 5 * 1024 * 1024

const sizeOf = async (file: string) => (await stat(file).catch(() => undefined))?.size ?? 0

/**
 * Keeps one older log. Copied, not renamed: a running PostgreSQL continues to write to its file.
 */
export async function trimServerLog(logFile: string): Promise<void> {
  if ((await sizeOf(logFile)) < largest) return
  await copyFile(logFile, `${logFile}.1`)
  await truncate(logFile)
}

/** PostgreSQL's log, opened for appending, and its current size. */
export async function openServerLog(logFile: string) {
  await trimServerLog(logFile)
  return { file: await open(logFile, 'a', 0o600), size: await sizeOf(logFile) }
}

export async function readServerLog(logFile: string, from: number): Promise<string> {
  const file = await open(logFile)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, from)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The relevant line of a failed program's output, and where to read the rest. */
export async function failureOf(output: string, what: string, { dataDir, logFile }: Cluster) {
  if (saysDiskFull(output) || (await isFull(dataDir))) {
    return new EmbeddedStartError(
      `The disk that holds the data folder ${dataDir} is full: ${what} (log: ${logFile}).`,
      { diskFull: true },
    )
  }
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const reason = lines.find((line) => /FATAL|PANIC|error:|could not/.test(line)) ?? lines.at(-1)
  const plain = reason?.replace(/^.*?(FATAL|PANIC|error|postgres): +/, '').trim()
  return new EmbeddedStartError(`${what}: ${plain ?? 'it gave no reason'} (log: ${logFile}).`)
}

/** On a full disk PostgreSQL cannot even log that it is full. */
async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < 256 * 1024
}
