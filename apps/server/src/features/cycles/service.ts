import {
  ADMIN,
  type Cycle,
  type CyclePatch,
  type DateCheck,
  type NewCycle,
  overlapSentence,
  planSortOrder,
} from '@cairn/contract'
import { dayOf } from '@cairn/work-item-query'
import { forgetFavorites } from '#features/favorites/service.ts'
import { dropFromFilters } from '#features/project-members/service.ts'
import { forgetVisits } from '#features/recent-visits/service.ts'
import { dropFromViews } from '#features/views/service.ts'
import { changeHeld } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { holdProject } from '#kernel/database/hold-project.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { endOfCycle, readDay, startOfCycle } from './moments.ts'
import { describeCycles } from './numbers.ts'
import {
  findCycle,
  holdCycle,
  insertCycle,
  isTaken,
  leaveCycle,
  listItemIds,
  readClock,
  type Span,
  smallestSortOrder,
  updateCycle,
} from './queries.ts'
import { keepArchived, keepDeleted, mendArchived } from './traces.ts'

export { recordCycleDays } from './days.ts'
export { cycleStatus, foldCycleCounts } from './queries.ts'
export { type SeedCycle, seedCycles } from './seed.ts'

function readName(typed: string): string {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

type Typed = string | null | undefined

interface Held {
  start_date: string | null
  end_date: string | null
}

const draft: Held = { start_date: null, end_date: null }

/**
 * When it runs, from days that were typed and, where only one was, from the other as it stands. A day
 * that did not change keeps its moment: a cycle that began at noon does not begin anew.
 */
function readSpan(
  typed: { start_date?: Typed; end_date?: Typed },
  held: Held,
  { timezone, now: moment }: { timezone: string; now: string },
): Span | null {
  const dayOfHeld = (moment: string | null) => moment && dayOf(Date.parse(moment), timezone)
  const pick = (field: keyof Held) => {
    const value = typed[field]
    if (value === undefined) return dayOfHeld(held[field])
    return value === null ? null : readDay(field, value)
  }
  const [first, last] = [pick('start_date'), pick('end_date')]
  if (first === null && last === null) return null
  if (first === null || last === null) {
    const error = 'Both start date and end date are either required or are to be null'
    throw badRequest({ error })
  }
  if (first > last) throw badRequest({ non_field_errors: ['Start date cannot exceed end date'] })
  const kept = (field: keyof Held, day: string) =>
    dayOfHeld(held[field]) === day ? held[field] : null
  return {
    start_date: kept('start_date', first) ?? startOfCycle(first, timezone, Date.parse(moment)),
    end_date: kept('end_date', last) ?? endOfCycle(last, timezone),
  }
}

/** Free once the project is held: nobody else can take these days meanwhile. */
async function takeSpan(tx: Tx, member: ProjectMember, span: Span | null, id: string | null) {
  if (!span) return draft
  if (await isTaken(tx, member, span, id)) throw badRequest({ error: overlapSentence })
  return span
}

/** As it is now, with all its items counted. */
export async function describeCycle(db: Db, member: ProjectMember, id: string): Promise<Cycle> {
  const row = await findCycle(db, member, id)
  const [cycle] = await describeCycles(db, { ...member, sees_only_own: false }, row ? [row] : [])
  if (!cycle) throw notFound()
  return cycle
}

const everyone = ({ workspace_id, project_id }: ProjectMember) =>
  ({ workspace_id, project_id, for_everyone: true }) as const

/** As it is now, to everybody, without what not everybody sees alike. */
export async function tell(tx: Tx, member: ProjectMember, id: string): Promise<Cycle> {
  const cycle = await describeCycle(tx, member, id)
  const { is_favorite, assignee_ids, progress_snapshot, ...rest } = cycle
  const { total_issues, backlog_issues, unstarted_issues, started_issues, ...some } = rest
  const { completed_issues, cancelled_issues, ...shared } = some
  await emit(tx, { type: 'cycle.saved', cycle: shared }, everyone(member))
  return cycle
}

const toJson = (value: object | undefined) => value && JSON.stringify(value)

/** What is stored as it came. */
const readFields = ({ name, description, view_props, logo_props, ...rest }: CyclePatch) => ({
  ...(name !== undefined && { name: readName(name) }),
  ...(description !== undefined && { description }),
  ...(view_props && { view_props: toJson(view_props) }),
  ...(logo_props && { logo_props: toJson(logo_props) }),
  ...(rest.sort_order !== undefined && { sort_order: rest.sort_order }),
  ...(rest.external_source !== undefined && { external_source: rest.external_source }),
  ...(rest.external_id !== undefined && { external_id: rest.external_id }),
})

export const createCycle = (db: Db, member: ProjectMember, wanted: NewCycle) =>
  db.transaction().execute(async (tx) => {
    await holdProject(tx, member)
    const span = readSpan(
      { start_date: null, end_date: null, ...wanted },
      draft,
      await readClock(tx, member),
    )
    const { id } = await insertCycle(tx, member, {
      sort_order: planSortOrder(undefined, await smallestSortOrder(tx, member)),
      ...readFields(wanted),
      name: readName(wanted.name),
      ...(await takeSpan(tx, member, span, null)),
      owned_by_id: member.user_id,
    })
    return tell(tx, member, id)
  })

const completed = 'The Cycle has already been completed so it cannot be edited'

export const changeCycle = (db: Db, member: ProjectMember, id: string, patch: CyclePatch) =>
  db.transaction().execute(async (tx) => {
    await holdProject(tx, member)
    const held = await holdCycle(tx, member, id)
    if (!held) throw notFound()
    if (held.archived_at) throw badRequest({ error: 'Archived cycle cannot be updated' })
    const { sort_order } = patch
    if (held.is_over && sort_order === undefined) throw badRequest({ error: completed })
    if (held.is_over) {
      await updateCycle(tx, member, id, { sort_order })
      return tell(tx, member, id)
    }
    const { start_date, end_date } = patch
    const moves = start_date !== undefined || end_date !== undefined
    const span = moves ? readSpan(patch, held, await readClock(tx, member)) : null
    await updateCycle(tx, member, id, {
      ...readFields(patch),
      ...(moves && (await takeSpan(tx, member, span, id))),
    })
    return tell(tx, member, id)
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

/** Its items stay in the project, and their history says where they were. */
export const removeCycle = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const held = await holdCycle(tx, member, id)
    if (!held) throw notFound()
    if (member.project_role !== ADMIN && held.owned_by_id !== member.user_id) {
      throw forbidden({ error: 'Only admin or owner can delete the cycle' })
    }
    await keepDeleted(tx, member, id)
    const ids = await listItemIds(tx, member, id)
    if (ids.length > 0) await changeHeld(tx, member, ids, { cycle_id: null })
    await leaveCycle(tx, member, id)
    await updateCycle(tx, member, id, { deleted_at: now })
    await dropFromFilters(tx, member, 'cycle', [id])
    await dropFromViews(tx, member, 'cycle', [id])
    await forgetFavorites(tx, member, 'cycle', id)
    await forgetVisits(tx, member, { entity_name: 'cycle', entity_identifier: id })
    const { project_id } = member
    await emit(tx, { type: 'cycle.removed', id, project_id }, everyone(member))
  })

/** Only what ran out; it leaves everybody's favorites. Again, it changes nothing. */
export const archiveCycle = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const held = await holdCycle(tx, member, id)
    if (!held) throw notFound()
    if (held.archived_at) return { archived_at: held.archived_at }
    if (!held.is_over) throw badRequest({ error: 'Only completed cycles can be archived' })
    await keepArchived(tx, member, id)
    const archived = await updateCycle(tx, member, id, { archived_at: now })
    await forgetFavorites(tx, member, 'cycle', id)
    await tell(tx, member, id)
    return { archived_at: archived?.archived_at ?? '' }
  })

export const restoreCycle = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const held = await holdCycle(tx, member, id)
    if (!held) throw notFound()
    if (!held.archived_at) return
    await updateCycle(tx, member, id, { archived_at: null })
    await mendArchived(tx, member, id)
    await tell(tx, member, id)
  })
