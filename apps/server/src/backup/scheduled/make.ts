import { randomBytes } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { languageOf } from '#features/account/service.ts'
import { BackupFailure, describeFailure, notVerified } from '#features/backups/failure.ts'
import { openBackupFolder, removeUnfinished } from '#features/backups/folder.ts'
import {
  type ClaimedRun,
  claimRun,
  findSettings,
  finishRun,
  listAbandoned,
  listAdminAddresses,
  listSuperseded,
  markRemoved,
  noteTarget,
  renewLease,
  type StoredSettings,
} from '#features/backups/queries.ts'
import { openPassphrase } from '#features/backups/service.ts'
import { knownOrigin } from '#features/instance/service.ts'
import type { Running } from '#kernel/jobs/background.ts'
import { queueMail } from '#kernel/mail/delivery.ts'
import { openClient } from '../open-client.ts'
import { writeBackup } from '../write-backup.ts'
import {
  removeAbandonedInBucket,
  removeFromBucket,
  removeUnfinishedInBucket,
  storeInBucket,
} from './bucket-copy.ts'
import { failedMail } from './mails.ts'

const RENEW_MS = 30_000

/** Makes all backups that are queued, one after the other. */
export async function makeBackups(running: Running, stopping: AbortSignal): Promise<void> {
  await failAbandoned(running)
  for (;;) {
    const run = stopping.aborted ? undefined : await claimRun(running.db)
    if (!run) return
    await makeOne(running, run, stopping)
  }
}

async function makeOne(running: Running, run: ClaimedRun, stopping: AbortSignal) {
  const { db, log } = running
  const lost = new AbortController()
  const signal = AbortSignal.any([stopping, lost.signal])
  const renewing = setInterval(() => {
    renewLease(db, run.id).then(
      (isOurs) => isOurs || lost.abort(),
      // The database is away: the lease has time until it is back.
      () => {},
    )
  }, RENEW_MS)
  try {
    const target = await makeAt(running, run, signal)
    log.info({ backup: run.id, ...target }, 'backup made')
    await removeSuperseded(running, target)
  } catch (error) {
    log.error({ err: error, backup: run.id }, 'backup failed')
    await fail(running, run, describeFailure(error, signal))
  } finally {
    clearInterval(renewing)
  }
}

interface Target {
  destination: StoredSettings['destination']
  /** Null: a bucket. */
  folder: string | null
  file_name: string
  retained: number
}

/** 2026-11-19T03-00-12Z: sorts by time, and no system refuses it in a file name. */
const stampOf = (moment: Date) => `${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

async function makeAt(running: Running, run: ClaimedRun, signal: AbortSignal): Promise<Target> {
  const { db, config, secrets } = running
  const settings = await findSettings(db)
  const { destination, retained } = settings
  const passphrase = openPassphrase(secrets, settings)
  const ending = passphrase ? 'tar.enc' : 'tar'
  const file_name = `cairn-${stampOf(new Date())}-${randomBytes(3).toString('hex')}.${ending}`
  const isBucket = destination === 'bucket'
  if (isBucket && !config.bucket) throw new BackupFailure('bucket_missing')
  const folder = isBucket ? null : await openBackupFolder(config, settings.folder)
  await noteTarget(db, run.id, {
    ...{ destination, folder, file_name, is_encrypted: passphrase !== undefined },
  })
  // On its way to a bucket a backup is complete on the disk first.
  const file = path.join(folder ?? config.dataDir, file_name)
  try {
    const written = await write(running, file, passphrase, signal)
    if (isBucket && config.bucket) await storeInBucket(config.bucket, file_name, file, signal)
    const isOurs = await finishRun(db, run.id, {
      ...{ status: 'completed', size: written.bytes, file_count: written.files },
      row_count: Object.values(written.rows).reduce((sum, count) => sum + count, 0),
      missing_files: written.missing_files.length,
    })
    if (!isOurs) throw new BackupFailure('interrupted')
  } finally {
    if (isBucket) await rm(file, { force: true })
  }
  return { destination, folder, file_name, retained }
}

async function write(
  { database, storage, config, version }: Running,
  file: string,
  passphrase: string | undefined,
  signal: AbortSignal,
) {
  const client = await openClient(database.connection)
  try {
    const { dataDir } = config
    return await writeBackup({ client, storage, dataDir, version, passphrase, signal }, file)
  } catch (error) {
    throw notVerified(error)
  } finally {
    await client.end()
  }
}

/** Only backups that were made here and are recorded: other files there are left alone. */
async function removeSuperseded({ db, config, log }: Running, target: Target) {
  const { destination, folder, retained } = target
  if (!folder && config.bucket) {
    await removeAbandonedInBucket(config.bucket).catch((error: unknown) => {
      log.warn({ err: error }, 'unfinished backups in the bucket could not be deleted')
    })
  }
  for (const { id, file_name } of await listSuperseded(db, { destination, folder }, retained)) {
    try {
      if (folder) await rm(path.join(folder, file_name), { force: true })
      else if (config.bucket) await removeFromBucket(config.bucket, file_name)
      await markRemoved(db, id)
    } catch (error) {
      // Tried again after the next backup.
      log.warn({ err: error, backup: id }, 'an old backup could not be deleted')
    }
  }
}

async function fail(
  { db, config }: Running,
  { id, due_at }: ClaimedRun,
  why: ReturnType<typeof describeFailure>,
) {
  const link = `${(await knownOrigin(db, config)) ?? ''}/god-mode/backups/`
  await db.transaction().execute(async (tx) => {
    const isOurs = await finishRun(tx, id, { status: 'failed', ...why })
    // Whoever started a backup by hand sees its result.
    if (!isOurs || !due_at) return
    for (const { email } of await listAdminAddresses(tx)) {
      await queueMail(tx, failedMail(email, { ...why, link }, await languageOf(tx, email)))
    }
  })
}

/** A server that was killed could not record what became of its backup. */
async function failAbandoned(running: Running) {
  const { db, config, log } = running
  for (const run of await listAbandoned(db)) {
    const { id, folder, file_name } = run
    if (file_name) {
      await removeUnfinished(folder ?? config.dataDir, file_name)
      const file = path.join(folder ?? config.dataDir, file_name)
      const found = await stat(file).catch(() => undefined)
      if (found && folder) {
        // It has its final name only after it was verified.
        await finishRun(db, id, { status: 'completed', size: found.size })
        continue
      }
      await rm(file, { force: true })
      if (run.destination === 'bucket' && config.bucket) {
        await removeUnfinishedInBucket(config.bucket, file_name).catch((error: unknown) => {
          log.warn({ err: error, backup: id }, 'an unfinished backup could not be deleted')
        })
      }
    }
    await fail(running, run, { problem: 'interrupted', detail: null })
  }
}
