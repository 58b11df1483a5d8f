import { withOffset } from '@cairn/calendar'
import { type Cycle, isTransferred, noCounts, type ProgressCounts } from '@cairn/contract'
import {
  type BySet,
  itemsOfCycles,
  type Numbers,
  readNumbers,
  readPeople,
} from '#features/progress/service.ts'
import type { Db } from '#kernel/database/schema.ts'
import type { ResponseCache } from '#product/response-cache.ts'
import type { CycleRow } from './queries.ts'

interface Reader {
  user_id: string
  sees_only_own: boolean
}

/** The counts at the time of the transfer, if unfinished items were transferred. */
export const frozenCounts = ({
  progress_snapshot,
}: Pick<CycleRow, 'progress_snapshot'>): ProgressCounts | undefined => {
  if (!isTransferred({ progress_snapshot })) return undefined
  const { distribution, estimate_distribution, ...counts } = progress_snapshot
  return { ...noCounts, ...counts }
}

/** The contract's cycle; only the numbers the list shape names are sent. */
export const toCycle = (row: CycleRow, numbers: Numbers, assignee_ids: string[]): Cycle => ({
  ...row,
  start_date: row.start_date && withOffset(row.start_date, row.timezone),
  end_date: row.end_date && withOffset(row.end_date, row.timezone),
  ...(frozenCounts(row) ?? countsOf(numbers)),
  assignee_ids,
})

export const countsOf = (numbers: Numbers): ProgressCounts => ({
  total_issues: numbers.total_issues,
  backlog_issues: numbers.backlog_issues,
  unstarted_issues: numbers.unstarted_issues,
  started_issues: numbers.started_issues,
  completed_issues: numbers.completed_issues,
  cancelled_issues: numbers.cancelled_issues,
})

/** Counts are stored, assignees are not: if `people` is given, it caches them until they change. */
export async function describeCycles(
  db: Db,
  reader: Reader,
  rows: readonly CycleRow[],
  people?: (ids: string[]) => Promise<BySet<string[]> | Map<string, string[]>>,
): Promise<Cycle[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const sets = itemsOfCycles(reader, ids)
  const numbers = await readNumbers(db, sets)
  const assigned = await (people ? people(ids) : readPeople(db, sets))
  return rows.map((row) => toCycle(row, numbers.of(row.id), assigned.get(row.id) ?? []))
}

/** Assignees in the cycles of one project, cached until something in it changes. */
export const cachedPeople =
  (db: Db, cache: ResponseCache, reader: Reader & { project_id: string }) =>
  async (ids: string[]) => {
    const who = reader.sees_only_own ? reader.user_id : ''
    const key = `people of cycles ${who} ${ids.toSorted().join()}`
    const answer = await cache.answer(reader.project_id, key, async () =>
      JSON.stringify([...(await readPeople(db, itemsOfCycles(reader, ids)))].toSorted()),
    )
    return new Map<string, string[]>(JSON.parse(String(answer.body)))
  }
