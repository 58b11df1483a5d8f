import { usualVisitKinds, visitKinds } from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { listVisits, upsertVisit, type Visit } from './queries.ts'

export { deleteVisits as forgetVisits } from './queries.ts'

/** Who went where, and has not been written down yet. */
type Noted = Map<string, { member: Member; visit: Visit; at: string }>
const noted = new WeakMap<Db, Noted>()
const WRITTEN_AFTER_MS = 1_000

/**
 * Whoever opens something for a person says so here. It is written down a moment later, and once for
 * however often: to read must not cost a write, and nobody waits for it.
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

/** What waits, now, and what is being written: before somebody reads it, and before the server stops. */
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
    // What was opened may be gone by now, or whoever opened it.
    await upsertVisit(db, member, visit, at).catch(() => undefined)
  }
}

/** Of these kinds, or of the usual ones. */
export async function readVisits(db: Db, member: Member, wanted?: string) {
  await writeVisits(db)
  const named = wanted?.split(',')
  const kinds = named ? visitKinds.filter((kind) => named.includes(kind)) : usualVisitKinds
  return kinds.length > 0 ? listVisits(db, member, kinds) : []
}
