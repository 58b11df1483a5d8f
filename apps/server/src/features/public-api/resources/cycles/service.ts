import type {
  CyclePatchV1,
  CyclesQueryV1,
  ItemsQueryV1,
  ListQuery,
  NewCycleV1,
  ShapeQuery,
} from '@cairn/contract/v1'
import {
  addItems,
  archiveCycle,
  changeCycle,
  countsOf,
  createCycle,
  frozenCounts,
  removeCycle,
  removeItem,
  restoreCycle,
  standsAs,
  transferItems,
} from '#features/cycles/service.ts'
import { itemsOfCycles, readNumbers } from '#features/progress/service.ts'
import { itemsOfCycle } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { answerPage } from '../../kit/answer-page.ts'
import { externalTaken, whereTaken } from '../../kit/conflicts.ts'
import { byEach, byNullable, readOrder } from '../../kit/ordering-queries.ts'
import { inOtherWords } from '../../kit/other-words.ts'
import { present, presentOne } from '../../kit/shaping.ts'
import { listWorkItems } from '../work-items/lists.ts'
import {
  type CycleRow,
  findCycle,
  findCycleByExternalId,
  listCycleItems,
  listCycles,
  listStanding,
  usesCycles,
} from './queries.ts'

const orders = {
  ...byEach('c', ['created_at', 'updated_at', 'name', 'sort_order', 'id']),
  start_date: byNullable('c.start_date'),
  end_date: byNullable('c.end_date'),
  owned_by: byNullable('c.owned_by_id'),
  external_source: byNullable('c.external_source'),
  external_id: byNullable('c.external_id'),
}

/** With counts of what the reader sees, in one statement for all of them. */
async function counted(db: Db, member: ProjectMember, rows: readonly CycleRow[]) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const numbers = await readNumbers(db, itemsOfCycles(member, ids))
  return rows.map((row) => {
    const own = numbers.of(row.id)
    return {
      ...row,
      ...(frozenCounts(row) ?? countsOf(own)),
      total_estimates: Math.round(own.total_estimate_points),
      completed_estimates: Math.round(own.completed_estimate_points),
      started_estimates: Math.round(own.started_estimate_points),
    }
  })
}

type Wanted = Parameters<typeof listCycles>[2]

const pageCycles = (db: Db, member: ProjectMember, query: ListQuery, wanted: Wanted) => {
  const order = readOrder('c', query.order_by, '-created_at', orders)
  return answerPage(db, member, query, async (slice) => {
    const { rows, total } = await listCycles(db, member, wanted, order, slice)
    return { rows: await counted(db, member, rows), total }
  })
}

/** Newest first; for running cycles a plain list. */
export async function readCycles(db: Db, member: ProjectMember, query: CyclesQueryV1) {
  const standing = query.status ?? query.cycle_view
  const stands = standsAs(standing)
  if (standing !== 'current') return pageCycles(db, member, query, { stands })
  const running = await listStanding(db, member, stands)
  return present(db, member, query, await counted(db, member, running))
}

export const readArchivedCycles = (db: Db, member: ProjectMember, query: ListQuery) =>
  pageCycles(db, member, query, { archived: true, stands: standsAs() })

/** Without counts. */
export const readCyclesLite = (db: Db, member: ProjectMember, query: CyclesQueryV1) => {
  const order = readOrder('c', query.order_by, '-created_at', orders)
  const stands = standsAs(query.status ?? query.cycle_view)
  return answerPage(db, member, query, (slice) => listCycles(db, member, { stands }, order, slice))
}

async function rowOf(db: Db, member: ProjectMember, id: string) {
  const row = await findCycle(db, member, id)
  if (!row) throw notFound()
  return row
}

async function cycleOf(db: Db, member: ProjectMember, id: string) {
  const [cycle] = await counted(db, member, [await rowOf(db, member, id)])
  if (!cycle) throw notFound()
  return cycle
}

/** Archived ones are only in the archived list. */
export async function readCycle(db: Db, member: ProjectMember, id: string, query: ShapeQuery) {
  const cycle = await cycleOf(db, member, id)
  if (cycle.archived_at) throw notFound()
  return presentOne(db, member, query, cycle)
}

async function refuseSwitchedOff(db: Db, member: ProjectMember) {
  if (await usesCycles(db, member)) return
  throw badRequest({ non_field_errors: ['Cycles are not enabled for this project'] })
}

export async function addCycle(db: Db, member: ProjectMember, wanted: NewCycleV1) {
  await refuseSwitchedOff(db, member)
  const { id } = await createCycle(db, member, wanted, { mayOverlap: true }).catch(
    whereTaken({
      cycles_external_key: async () =>
        externalTaken('Cycle', (await findCycleByExternalId(db, member, wanted))?.id),
    }),
  )
  return cycleOf(db, member, id)
}

export async function editCycle(db: Db, member: ProjectMember, id: string, patch: CyclePatchV1) {
  const before = await rowOf(db, member, id)
  await refuseSwitchedOff(db, member)
  await changeCycle(db, member, id, patch, { asSent: true })
    .catch(
      whereTaken({
        cycles_external_key: async () =>
          externalTaken(
            'Cycle',
            (await findCycleByExternalId(db, member, { ...before, ...patch }))?.id,
          ),
      }),
    )
    .catch(
      inOtherWords({
        'Archived cycle cannot be updated': badRequest({
          error: 'Archived cycle cannot be edited',
        }),
      }),
    )
  return cycleOf(db, member, id)
}

export async function deleteCycle(db: Db, member: ProjectMember, id: string) {
  await rowOf(db, member, id)
  await removeCycle(db, member, id).catch(
    inOtherWords({
      'Only admin or owner can delete the cycle': forbidden({
        error: 'Only admin or creator can delete the cycle',
      }),
    }),
  )
}

export async function readItems(db: Db, member: ProjectMember, id: string, query: ItemsQueryV1) {
  await rowOf(db, member, id)
  const items = { ...itemsOfCycle(db, member, id), defaultOrder: 'created_at' }
  return listWorkItems(db, member, query, items)
}

const noItems = () => badRequest({ error: 'Work items are required', code: 'MISSING_WORK_ITEMS' })
const ended = 'The Cycle has already been completed so no new issues can be added'

export async function putItems(
  db: Db,
  member: ProjectMember,
  id: string,
  issues: readonly string[] = [],
) {
  if (issues.length === 0) throw noItems()
  await addItems(db, member, id, issues).catch(
    inOtherWords({ [ended]: badRequest({ code: 'CYCLE_COMPLETED', message: ended }) }),
  )
  return listCycleItems(db, member, id)
}

export async function readItem(db: Db, member: ProjectMember, id: string, issue_id: string) {
  await rowOf(db, member, id)
  const [item] = await listCycleItems(db, member, id, issue_id)
  if (!item) throw notFound()
  return item
}

export async function takeItem(db: Db, member: ProjectMember, id: string, issue_id: string) {
  await readItem(db, member, id, issue_id)
  await removeItem(db, member, id, issue_id)
}

export async function moveUnfinished(
  db: Db,
  member: ProjectMember,
  id: string,
  new_cycle_id: string | null | undefined,
) {
  if (new_cycle_id && !(await findCycle(db, member, id))) {
    throw badRequest({ error: 'Source cycle not found' })
  }
  const moved = transferItems(db, member, id, new_cycle_id, { mayBeUndated: true })
  const { message } = await moved.catch(
    inOtherWords({
      'Issues can be transferred only from a completed cycle': badRequest({
        error: 'The old cycle is not completed yet',
      }),
    }),
  )
  return { message }
}

export async function putAway(db: Db, member: ProjectMember, id: string) {
  await rowOf(db, member, id)
  await archiveCycle(db, member, id)
}

export async function undelete(db: Db, member: ProjectMember, id: string) {
  const { archived_at } = await rowOf(db, member, id)
  if (!archived_at) throw notFound()
  await restoreCycle(db, member, id)
}
