import {
  ADMIN,
  type CyclePatch,
  type DateCheck,
  type NewCycle,
  overlapSentence,
  planSortOrder,
  type WithId,
} from '@cairn/contract'
import { forgetFavorites } from '#features/favorites/service.ts'
import { dropFromFilters } from '#features/project-members/service.ts'
import { forgetVisits } from '#features/recent-visits/service.ts'
import { dropFromViews } from '#features/views/service.ts'
import { activeAmong, changeLocked } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, conflict, duplicate, forbidden, notFound } from '#kernel/http/errors.ts'
import { lockProject } from '#product/lock-queries.ts'
import { emitCycle, everyone } from './emit.ts'
import {
  insertCycle,
  isTaken,
  leaveCycle,
  listItemIds,
  lockCycle,
  readClock,
  type Span,
  smallestSortOrder,
  updateCycle,
} from './queries.ts'
import { draft, readSentSpan, readSpan } from './spans.ts'
import { mendArchived, saveArchived, saveDeleted } from './undo-snapshot-queries.ts'

export { recordCycleDays } from './days.ts'
export { describeCycle } from './emit.ts'
export { addItems, removeItem, transferItems } from './items.ts'
export { countsOf, frozenCounts } from './numbers.ts'
export { cycleStatus, foldCycleCounts, standsAs } from './queries.ts'
export { type SeedCycle, seedCycles } from './seed-queries.ts'
export { restoreDeletedCycle } from './undelete.ts'

function readName(typed: string): string {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

interface Rules {
  /** API clients import sprints that overlap. */
  mayOverlap?: boolean
}

/** Runs under the project's lock, so no other request can take the same days. */
async function takeSpan(
  tx: Tx,
  member: ProjectMember,
  span: Span | null,
  id: string | null,
  { mayOverlap = false }: Rules,
) {
  if (!span) return draft
  if (mayOverlap) return span
  if (await isTaken(tx, member, span, id)) throw badRequest({ error: overlapSentence })
  return span
}

const toJson = (value: object | undefined) => value && JSON.stringify(value)

/** Fields that are stored as sent. */
const readFields = ({ name, description, view_props, logo_props, ...rest }: CyclePatch) => ({
  ...(name !== undefined && { name: readName(name) }),
  ...(description !== undefined && { description }),
  ...(view_props && { view_props: toJson(view_props) }),
  ...(logo_props && { logo_props: toJson(logo_props) }),
  ...(rest.sort_order !== undefined && { sort_order: rest.sort_order }),
  ...(rest.external_source !== undefined && { external_source: rest.external_source }),
  ...(rest.external_id !== undefined && { external_id: rest.external_id }),
})

const pairTaken = duplicate(
  'cycles_external_key',
  conflict({ error: 'Cycle with the same external id and external source already exists' }),
)

/** The owner, if an API client sets it: a project member. */
interface Owned {
  owned_by?: string
}

async function refuseStranger(tx: Tx, member: ProjectMember, owned_by: string | undefined) {
  if (!owned_by || (await activeAmong(tx, member, [owned_by])).length > 0) return
  throw badRequest({ owned_by: [`Invalid pk "${owned_by}" - object does not exist.`] })
}

export const createCycle = (
  db: Db,
  member: ProjectMember,
  wanted: NewCycle & WithId & Owned,
  rules: Rules = {},
) =>
  db.transaction().execute(async (tx) => {
    await lockProject(tx, member)
    await refuseStranger(tx, member, wanted.owned_by)
    const span = readSpan(
      { start_date: null, end_date: null, ...wanted },
      draft,
      await readClock(tx, member),
    )
    const { id } = await insertCycle(tx, member, {
      id: wanted.id,
      sort_order: planSortOrder(undefined, await smallestSortOrder(tx, member)),
      ...readFields(wanted),
      name: readName(wanted.name),
      ...(await takeSpan(tx, member, span, null, rules)),
      owned_by_id: wanted.owned_by ?? member.user_id,
    }).catch(pairTaken)
    return emitCycle(tx, member, id)
  })

const completed = 'The Cycle has already been completed so it cannot be edited'

/** `asSent`: for API clients, which get an error for anything that would be ignored. */
export const changeCycle = (
  db: Db,
  member: ProjectMember,
  id: string,
  patch: CyclePatch & Owned,
  { asSent = false } = {},
) =>
  db.transaction().execute(async (tx) => {
    await lockProject(tx, member)
    const locked = await lockCycle(tx, member, id)
    if (!locked) throw notFound()
    if (locked.archived_at) throw badRequest({ error: 'Archived cycle cannot be updated' })
    const { sort_order, ...more } = patch
    const saysMore = asSent && Object.keys(more).length > 0
    if (locked.is_over && (sort_order === undefined || saysMore)) {
      throw badRequest({ error: completed })
    }
    if (locked.is_over) {
      await updateCycle(tx, member, id, { sort_order })
      return emitCycle(tx, member, id)
    }
    const { start_date, end_date, owned_by } = patch
    await refuseStranger(tx, member, owned_by)
    const moves = start_date !== undefined || end_date !== undefined
    const read = asSent ? readSentSpan : readSpan
    const span = moves ? read(patch, locked, await readClock(tx, member)) : null
    await updateCycle(tx, member, id, {
      ...readFields(patch),
      ...(owned_by && { owned_by_id: owned_by }),
      ...(moves && (await takeSpan(tx, member, span, id, { mayOverlap: asSent }))),
    }).catch(pairTaken)
    return emitCycle(tx, member, id)
  })

export async function checkDates(db: Db, member: ProjectMember, typed: DateCheck) {
  const { start_date, end_date, cycle_id = null } = typed
  if (!start_date || !end_date) {
    throw badRequest({ error: 'Start date and end date both are required' })
  }
  const span = readSpan({ start_date, end_date }, draft, await readClock(db, member))
  const taken = span !== null && (await isTaken(db, member, span, cycle_id))
  return taken ? { error: overlapSentence, status: false } : { status: true }
}

/** Its items stay in the project, and their history records the cycle. */
export const removeCycle = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockCycle(tx, member, id)
    if (!locked) throw notFound()
    if (member.project_role !== ADMIN && locked.owned_by_id !== member.user_id) {
      throw forbidden({ error: 'Only admin or owner can delete the cycle' })
    }
    await saveDeleted(tx, member, id)
    const ids = await listItemIds(tx, member, id)
    if (ids.length > 0) await changeLocked(tx, member, ids, { cycle_id: null })
    await leaveCycle(tx, member, id)
    await updateCycle(tx, member, id, { deleted_at: now })
    await dropFromFilters(tx, member, 'cycle', [id])
    await dropFromViews(tx, member, 'cycle', [id])
    await forgetFavorites(tx, member, 'cycle', id)
    await forgetVisits(tx, member, { entity_name: 'cycle', entity_identifier: id })
    const { project_id } = member
    await emit(tx, { type: 'cycle.removed', id, project_id }, everyone(member))
  })

/** Only ended cycles; removes it from everyone's favorites. Repeating it changes nothing. */
export const archiveCycle = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockCycle(tx, member, id)
    if (!locked) throw notFound()
    if (locked.archived_at) return { archived_at: locked.archived_at }
    if (!locked.is_over) throw badRequest({ error: 'Only completed cycles can be archived' })
    await saveArchived(tx, member, id)
    const archived = await updateCycle(tx, member, id, { archived_at: now })
    await forgetFavorites(tx, member, 'cycle', id)
    await emitCycle(tx, member, id)
    return { archived_at: archived?.archived_at ?? '' }
  })

export const restoreCycle = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockCycle(tx, member, id)
    if (!locked) throw notFound()
    if (!locked.archived_at) return
    await updateCycle(tx, member, id, { archived_at: null })
    await mendArchived(tx, member, id)
    await emitCycle(tx, member, id)
  })
