import { sql } from 'kysely'

/** The time of the change, always after the previous one: sync clients query by it. */
export const nextMoment = sql<string>`greatest(clock_timestamp(), updated_at + interval '1 microsecond')`
/** The same of `work_items as i`. */
export const nextMomentOfItem = sql<string>`greatest(clock_timestamp(), i.updated_at + interval '1 microsecond')`
