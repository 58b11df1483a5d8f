import path from 'node:path'
import { isTimezone } from '@cairn/calendar'
import type { BackupProblem, BackupSettings, BackupSettingsPatch } from '@cairn/contract'
import type { Config } from '#config'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, conflict, duplicate } from '#kernel/http/errors.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { BackupFailure } from './failure.ts'
import { openBackupFolder } from './folder.ts'
import {
  findSettings,
  insertRun,
  listRuns,
  lockSettings,
  queueDue,
  type StoredSettings,
  updateSettings,
} from './queries.ts'
import { lastDue, nextDue } from './schedule.ts'

const USE = 'backup passphrase'

/** Undefined: backups are not encrypted. */
export function openPassphrase(secrets: Secrets, { passphrase }: StoredSettings) {
  if (passphrase === null) return undefined
  const opened = secrets.open(passphrase, USE)
  // An unencrypted backup instead would be against what was asked for.
  if (opened === null) throw new BackupFailure('passphrase_unreadable')
  return opened
}

function describe(
  { passphrase, scheduled_from: _, ...settings }: StoredSettings,
  config: Config,
): BackupSettings {
  return {
    ...settings,
    has_passphrase: passphrase !== null,
    default_folder: config.backupDir,
    has_bucket: config.bucket !== null,
    next_at: settings.is_enabled ? new Date(nextDue(settings)).toISOString() : null,
  }
}

export const readSettings = async (db: Db, config: Config): Promise<BackupSettings> =>
  describe(await findSettings(db), config)

const folderSentences: Partial<Record<BackupProblem, string>> = {
  folder_missing: 'There is no such folder on the server.',
  folder_not_writable: 'The server cannot write to this folder.',
  folder_inside_data: 'The folder must not be inside the folders of files or of the database.',
  disk_full: 'There is no space left in this folder.',
}

async function refuseBadFolder(config: Config, folder: string) {
  // A path with a null character is an error of the caller, not of the disk.
  if (!path.isAbsolute(folder) || folder.includes('\0')) {
    throw badRequest({ folder: ['The folder must be an absolute path.'] })
  }
  await openBackupFolder(config, folder).catch((error: unknown) => {
    const sentence = error instanceof BackupFailure && folderSentences[error.problem]
    throw sentence ? badRequest({ folder: [sentence] }) : error
  })
}

async function refuseBadSettings(
  patch: BackupSettingsPatch,
  after: StoredSettings,
  config: Config,
) {
  if (patch.time_zone !== undefined && !isTimezone(patch.time_zone)) {
    throw badRequest({ time_zone: ['This is not the name of a time zone.'] })
  }
  if (patch.destination === 'bucket' && !config.bucket) {
    throw badRequest({ destination: ['No bucket is configured on this server.'] })
  }
  const isFolderNew = patch.folder !== undefined || patch.destination === 'folder'
  if (isFolderNew && after.destination === 'folder' && after.folder) {
    await refuseBadFolder(config, after.folder)
  }
}

const timing = ['is_enabled', 'frequency', 'weekday', 'hour', 'time_zone'] as const

export const changeSettings = (
  db: Db,
  secrets: Secrets,
  config: Config,
  user_id: string,
  { passphrase, ...patch }: BackupSettingsPatch,
): Promise<BackupSettings> =>
  db.transaction().execute(async (tx) => {
    const before = await lockSettings(tx)
    const after: StoredSettings = { ...before, ...patch }
    if (patch.folder !== undefined) after.folder = patch.folder.trim()
    if (passphrase !== undefined) {
      after.passphrase = passphrase === null ? null : secrets.seal(passphrase, USE)
    }
    await refuseBadSettings(patch, after, config)
    const isNewSchedule = timing.some((field) => after[field] !== before[field])
    await updateSettings(tx, user_id, after, isNewSchedule)
    return describe(after, config)
  })

const running = duplicate(
  'backup_runs_active_key',
  conflict({ error: 'A backup is already running.' }),
)

/** Runs as soon as this request is answered. */
export const startBackup = (db: Db, user_id: string) => insertRun(db, user_id).catch(running)

/** Queues the backup that the schedule asks for, unless there is one. */
export async function queueDueBackup(db: Db): Promise<void> {
  const settings = await findSettings(db)
  if (!settings.is_enabled) return
  const due = lastDue(settings)
  if (due < Date.parse(settings.scheduled_from)) return
  await queueDue(db, new Date(due).toISOString())
}

/** A backup that is due runs within minutes; a large one may take hours. */
const OVERDUE_MS = 6 * 3_600_000

/** Whether backups are made as they should be. */
export async function readBackupHealth(db: Db, config: Config) {
  const settings = await findSettings(db)
  const runs = (await listRuns(db)).filter(({ ended_at }) => ended_at !== null)
  const completed = runs.find(({ status }) => status === 'completed')
  const due = lastDue(settings)
  const isAwaited =
    settings.is_enabled &&
    due >= Date.parse(settings.scheduled_from) &&
    due < Date.now() - OVERDUE_MS
  const { is_enabled, next_at } = describe(settings, config)
  return {
    ...{ is_enabled, next_at },
    last_completed_at: completed?.ended_at ?? null,
    last_size: completed?.size ?? null,
    last_problem: runs[0]?.problem ?? null,
    isOverdue: isAwaited && Date.parse(completed?.ended_at ?? '1970-01-01') < due,
  }
}
