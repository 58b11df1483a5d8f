import type { FoundBackup, NewRestore, RestoreChoice } from '@cairn/contract'
import type { Config } from '#config'
import type { Db } from '#kernel/database/schema.ts'
import type { Restorer } from '#kernel/http/app-type.ts'
import { badRequest, conflict, forbidden, notFound } from '#kernel/http/errors.ts'
import { PassphraseNeeded, WrongPassphrase } from '../../backup/encryption.ts'
import { Refusal } from '../../refusal.ts'
import { findBackup, listBackups, storeUpload } from './found-backups.ts'
import { lockInstance, noteRestoreStart } from './queries.ts'
import { isSetUp } from './service.ts'

interface House {
  db: Db
  config: Config
  restorer: Restorer | undefined
}

const alreadySetUp = () => forbidden({ error: 'This instance is already set up.' })

/** As for the set-up itself: only the first visitor of an instance may do this. */
export async function refuseSetUp(db: Db): Promise<void> {
  if (await isSetUp(db)) throw alreadySetUp()
}

export const readChoice = async ({ config, restorer }: House): Promise<RestoreChoice> => ({
  folder: config.backupDir,
  backups: await listBackups(config),
  problem: restorer?.problem ?? null,
})

const notABackup = () => badRequest({ file: ['This file is not a backup of Cairn.'] })

export async function uploadBackup(
  { config }: House,
  content: AsyncIterable<Uint8Array>,
): Promise<FoundBackup> {
  const stored = await storeUpload(config, content)
  if (!stored) throw notABackup()
  return stored
}

/** Reads the whole file; nothing is changed by a file that cannot be restored. */
async function verify(file: string, passphrase: string | undefined) {
  const [{ checkBackup, refuseNewer }, { decrypted }, { fileSource }, { migrations }] =
    await Promise.all([
      import('../../backup/check-backup.ts'),
      import('../../backup/encryption.ts'),
      import('../../backup/source.ts'),
      import('#migrations/index.ts'),
    ])
  try {
    const checked = await checkBackup(await decrypted(fileSource(file), passphrase))
    refuseNewer(file, checked, new Set(Object.keys(migrations)))
  } catch (error) {
    if (error instanceof PassphraseNeeded) {
      throw badRequest({ passphrase: ['This backup is encrypted. Enter its passphrase.'] })
    }
    if (error instanceof WrongPassphrase) {
      throw badRequest({ passphrase: ['The backup was encrypted with another passphrase.'] })
    }
    throw error instanceof Refusal ? badRequest({ file: [sentenceOf(error)] }) : error
  }
}

const sentenceOf = ({ message }: Refusal) => {
  if (message.includes('newer Cairn')) return 'The backup was made by a newer version of Cairn.'
  if (message.includes('not a backup')) return 'This file is not a backup of Cairn.'
  return 'The backup is damaged or incomplete.'
}

/**
 * Of two visitors, one who sets the instance up and one who restores a backup, or two who restore,
 * the second sees what the first did: both lock the row of the instance.
 */
export async function startRestore(
  { db, config, restorer }: House,
  { name, passphrase }: NewRestore,
): Promise<() => void> {
  if (!restorer) throw conflict({ error: 'This server cannot be restored while it runs.' })
  const found = await findBackup(config, name)
  if (!found) throw notFound({ error: 'There is no such backup.' })
  await verify(found.file, passphrase || undefined)
  await db.transaction().execute(async (tx) => {
    const { is_setup_done, restoring_since } = await lockInstance(tx)
    if (is_setup_done) throw alreadySetUp()
    if (restoring_since) throw conflict({ error: 'A backup is already being restored.' })
    await noteRestoreStart(tx)
  })
  return () => restorer.begin({ file: found.file, passphrase: passphrase || undefined })
}
