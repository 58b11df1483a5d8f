import {
  type ActiveCycle,
  type ArchivedCycle,
  type Cycle,
  type CycleDetail,
  type Page,
  PageNotValid,
  readSlice,
  type Slice,
  toPage,
} from '@cairn/contract'
import { itemsOfCycles, readDistributions, readNumbers } from '#features/progress/service.ts'
import { listProjectsLite } from '#features/projects/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import type { ResponseCache } from '#product/response-cache.ts'
import { chartOf, findVisible, readDistributionsOf } from './analytics.ts'
import { cachedPeople, describeCycles } from './numbers.ts'
import {
  countActiveCycles,
  countSubItems,
  listActiveCycles,
  listCycles,
  listCyclesOfWorkspace,
} from './queries.ts'

type Which = Parameters<typeof listCycles>[2]

export const readCycles = async (
  db: Db,
  cache: ResponseCache,
  member: ProjectMember,
  which: Which,
): Promise<Cycle[]> =>
  describeCycles(db, member, await listCycles(db, member, which), cachedPeople(db, cache, member))

/** Archived cycles have a separate route. */
export async function readCycle(
  db: Db,
  cache: ResponseCache,
  member: ProjectMember,
  id: string,
  { archived = false } = {},
): Promise<CycleDetail> {
  const row = await findVisible(db, member, id)
  if (Boolean(row.archived_at) !== archived) throw notFound()
  const people = cachedPeople(db, cache, member)
  const [cycle] = await describeCycles(db, member, [row], people)
  if (!cycle) throw notFound()
  return { ...cycle, sub_issues: await countSubItems(db, member, id) }
}

export async function readArchivedCycle(
  db: Db,
  cache: ResponseCache,
  member: ProjectMember,
  id: string,
): Promise<ArchivedCycle> {
  const cycle = await readCycle(db, cache, member, id, { archived: true })
  const numbers = await readNumbers(db, itemsOfCycles(member, [id]))
  const { total_estimate_points, completed_estimate_points } = numbers.of(id)
  const distributions = await readDistributionsOf(db, member, await findVisible(db, member, id))
  return { ...cycle, total_estimate_points, completed_estimate_points, ...distributions }
}

/** Where the user is a guest who sees only their own items, only these are counted. */
export async function readCyclesOfWorkspace(db: Db, member: Member): Promise<Cycle[]> {
  const rows = await listCyclesOfWorkspace(db, member)
  const { user_id } = member
  const [own, all] = [true, false].map((sees_only_own) => ({
    reader: { user_id, sees_only_own },
    rows: rows.filter((row) => row.sees_only_own === sees_only_own),
  })) as [Part, Part]
  const cycles = [
    ...(await describeCycles(db, own.reader, own.rows)),
    ...(await describeCycles(db, all.reader, all.rows)),
  ]
  const byId = new Map(cycles.map((cycle) => [cycle.id, cycle]))
  return rows.flatMap(({ id }) => byId.get(id) ?? [])
}

interface Part {
  reader: { user_id: string; sees_only_own: boolean }
  rows: Awaited<ReturnType<typeof listCyclesOfWorkspace>>
}

function readPart({ per_page, cursor }: { per_page?: string; cursor?: string }): Slice {
  try {
    return readSlice(per_page ?? (cursor ? undefined : '100'), cursor)
  } catch (error) {
    throw error instanceof PageNotValid ? badRequest({ detail: error.message }) : error
  }
}

/** The running cycle of every project the caller is a member of, with everything its page shows. */
export async function readActiveCycles(
  db: Db,
  member: Member,
  query: { per_page?: string; cursor?: string },
): Promise<Page<ActiveCycle[]>> {
  const slice = readPart(query)
  const rows = await listActiveCycles(db, member, slice)
  const reader = { user_id: member.user_id, sees_only_own: false }
  const sets = itemsOfCycles(
    reader,
    rows.map(({ id }) => id),
  )
  const cycles = await describeCycles(db, reader, rows)
  const numbers = await readNumbers(db, sets)
  const distributions = await readDistributions(db, sets, rows.map(chartOf))
  const projects = new Map((await listProjectsLite(db, member)).map((one) => [one.id, one]))
  const results = cycles.flatMap((cycle) => {
    const project_detail = projects.get(cycle.project_id)
    if (!project_detail) return []
    const { id } = cycle
    return { ...numbers.of(id), ...cycle, project_detail, ...distributions.of(id) }
  })
  return toPage(slice, {
    results,
    count: results.length,
    total: await countActiveCycles(db, member),
  })
}
