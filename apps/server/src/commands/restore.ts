import { isEncrypted } from '../backup/encryption.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { fileSource } from '../backup/source.ts'
import { type Call, counted, fileGiven, say } from '../command.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../kernel/log.ts'
import { migrations } from '../migrations/index.ts'
import { readPassphrase } from './passphrase.ts'

/** Restores what the command `backup` wrote. */
export async function restore({ args, spell }: Call): Promise<void> {
  const usage = `Say which: ${spell('restore', 'FILE [--force]')}`
  const { file, isSet: force } = fileGiven(args, usage, 'force')
  const config = readConfig(process.env)
  const log = createLog('warn')
  const passphrase = (await isEncrypted(fileSource(file))) ? await readPassphrase() : undefined
  const { manifest, summary, setAside } = await restoreBackup({
    ...{ file, passphrase, force, config, migrations, log },
  })
  const rows = Object.values(summary.rows).reduce((sum, count) => sum + count, 0)
  const all = `${counted(rows, 'row')} and ${counted(summary.files, 'file')}`
  say(`Restored ${all} of ${manifest.made_at}; all are there.`)
  if (setAside) say(`What was there before is in ${setAside}. Remove it when you are sure.`)
  say(`Start Cairn: ${spell('start')}`)
}
