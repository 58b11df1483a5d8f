import type { BackupProblem, BackupRun, BackupSettings } from '@cairn/contract'
import { type ColumnType, type Generated, sql } from 'kysely'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'

type Stored = Pick<
  BackupSettings,
  'is_enabled' | 'frequency' | 'weekday' | 'hour' | 'time_zone' | 'destination' | 'folder'
>

declare module '#kernel/database/schema.ts' {
  interface Database {
    backup_settings: Stored & {
      singleton: Generated<boolean>
      retained: number
      /** Sealed. */
      passphrase: string | null
      /** Earlier times of the schedule are not made up for. */
      scheduled_from: string
      updated_at: string
      updated_by: string | null
    }
    backup_runs: {
      id: Generated<string>
      status: Generated<BackupRun['status']>
      due_at: string | null
      destination: ColumnType<BackupRun['destination'], undefined, BackupRun['destination']>
      folder: string | null
      file_name: string | null
      is_encrypted: Generated<boolean>
      size: number | null
      row_count: number | null
      file_count: number | null
      missing_files: number | null
      problem: ColumnType<BackupProblem | null, undefined, BackupProblem | null>
      detail: string | null
      created_at: Generated<string>
      created_by: string | null
      started_at: string | null
      ended_at: string | null
      removed_at: string | null
      leased_until: string | null
    }
  }
}

const settingColumns = [
  ...(['is_enabled', 'frequency', 'weekday', 'hour', 'time_zone', 'destination'] as const),
  ...(['folder', 'retained', 'passphrase', 'scheduled_from'] as const),
] as const

export const findSettings = (db: Db) =>
  db.selectFrom('backup_settings').select(settingColumns).executeTakeFirstOrThrow()

export type StoredSettings = Awaited<ReturnType<typeof findSettings>>

export const lockSettings = (tx: Tx) =>
  tx.selectFrom('backup_settings').select(settingColumns).forUpdate().executeTakeFirstOrThrow()

export const updateSettings = (
  tx: Tx,
  updated_by: string,
  { scheduled_from: _, ...change }: StoredSettings,
  isNewSchedule: boolean,
) =>
  tx
    .updateTable('backup_settings')
    .set({
      ...{ ...change, updated_by, updated_at: now },
      ...(isNewSchedule && { scheduled_from: now }),
    })
    .execute()

const runColumns = [
  ...(['id', 'status', 'due_at', 'destination', 'folder', 'file_name', 'is_encrypted'] as const),
  ...(['size', 'row_count', 'file_count', 'missing_files', 'problem', 'detail'] as const),
  ...(['created_at', 'created_by', 'started_at', 'ended_at', 'removed_at'] as const),
] as const

/** The newest ones, and all that still exist. */
export const listRuns = (db: Db) =>
  db
    .selectFrom('backup_runs')
    .select(runColumns)
    .orderBy('created_at', 'desc')
    .limit(MAX_LISTED)
    .execute()
const MAX_LISTED = 400

export const insertRun = (db: Db, created_by: string) =>
  db
    .insertInto('backup_runs')
    .values({ created_by })
    .returning(runColumns)
    .executeTakeFirstOrThrow()

/** Queues the backup due at that moment, unless it was made or one is running. */
export const queueDue = (db: Db, due_at: string) =>
  sql`
    insert into backup_runs (due_at) select ${due_at}::timestamptz
    where not exists (select from backup_runs where due_at >= ${due_at}::timestamptz)
    on conflict do nothing`.execute(db)

const LEASE = sql`interval '2 minutes'`
const leased = sql<string>`clock_timestamp() + ${LEASE}`

/** Undefined: there is none, or another node has it. */
export const claimRun = (db: Db) =>
  db
    .updateTable('backup_runs')
    .set({ status: 'running', started_at: now, leased_until: leased })
    .where('id', '=', (from) =>
      from
        .selectFrom('backup_runs')
        .select('id')
        .where('status', '=', 'queued')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'due_at'])
    .executeTakeFirst()

export type ClaimedRun = NonNullable<Awaited<ReturnType<typeof claimRun>>>

interface Target {
  destination: BackupSettings['destination']
  folder: string | null
  file_name: string
  is_encrypted: boolean
}

export const noteTarget = (db: Db, id: string, target: Target) =>
  db.updateTable('backup_runs').set(target).where('id', '=', id).execute()

/** Returns whether the run is still this node's. */
export const renewLease = async (db: Db, id: string) => {
  const renewed = await db
    .updateTable('backup_runs')
    .set({ leased_until: leased })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return renewed !== undefined
}

interface Outcome {
  status: 'completed' | 'failed'
  size?: number
  row_count?: number
  file_count?: number
  missing_files?: number
  problem?: BackupProblem
  detail?: string | null
}

/** Returns whether the run was still this node's. */
export const finishRun = async (db: Db, id: string, outcome: Outcome) => {
  const finished = await db
    .updateTable('backup_runs')
    .set({ ...outcome, ended_at: now, leased_until: null })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return finished !== undefined
}

/** Runs of nodes that stopped without a word. */
export const listAbandoned = (db: Db) =>
  db
    .selectFrom('backup_runs')
    .select(['id', 'due_at', 'destination', 'folder', 'file_name'])
    .where('status', '=', 'running')
    .where('leased_until', '<', sql<string>`clock_timestamp()`)
    .execute()

/** Existing backups in the same place as this one, beyond the newest `retained`. */
export const listSuperseded = (
  db: Db,
  { destination, folder }: Pick<Target, 'destination' | 'folder'>,
  retained: number,
) =>
  db
    .selectFrom('backup_runs')
    .select(['id', sql<string>`file_name`.as('file_name')])
    .where('status', '=', 'completed')
    .where('removed_at', 'is', null)
    .where('file_name', 'is not', null)
    .where('destination', '=', destination)
    .where(sql<boolean>`folder is not distinct from ${folder}`)
    .orderBy('ended_at', 'desc')
    .offset(retained)
    .execute()

export const markRemoved = (db: Db, id: string) =>
  db.updateTable('backup_runs').set({ removed_at: now }).where('id', '=', id).execute()

/** Of backups that no longer exist. */
export const removeOldRuns = (db: Db) =>
  sql`
    delete from backup_runs
    where created_at < now() - interval '90 days'
      and (status = 'failed' or removed_at is not null)`.execute(db)

export const listAdminAddresses = (db: Db) =>
  db
    .selectFrom('instance_admins as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('u.is_active', '=', true)
    .select('u.email')
    .orderBy('u.email')
    .execute()
