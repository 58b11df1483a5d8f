import { usualVisitKinds, visitKinds } from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { listVisits, upsertVisit, type Visit } from './queries.ts'

export { deleteVisits as forgetVisits } from './queries.ts'

/** Visits not written to the database yet. */
type Noted = Map<string, { member: Member; visit: Visit; at: string }>
const noted = new WeakMap<Db, Noted>()
const WRITTEN_AFTER_MS = 1_000

/**
 * Records that a user opened something. It is written a moment later, and only once for repeated
 * visits: reading must not cost a write, and no request waits for it.
 */
export function recordVisit(db: Db, member: Member, visit: Visit): void {
  const waiting = noted.get(db)
  const visits: Noted = waiting ?? new Map()
  const { workspace_id, user_id } = member
  const at = new Date().toISOString()
  visits.set([workspace_id, user_id, visit.entity_name, visit.entity_identifier].join(), {
    ...{ member, visit, at },
  })
  if (waiting) return
  noted.set(db, visits)
  setTimeout(() => void writeVisits(db), WRITTEN_AFTER_MS).unref()
}

const writing = new WeakMap<Db, Promise<void>>()

/**
 * Writes pending visits now and waits for running writes: before a read, and before the server
 * stops.
 */
export function writeVisits(db: Db): Promise<void> {
  const visits = noted.get(db)
  noted.delete(db)
  const before = writing.get(db) ?? Promise.resolve()
  const written = before.then(() => writeDown(db, visits))
  writing.set(db, written)
  return written
}

async function writeDown(db: Db, visits: Noted | undefined) {
  for (const { member, visit, at } of visits?.values() ?? []) {
    // The entity or the user may be deleted by now.
    await upsertVisit(db, member, visit, at).catch(() => undefined)
  }
}

/** Of these kinds, or of the default ones. */
export async function readVisits(db: Db, member: Member, wanted?: string) {
  await writeVisits(db)
  const named = wanted?.split(',')
  const kinds = named ? visitKinds.filter((kind) => named.includes(kind)) : usualVisitKinds
  return kinds.length > 0 ? listVisits(db, member, kinds) : []
}
