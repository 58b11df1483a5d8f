import type { Config } from '#config'
import type { Log } from '#kernel/database/embedded/log.ts'
import { isDatabaseAway } from '#kernel/http/errors.ts'
import { migrations } from '../migrations/index.ts'
import { Refusal } from '../refusal.ts'
import { restoreBackup } from './restore-backup.ts'

interface AtSetUp {
  file: string
  passphrase: string | undefined
  config: Config
  log: Log
}

/** Returns why nothing was restored, or null. The server is stopped. */
export async function restoreAtSetUp({ log, ...restore }: AtSetUp): Promise<string | null> {
  try {
    const { setAside, manifest } = await restoreBackup({
      ...{ ...restore, migrations, log, force: false, isNotSetUp: true },
    })
    log.info({ made_at: manifest.made_at, setAside }, 'backup restored')
    return null
  } catch (error) {
    log.error({ err: error }, 'the backup was not restored')
    if (error instanceof Refusal) return error.message
    if (isDatabaseAway(error)) return 'The database cannot be reached.'
    return "Something went wrong. The server's log has the details."
  }
}
