import { stat } from 'node:fs/promises'
import path from 'node:path'
import { openClient } from '../backup/open-client.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { type Call, counted, fileGiven, readableSize, say } from '../command.ts'
import { readConfig } from '../config.ts'
import { openStorage } from '../kernel/storage/open-storage.ts'
import { reachDatabase } from '../reach-database.ts'
import { Refusal } from '../refusal.ts'
import { version } from '../version.ts'
import { readPassphrase } from './passphrase.ts'

/** Everything in one file, also while the server runs. */
export async function backup({ args, spell }: Call): Promise<void> {
  const usage = `Say where to: ${spell('backup', 'FILE [--encrypt]')}`
  const { file, values } = fileGiven(args, usage, { encrypt: { type: 'boolean' } })
  const config = readConfig(process.env)
  const { dataDir } = config
  if (!(await stat(path.join(dataDir, 'secret.key')).catch(() => undefined))) {
    throw new Refusal(`No Cairn was ever started on ${dataDir}. Set DATA_DIR to its folder.`)
  }
  const passphrase = values.encrypt ? await readPassphrase() : undefined
  const { connection, leave } = await reachDatabase(config)
  try {
    const client = await openClient(connection)
    // No URLs are signed here.
    const storage = await openStorage(config.bucket, {
      ...{ folder: path.join(dataDir, 'files'), secret: '' },
    })
    try {
      const written = await writeBackup({ client, storage, dataDir, version, passphrase }, file)
      const rows = Object.values(written.rows).reduce((sum, count) => sum + count, 0)
      say(
        `${file} holds ${counted(rows, 'row')} and ${counted(written.files, 'file')} (${readableSize(written.bytes)}), and was read again.`,
      )
      for (const key of written.missing_files) {
        process.stderr.write(`Not to be found, and so not in the backup: the file ${key}\n`)
      }
    } finally {
      await client.end()
    }
  } finally {
    await leave()
  }
}
