import { dayNumber } from '@cairn/calendar'
import {
  ADMIN,
  canChangeWorkLog,
  type ItemTime,
  MAX_TIMESHEET_DAYS,
  MAX_WORK_LOG_MINUTES,
  type NewWorkLog,
  type Timer,
  type TimeSpent,
  type Timesheet,
  type WithId,
  type WorkLog,
  type WorkLogPatch,
} from '@cairn/contract'
import {
  type Activity,
  lockForDiscussion,
  openItem,
  record,
  todayOf,
  touchItem,
} from '#features/work-items/service.ts'
import type { Member, Person, ProjectMember } from '#kernel/auth/member.ts'
import { projectMemberNow } from '#kernel/auth/standing.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import {
  dayOfTimer,
  deleteTimer,
  findLog,
  findSet,
  findTimer,
  type ItemSet,
  insertLog,
  insertTimer,
  isProjectAdminSomewhere,
  listLogs,
  listLogsOf,
  listTimesheetItems,
  lockItems,
  lockTimed,
  lockTimerOf,
  type RunningTimer,
  sumEstimates,
  sumOfPerson,
  sumSubItems,
  sumTime,
  tracksTime,
  updateLog,
} from './queries.ts'

export { listLogs, sumByItem } from './queries.ts'

async function readSpent(db: Db, member: ProjectMember, set: ItemSet): Promise<TimeSpent> {
  const [people, estimated] = await Promise.all([
    sumTime(db, member, set),
    sumEstimates(db, member, set),
  ])
  return { spent: people.reduce((sum, { spent }) => sum + spent, 0), estimated, people }
}

export async function readItemTime(db: Db, member: ProjectMember, id: string): Promise<ItemTime> {
  const item = await openItem(db, member, id)
  const [spent, sub_items_spent, logs] = await Promise.all([
    readSpent(db, member, { kind: 'item', id: item.id }),
    sumSubItems(db, member, item.id),
    listLogs(db, member, item.id),
  ])
  return { ...spent, sub_items_spent, logs }
}

export const readProjectTime = (db: Db, member: ProjectMember) =>
  readSpent(db, member, { kind: 'project' })

export async function readSetTime(
  db: Db,
  member: ProjectMember,
  kind: 'cycle' | 'module',
  id: string,
) {
  if (!(await findSet(db, member, kind, id))) throw notFound()
  return readSpent(db, member, { kind, id })
}

export async function readPersonTime(db: Db, member: Member, user_id: string) {
  const projects = await sumOfPerson(db, member, user_id)
  return { spent: projects.reduce((sum, { spent }) => sum + spent, 0), projects }
}

async function refuseUntracked(tx: Tx, member: ProjectMember) {
  if (!(await tracksTime(tx, member))) {
    throw badRequest({ error: 'Time tracking is disabled for this project' })
  }
}

interface ItemRow {
  id: string
  created_by: string | null
}

/** A line of the item's history, marked as notified: no notification is made. */
const line = (
  verb: Activity['verb'],
  comment: string,
  values: Pick<Activity, 'old_value' | 'new_value'>,
  log_id: string,
): Activity => ({
  ...{ verb, field: 'time', comment, ...values, is_notified: true },
  ...(values.old_value && { old_identifier: log_id }),
  ...(values.new_value && { new_identifier: log_id }),
})

async function noteSaved(
  tx: Tx,
  member: ProjectMember,
  item: ItemRow,
  log: WorkLog,
  activities: readonly Activity[],
) {
  const { workspace_id, project_id } = member
  await record(tx, member, item.id, activities)
  await touchItem(tx, member, item.id)
  const audience = { workspace_id, project_id, author_id: item.created_by }
  await emit(tx, { type: 'work_log.saved', log }, audience)
}

async function findOne(db: Db, member: ProjectMember, item_id: string, id: string) {
  const log = await findLog(db, member, item_id, id)
  if (!log) throw notFound()
  return log
}

async function addLog(
  tx: Tx,
  member: ProjectMember,
  item: ItemRow,
  { duration, description = '', day = todayOf(member), id: chosen }: NewWorkLog & WithId,
  logged_by = member.user_id,
) {
  const row = { id: chosen, work_item_id: item.id, logged_by, day, duration, description }
  const { id } = await insertLog(tx, member, row)
  const log = await findOne(tx, member, item.id, id)
  const spent = { new_value: String(duration) }
  await noteSaved(tx, member, item, log, [line('created', 'logged time', spent, id)])
  return log
}

/** For guests, too, on the items they may comment on. */
export const createLog = (
  db: Db,
  member: ProjectMember,
  id: string,
  wanted: NewWorkLog & WithId,
  logged_by?: string,
) =>
  db.transaction().execute(async (tx) => {
    await refuseUntracked(tx, member)
    const item = await lockForDiscussion(tx, member, id)
    return addLog(tx, member, item, wanted, logged_by)
  })

interface Address {
  id: string
  worklog_id: string
}

async function lockLog(tx: Tx, member: ProjectMember, { id, worklog_id }: Address) {
  await refuseUntracked(tx, member)
  const item = await lockForDiscussion(tx, member, id)
  const log = await findOne(tx, member, item.id, worklog_id)
  if (!canChangeWorkLog(member, log)) throw forbidden()
  return { item, log }
}

export const changeLog = (db: Db, member: ProjectMember, at: Address, patch: WorkLogPatch) =>
  db.transaction().execute(async (tx) => {
    const { item, log } = await lockLog(tx, member, at)
    const { duration = log.duration, day = log.day, description = log.description } = patch
    await updateLog(tx, member, log.id, { duration, day, description })
    const saved = await findOne(tx, member, item.id, log.id)
    const values = { old_value: String(log.duration), new_value: String(duration) }
    const changed = line('updated', 'changed logged time', values, log.id)
    await noteSaved(tx, member, item, saved, duration === log.duration ? [] : [changed])
    return saved
  })

export const removeLog = (db: Db, member: ProjectMember, at: Address) =>
  db.transaction().execute(async (tx) => {
    const { item, log } = await lockLog(tx, member, at)
    await updateLog(tx, member, log.id, { deleted_at: now })
    const values = { old_value: String(log.duration), new_value: '' }
    await record(tx, member, item.id, [line('deleted', 'deleted logged time', values, log.id)])
    await touchItem(tx, member, item.id)
    const { workspace_id, project_id } = member
    const gone = { type: 'work_log.removed', id: log.id, issue: item.id } as const
    const audience = { workspace_id, project_id, author_id: item.created_by }
    await emit(tx, { ...gone, project: project_id }, audience)
  })

const shown = ({ workspace_id, minutes, ...timer }: RunningTimer): Timer => timer

export async function readTimer(db: Db, { user_id }: Person) {
  const found = await findTimer(db, user_id)
  return { timer: found ? shown(found) : null }
}

/** In all browsers of the user. */
const emitTimer = (tx: Tx, user_id: string, timer: Timer | null) =>
  emit(tx, { type: 'timer.changed', timer }, { to: [user_id], within: null })

/** Ends the user's timer and logs its time; undefined where there is nothing to log it on. */
async function logTimer(tx: Tx, { user_id, user_timezone }: Person) {
  const timer = await findTimer(tx, user_id)
  const day = await dayOfTimer(tx, user_id, user_timezone)
  await deleteTimer(tx, user_id)
  const member = timer && (await projectMemberNow(tx, { ...timer.item, user_id }))
  const item = member && (await lockTimed(tx, member, timer.item.id))
  if (!item || !day) return undefined
  const duration = Math.min(timer.minutes, MAX_WORK_LOG_MINUTES)
  return addLog(tx, member, item, { duration, day })
}

export const startTimer = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    await refuseUntracked(tx, member)
    await lockTimerOf(tx, member.user_id)
    const running = await findTimer(tx, member.user_id)
    if (running?.item.id === id) return { timer: shown(running), stopped: null }
    await lockItems(tx, { id, project_id: member.project_id }, running?.item)
    const stopped = (await logTimer(tx, member)) ?? null
    const item = await lockForDiscussion(tx, member, id)
    await insertTimer(tx, member, item.id)
    const { timer } = await readTimer(tx, member)
    if (!timer) throw notFound()
    await emitTimer(tx, member.user_id, timer)
    return { timer, stopped }
  })

export const stopTimer = (db: Db, person: Person) =>
  db.transaction().execute(async (tx) => {
    await lockTimerOf(tx, person.user_id)
    const log = await logTimer(tx, person)
    if (!log) throw notFound({ error: 'No timer is running' })
    await emitTimer(tx, person.user_id, null)
    return log
  })

export const discardTimer = (db: Db, { user_id }: Person) =>
  db.transaction().execute(async (tx) => {
    await lockTimerOf(tx, user_id)
    await deleteTimer(tx, user_id)
    await emitTimer(tx, user_id, null)
  })

export async function readTimesheet(
  db: Db,
  member: Member,
  user_id: string,
  { from, to }: { from: string; to: string },
): Promise<Timesheet> {
  const days = dayNumber(to) - dayNumber(from)
  if (days < 0) throw badRequest({ to: ['It is before the first day.'] })
  if (days >= MAX_TIMESHEET_DAYS) {
    throw badRequest({ to: [`A timesheet has ${MAX_TIMESHEET_DAYS} days at most.`] })
  }
  const isOwn = user_id === member.user_id
  const managedOnly = !isOwn && member.workspace_role < ADMIN
  if (managedOnly && !(await isProjectAdminSomewhere(db, member))) throw forbidden()
  const logs = await listLogsOf(db, member, user_id, { from, to, managedOnly })
  const items = await listTimesheetItems(db, member, [...new Set(logs.map(({ issue }) => issue))])
  return { user_id, items, logs }
}
