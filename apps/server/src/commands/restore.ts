import { restoreBackup } from '../backup/restore-backup.ts'
import { type Call, counted, fileGiven, say } from '../command.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../kernel/log.ts'
import { migrations } from '../migrations/index.ts'

/** Restores what the command `backup` wrote. */
export async function restore({ args, spell }: Call): Promise<void> {
  const { file, force } = fileGiven(args, `Say which: ${spell('restore', 'FILE [--force]')}`)
  const config = readConfig(process.env)
  const log = createLog('warn')
  const { manifest, summary, setAside } = await restoreBackup({
    ...{ file, force, config, migrations, log },
  })
  const rows = Object.values(summary.rows).reduce((sum, count) => sum + count, 0)
  const all = `${counted(rows, 'row')} and ${counted(summary.files, 'file')}`
  say(`Restored ${all} of ${manifest.made_at}; all are there.`)
  if (setAside) say(`What was there before is in ${setAside}. Remove it when you are sure.`)
  say(`Start Cairn: ${spell('start')}`)
}
