import type { Db } from '#kernel/database/schema.ts'
import type { Deps } from '#kernel/http/app-type.ts'
import type { Schedule } from './jobs.ts'

/** What background work has access to. */
export interface Running extends Pick<Deps, 'config' | 'database' | 'secrets' | 'storage' | 'log'> {
  db: Db
  version: string
}

/** The work of a feature outside of HTTP requests. */
export interface Background {
  /** Once, before the server listens. */
  start?(): Promise<void>
  /** Cron jobs (UTC), each on one node at a time. */
  schedules?: readonly Schedule[]
  /** Runs soon after this process inserted rows into one of these tables. */
  onInsert?: readonly { name: string; tables: readonly string[]; run(): Promise<unknown> }[]
  /** Aborts what takes long, when the server stops. */
  stop?(): Promise<void>
}

export type BackgroundOf = (running: Running) => Background
