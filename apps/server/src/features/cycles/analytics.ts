import { dayInZone } from '@cairn/calendar'
import {
  type AnyDistribution,
  isTransferred,
  nothingDistributed,
  type ProgressSnapshot,
} from '@cairn/contract'
import {
  type Charted,
  itemsOfCycles,
  type Numbers,
  readDistributions,
  readNumbers,
} from '#features/progress/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { countsOf, frozenCounts } from './numbers.ts'
import { type CycleRow, findCycle } from './queries.ts'

/** What a cycle's chart covers: its days, in the project's time zone. */
export function chartOf({ id, project_id, start_date, end_date, timezone }: CycleRow): Charted {
  const toDay = (moment: string) => dayInZone(Date.parse(moment), timezone)
  const days =
    start_date && end_date
      ? { first: toDay(start_date), last: toDay(end_date), today: dayInZone(Date.now(), timezone) }
      : null
  return { key: id, project_id, days }
}

/** As of the transfer of unfinished items, or the current state. */
export async function readDistributionsOf(db: Db, member: ProjectMember, row: CycleRow) {
  const { distribution, estimate_distribution } = row.progress_snapshot
  if (distribution) return { distribution, estimate_distribution: estimate_distribution ?? {} }
  const all = await readDistributions(db, itemsOfCycles(member, [row.id]), [chartOf(row)])
  return all.of(row.id)
}

export async function readAnalytics(
  db: Db,
  member: ProjectMember,
  row: CycleRow,
  type: string | undefined,
): Promise<AnyDistribution> {
  if (!row.start_date) throw badRequest({ error: 'Cycle has no start or end date' })
  const { distribution, estimate_distribution } = await readDistributionsOf(db, member, row)
  return type === 'points' ? { ...nothingDistributed, ...estimate_distribution } : distribution
}

export async function findVisible(db: Db, member: ProjectMember, id: string): Promise<CycleRow> {
  const row = await findCycle(db, member, id)
  if (!row) throw notFound()
  return row
}

export async function readProgress(db: Db, member: ProjectMember, id: string): Promise<Numbers> {
  const row = await findVisible(db, member, id)
  const numbers = (await readNumbers(db, itemsOfCycles(member, [id]))).of(id)
  return { ...numbers, ...frozenCounts(row) }
}

/** A cycle's progress, saved for later when its items are transferred. */
export async function readSnapshot(
  tx: Tx,
  member: ProjectMember,
  id: string,
): Promise<ProgressSnapshot> {
  const row = await findVisible(tx, member, id)
  if (isTransferred(row)) return row.progress_snapshot
  const numbers = await readNumbers(tx, itemsOfCycles(member, [id]))
  return { ...countsOf(numbers.of(id)), ...(await readDistributionsOf(tx, member, row)) }
}
