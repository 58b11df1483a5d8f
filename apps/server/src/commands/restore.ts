import { isEncrypted } from '../backup/encryption.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { fileSource } from '../backup/source.ts'
import { type Call, counted, fileGiven, say } from '../command.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../kernel/log.ts'
import { migrations } from '../migrations/index.ts'
import { WrongCall } from '../refusal.ts'
import { readPassphrase } from './passphrase.ts'

/** Restores what the command `backup` wrote. */
export async function restore({ args, spell }: Call): Promise<void> {
  const usage = `Say which: ${spell('restore', 'FILE [--force]')}`
  const { file, values } = fileGiven(args, usage, {
    ...{ force: { type: 'boolean' }, to: { type: 'string' } },
  })
  const force = values.force === true
  if (values.to !== undefined) return restoreMoment(file, values.to, force, spell)
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

/** What `--to` takes: a moment with its zone, so that none has to be guessed. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/** Restores the database in the data folder as it was at a moment. */
async function restoreMoment(folder: string, to: string, force: boolean, spell: Call['spell']) {
  if (!MOMENT.test(to) || Number.isNaN(Date.parse(to))) {
    throw new WrongCall(`"${to}" is not a moment. Write it like 2026-11-19T10:00:00Z.`)
  }
  const { restoreTo } = await import('../backup/point-in-time/restore-to.ts')
  const config = readConfig(process.env)
  const log = createLog('warn')
  const done = await restoreTo({ folder, moment: to, config, migrations, force, log })
  const all = `${counted(done.rows, 'row')} and ${counted(done.files, 'file')}`
  say(`Restored ${all} as of ${to}, from ${done.base} and the log after it.`)
  if (done.lastChange) say(`The last change was made at ${done.lastChange}.`)
  if (!done.isReached)
    say('The log ends there: later changes were not archived, or none were made.')
  for (const key of done.missing_files) {
    process.stderr.write(`Not to be found, and so not restored: the file ${key}\n`)
  }
  if (done.setAside)
    say(`What was there before is in ${done.setAside}. Remove it when you are sure.`)
  say(`Start Cairn: ${spell('start')}`)
}
