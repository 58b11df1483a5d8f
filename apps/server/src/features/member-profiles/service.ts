import { addDays, isDay, startOfDay } from '@cairn/calendar'
import {
  GUEST,
  MAX_EXPORTED,
  type MemberActivityQuery,
  type MemberProfile,
  type MemberStats,
  type MemberStatsQuery,
  parseId,
  parseIds,
  priorities,
  stateGroups,
  toCsv,
} from '@cairn/contract'
import { listMemberActivities, pageActivities } from '#features/own-activities/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import {
  countItemsByProject,
  countItemsOf,
  findColleague,
  findForeignProject,
  listCyclesOf,
} from './queries.ts'

async function readProjects(db: Db, member: Member, given: string | string[] = []) {
  const ids = [given].flat().flatMap((part) => part.split(','))
  const wanted = ids.filter((id) => id !== '' && id !== 'null')
  const project_ids = parseIds(wanted)
  const foreign = project_ids
    ? await findForeignProject(db, member, project_ids)
    : wanted.find((id) => !parseId(id))
  if (foreign === undefined) return project_ids ?? []
  throw badRequest({
    project: [`Invalid pk "${foreign.slice(0, 100)}" - object does not exist.`],
  })
}

export async function readColleague(db: Db, member: Member, user_id: string) {
  const colleague = await findColleague(db, member, user_id)
  if (!colleague) throw notFound()
  return colleague
}

/** Only what the caller's own lists would show. */
export async function readStats(
  db: Db,
  member: Member,
  user_id: string,
  query: MemberStatsQuery,
): Promise<MemberStats> {
  const project_ids = await readProjects(db, member, query.project)
  await readColleague(db, member, user_id)
  const [counted, cycles] = await Promise.all([
    countItemsOf(db, member, user_id, project_ids),
    listCyclesOf(db, member, user_id, project_ids),
  ])
  const count = (counts: (row: (typeof counted)[number]) => boolean) =>
    counted.filter(counts).reduce((sum, row) => sum + row.count, 0)
  const inGroup = (wanted: string) => count(({ group }) => group === wanted)
  const named = cycles.map(({ is_present, ...cycle }) => ({ is_present, cycle }))
  const assigned = count((row) => row.as === 'assigned')
  const completed = inGroup('completed')
  return {
    state_distribution: stateGroups
      .map((state_group) => ({ state_group, state_count: inGroup(state_group) }))
      .filter(({ state_count }) => state_count > 0),
    priority_distribution: priorities
      .map((priority, priority_order) => ({
        priority,
        priority_count: count((row) => row.priority === priority),
        priority_order,
      }))
      .filter(({ priority_count }) => priority_count > 0),
    created_issues: count((row) => row.as === 'created'),
    assigned_issues: assigned,
    completed_issues: completed,
    pending_issues: assigned - completed - inGroup('cancelled'),
    subscribed_issues: count((row) => row.as === 'subscribed'),
    present_cycles: named.filter(({ is_present }) => is_present).map(({ cycle }) => cycle),
    upcoming_cycles: named.filter(({ is_present }) => !is_present).map(({ cycle }) => cycle),
  }
}

/** Guests see neither email addresses nor the distribution of work. */
export async function readProfile(db: Db, member: Member, id: string): Promise<MemberProfile> {
  const { email, ...user_data } = await readColleague(db, member, id)
  if (member.workspace_role === GUEST) return { user_data, project_data: [] }
  const project_data = await countItemsByProject(db, member, id)
  return { user_data: { ...user_data, email }, project_data }
}

export async function pageActivity(
  db: Db,
  member: Member,
  actor_id: string,
  { project, ...query }: MemberActivityQuery,
) {
  const project_ids = await readProjects(db, member, project)
  await readColleague(db, member, actor_id)
  const { user_id: reader_id, workspace_id } = member
  return pageActivities(db, { actor_id, reader_id, workspace_id, project_ids }, query)
}

const wrongDay = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'

const csvHead = [
  ...['Actor name', 'Issue ID', 'Project', 'Created at', 'Updated at'],
  ...['Action', 'Field', 'Old value', 'New value'],
]

/** A user's activity on one day of the reader's time zone, as spreadsheet rows. */
export async function exportActivity(
  db: Db,
  member: Member,
  actor_id: string,
  day: string | undefined,
): Promise<string> {
  if (day === undefined) throw badRequest({ error: 'Date is required' })
  // The schema accepts the year 0, PostgreSQL does not.
  if (!isDay(day)) throw badRequest({ date: [wrongDay] })
  await readColleague(db, member, actor_id)
  const { user_id: reader_id, workspace_id, user_timezone } = member
  const from = startOfDay(day, user_timezone)
  const until = startOfDay(addDays(day, 1) ?? day, user_timezone)
  const readers = { actor_id, reader_id, workspace_id, during: { from, until } }
  const actions = await listMemberActivities(db, readers, MAX_EXPORTED)
  return toCsv([
    csvHead,
    ...actions.map(({ actor, identifier, sequence_id, project, created_at, ...action }) => [
      actor,
      sequence_id === null ? '' : `${identifier} - ${sequence_id}`,
      project,
      ...[String(created_at), String(created_at)],
      ...[action.verb, action.field ?? '', action.old_value ?? '', action.new_value ?? ''],
    ]),
  ])
}
