import { restoreBackup } from './backup/restore-backup.ts'
import { counted, fileGiven, runCommand } from './command.ts'
import { readConfig } from './config.ts'
import { createLog } from './kernel/log.ts'
import { migrations } from './migrations/index.ts'

/** `npm run restore -- FILE`: brings back what `npm run backup` kept. */
await runCommand(async () => {
  const { file, force } = fileGiven('Say which: npm run restore -- FILE [--force]')
  const config = readConfig(process.env)
  const log = createLog('warn')
  const { manifest, summary, setAside } = await restoreBackup({
    ...{ file, force, config, migrations, log },
  })
  const rows = Object.values(summary.rows).reduce((sum, count) => sum + count, 0)
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const all = `${counted(rows, 'row')} and ${counted(summary.files, 'file')}`
  say(`Restored ${all} of ${manifest.made_at}; all are there.`)
  if (setAside) say(`What was there before is in ${setAside}. Remove it when you are sure.`)
  say('Start Cairn: npm start')
})
