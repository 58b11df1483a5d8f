import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember, anyProjectMember, signedIn } from '../core/policy.ts'
import { ADMIN } from '../core/roles.ts'
import { DateTime, Day, Id, Nullable, rowAudit, withId } from '../core/shapes.ts'
import { MAX_WORK_LOG_MINUTES } from './durations.ts'

/** Minutes of work. */
const Minutes = Type.Integer({ minimum: 1, maximum: MAX_WORK_LOG_MINUTES })
const Sum = Type.Integer({ minimum: 0 })

const description = Type.String({ maxLength: 2000 })

/** Time that a user spent on an item. */
export const WorkLog = Type.Object({
  id: Id,
  issue: Id,
  project: Id,
  workspace: Id,
  logged_by: Nullable(Id),
  day: Day,
  /** In minutes. */
  duration: Minutes,
  description,
  ...rowAudit,
})
export type WorkLog = Static<typeof WorkLog>

export const NewWorkLog = Type.Object({
  duration: Minutes,
  /** Today in the user's time zone, if missing. */
  day: Type.Optional(Day),
  description: Type.Optional(description),
})
export type NewWorkLog = Static<typeof NewWorkLog>

export const WorkLogPatch = Type.Partial(NewWorkLog)
export type WorkLogPatch = Static<typeof WorkLogPatch>

/** Spent time in minutes, and the estimates in time beside it. */
export const TimeSpent = Type.Object({
  spent: Sum,
  /** Null where the project does not estimate in time, or nothing is estimated. */
  estimated: Nullable(Sum),
  /** Who spent it; most first. */
  people: Type.Array(Type.Object({ user_id: Nullable(Id), spent: Sum })),
})
export type TimeSpent = Static<typeof TimeSpent>

/** The time of an item; `spent`, `estimated` and `people` are without its sub-items. */
export const ItemTime = Type.Object({
  ...TimeSpent.properties,
  /** Spent on its sub-items on all levels, as far as the reader sees them. */
  sub_items_spent: Sum,
  /** The newest first. */
  logs: Type.Array(WorkLog),
})
export type ItemTime = Static<typeof ItemTime>

const ItemRef = Type.Object({
  id: Id,
  project_id: Id,
  project_identifier: Type.String(),
  sequence_id: Type.Integer(),
  name: Type.String(),
})

/** The one timer a user runs. */
export const Timer = Type.Object({
  started_at: DateTime,
  workspace_slug: Type.String(),
  item: ItemRef,
})
export type Timer = Static<typeof Timer>

const OwnTimer = Type.Object({ timer: Nullable(Timer) })

/** A user's time of some days: what was logged, and the items of these entries. */
export const Timesheet = Type.Object({
  user_id: Id,
  items: Type.Array(Type.Object({ ...ItemRef.properties, is_writable: Type.Boolean() })),
  logs: Type.Array(WorkLog),
})
export type Timesheet = Static<typeof Timesheet>
export type TimesheetItem = Timesheet['items'][number]

/** At most this many days are in one timesheet. */
export const MAX_TIMESHEET_DAYS = 62

const workspace = '/api/workspaces/:slug/'
const project = `${workspace}projects/:project_id/` as const
const item = `${project}issues/:id/` as const
const log = `${item}worklogs/:worklog_id/` as const
const ownTimer = '/api/users/me/timer/'

export const timeApi = {
  ofItem: endpoint(anyProjectMember, `GET ${item}time/`, { 200: ItemTime }),
  create: endpoint(anyProjectMember, `POST ${item}worklogs/`, {
    body: withId(NewWorkLog),
    201: WorkLog,
  }),
  change: endpoint(anyProjectMember, `PATCH ${log}`, { body: WorkLogPatch, 200: WorkLog }),
  remove: endpoint(anyProjectMember, `DELETE ${log}`, { 204: Type.Null() }),
  /** Starts the caller's timer on the item; one that runs elsewhere is stopped and logged there. */
  startTimer: endpoint(anyProjectMember, `POST ${item}timer/`, {
    200: Type.Object({ timer: Timer, stopped: Nullable(WorkLog) }),
  }),
  timer: endpoint(signedIn, `GET ${ownTimer}`, { 200: OwnTimer }),
  /** Logs the time since the start; every started minute counts. */
  stopTimer: endpoint(signedIn, `POST ${ownTimer}stop/`, { 200: WorkLog }),
  /** Ends it without logging anything. */
  discardTimer: endpoint(signedIn, `DELETE ${ownTimer}`, { 204: Type.Null() }),
  ofProject: endpoint(anyProjectMember, `GET ${project}time/`, { 200: TimeSpent }),
  ofCycle: endpoint(anyProjectMember, `GET ${project}cycles/:cycle_id/time/`, { 200: TimeSpent }),
  ofModule: endpoint(anyProjectMember, `GET ${project}modules/:module_id/time/`, {
    200: TimeSpent,
  }),
  /** A user's time in the projects the caller sees; by default of the caller. */
  ofPerson: endpoint(anyMember, `GET ${workspace}users/:user_id/time/`, {
    200: Type.Object({
      spent: Sum,
      projects: Type.Array(Type.Object({ project_id: Id, spent: Sum })),
    }),
  }),
  /**
   * A user's entries from one day to another, both included. Those of other users are for workspace
   * admins, and for project admins as far as they are of their projects.
   */
  timesheet: endpoint(anyMember, `GET ${workspace}users/:user_id/timesheet/`, {
    query: Type.Object({ from: Day, to: Day }),
    200: Timesheet,
  }),
}

interface Caller {
  user_id: string
  project_role: number
}

/** Their own entries, and for project admins those of others. */
export const canChangeWorkLog = (
  { user_id, project_role }: Caller,
  { logged_by }: Pick<WorkLog, 'logged_by'>,
) => project_role >= ADMIN || logged_by === user_id

export type TimeEvent =
  | { type: 'work_log.saved'; log: WorkLog }
  | { type: 'work_log.removed'; id: string; issue: string; project: string }
  | { type: 'timer.changed'; timer: Timer | null }

/** Newest day first, and the newest entry of a day. */
const byDay = (a: WorkLog, b: WorkLog) =>
  a.day === b.day ? b.created_at.localeCompare(a.created_at) : b.day.localeCompare(a.day)

function peopleOf(logs: readonly WorkLog[]): TimeSpent['people'] {
  const sums = new Map<string | null, number>()
  for (const { logged_by, duration } of logs) {
    sums.set(logged_by, (sums.get(logged_by) ?? 0) + duration)
  }
  return [...sums]
    .map(([user_id, spent]) => ({ user_id, spent }))
    .sort((a, b) => b.spent - a.spent || String(a.user_id).localeCompare(String(b.user_id)))
}

const sumOf = (logs: readonly WorkLog[]) => logs.reduce((sum, { duration }) => sum + duration, 0)

/** An item's time after an event about one of its entries. */
export function applyTimeEvent(time: ItemTime, event: TimeEvent): ItemTime {
  if (event.type === 'timer.changed') return time
  const id = event.type === 'work_log.saved' ? event.log.id : event.id
  const others = time.logs.filter((one) => one.id !== id)
  const logs = event.type === 'work_log.saved' ? [...others, event.log].sort(byDay) : others
  return { ...time, logs, spent: sumOf(logs), people: peopleOf(logs) }
}
