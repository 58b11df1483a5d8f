import { addDays, dayInZone } from '@cairn/calendar'
import { type CycleDay, daysBetween } from '@cairn/contract'
import { itemsOfCycles, readNumbers } from '#features/progress/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { chartOf, findVisible } from './analytics.ts'
import { insertDays, listCyclesToRecord, listDays } from './queries.ts'

const everything = { user_id: '', sees_only_own: false }
const AT_ONCE = 500

/**
 * Records the progress of each cycle at the end of yesterday, in its project's time zone. Runs
 * every hour and writes each day once, soon after local midnight.
 */
export async function recordCycleDays(db: Db): Promise<void> {
  const cycles = (await listCyclesToRecord(db)).flatMap(({ id, timezone, start_date }) => {
    const day = addDays(dayInZone(Date.now(), timezone), -1)
    return day && day >= dayInZone(Date.parse(start_date), timezone) ? { id, day } : []
  })
  for (let n = 0; n < cycles.length; n += AT_ONCE) {
    const some = cycles.slice(n, n + AT_ONCE)
    const sets = itemsOfCycles(
      everything,
      some.map(({ id }) => id),
    )
    const numbers = await readNumbers(db, sets)
    await insertDays(
      db,
      some.map(({ id, day }) => ({ cycle_id: id, day, counts: numbers.of(id) })),
    )
  }
}

/**
 * Day by day until today, which is counted now; a missing day equals the one before it. Cycles of
 * version 1 have no records: their chart is computed from when items were completed. Users who see
 * only their own items get none either: the records count all items.
 */
export async function readDays(db: Db, member: ProjectMember, id: string): Promise<CycleDay[]> {
  const row = await findVisible(db, member, id)
  const { days } = chartOf(row)
  if (row.version !== 2 || !days || member.sees_only_own) return []
  const { first, last, today } = days
  const written = new Map((await listDays(db, id)).map(({ day, counts }) => [day, counts]))
  if (today <= last) {
    written.set(today, (await readNumbers(db, itemsOfCycles(everything, [id]))).of(id))
  }
  const rows: CycleDay[] = []
  for (const date of daysBetween(first, last)) {
    if (date > today) break
    const counts = written.get(date) ?? rows.at(-1)
    if (counts) rows.push({ ...counts, date, progress_date: date })
  }
  return rows
}
