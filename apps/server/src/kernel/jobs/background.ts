import type { Db } from '#kernel/database/schema.ts'
import type { Deps } from '#kernel/http/app-type.ts'
import type { Schedule } from './jobs.ts'

/** What work without a request has at hand. */
export interface Running extends Pick<Deps, 'config' | 'secrets' | 'storage' | 'log'> {
  db: Db
  version: string
}

/** What a feature does without being asked over HTTP. */
export interface Background {
  /** Once, before the server listens. */
  start?(): Promise<void>
  /** By the clock (UTC), on one node at a time. */
  schedules?: readonly Schedule[]
  /** Soon after rows were added to one of these tables by this process. */
  onInsert?: readonly { tables: readonly string[]; run(): Promise<unknown> }[]
}

export type BackgroundOf = (running: Running) => Background
