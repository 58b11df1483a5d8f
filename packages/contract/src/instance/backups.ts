import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { instanceAdmin } from '../core/policy.ts'
import { Choice, DateTime, Id, Nullable } from '../core/shapes.ts'

export const MAX_RETAINED_BACKUPS = 365
export const MIN_PASSPHRASE = 12

const schedule = {
  is_enabled: Type.Boolean(),
  frequency: Choice(['daily', 'weekly']),
  /** 0 is Sunday. Ignored if daily. */
  weekday: Type.Integer({ minimum: 0, maximum: 6 }),
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  time_zone: Type.String({ maxLength: 100 }),
  destination: Choice(['folder', 'bucket']),
  /** An absolute path on the server; empty: `default_folder`. */
  folder: Type.String({ maxLength: 1000 }),
  /** How many backups are retained; older ones are deleted. */
  retained: Type.Integer({ minimum: 1, maximum: MAX_RETAINED_BACKUPS }),
}

export const BackupSettings = Type.Object({
  ...schedule,
  /** Whether backups are encrypted. The passphrase itself is never returned. */
  has_passphrase: Type.Boolean(),
  default_folder: Type.String(),
  has_bucket: Type.Boolean(),
  /** Null while backups are off. */
  next_at: Nullable(DateTime),
})
export type BackupSettings = Static<typeof BackupSettings>

export const BackupSettingsPatch = Type.Partial(
  Type.Object({
    ...schedule,
    /** Null: backups are not encrypted. */
    passphrase: Nullable(Type.String({ minLength: MIN_PASSPHRASE, maxLength: 1000 })),
  }),
)
export type BackupSettingsPatch = Static<typeof BackupSettingsPatch>

/** Why a backup failed. */
export const backupProblems = [
  'disk_full',
  'folder_missing',
  'folder_not_writable',
  'folder_inside_data',
  'bucket_missing',
  'bucket_unreachable',
  'bucket_refused',
  'too_large',
  'not_verified',
  'passphrase_unreadable',
  'interrupted',
  'unexpected',
] as const
export type BackupProblem = (typeof backupProblems)[number]

export const BackupRun = Type.Object({
  id: Id,
  status: Choice(['queued', 'running', 'completed', 'failed']),
  /** When it was due by schedule; null: an administrator started it. */
  due_at: Nullable(DateTime),
  destination: Nullable(Choice(['folder', 'bucket'])),
  folder: Nullable(Type.String()),
  file_name: Nullable(Type.String()),
  is_encrypted: Type.Boolean(),
  size: Nullable(Type.Integer()),
  row_count: Nullable(Type.Integer()),
  file_count: Nullable(Type.Integer()),
  /** Files that rows refer to but that were not found. */
  missing_files: Nullable(Type.Integer()),
  problem: Nullable(Choice(backupProblems)),
  /** What the operating system or the bucket said. */
  detail: Nullable(Type.String()),
  created_at: DateTime,
  created_by: Nullable(Id),
  started_at: Nullable(DateTime),
  ended_at: Nullable(DateTime),
  /** When it was deleted, because newer ones replaced it. */
  removed_at: Nullable(DateTime),
})
export type BackupRun = Static<typeof BackupRun>

const all = '/api/instances/backups/'

export const backupsApi = {
  list: endpoint(instanceAdmin, `GET ${all}`, { 200: Type.Array(BackupRun) }),
  create: endpoint(instanceAdmin, `POST ${all}`, { 202: BackupRun }),
  settings: endpoint(instanceAdmin, `GET ${all}settings/`, { 200: BackupSettings }),
  change: endpoint(instanceAdmin, `PATCH ${all}settings/`, {
    body: BackupSettingsPatch,
    200: BackupSettings,
  }),
}
