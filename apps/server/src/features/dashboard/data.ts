import { addDays } from '@cairn/calendar'
import {
  type DashboardData,
  type DashboardDataQuery,
  type DashboardTab,
  type DashboardWidgetKey,
  dashboardTabs,
  dashboardWidgetKeys,
  GUEST,
  lookup,
  priorities,
  stateGroups,
  type WorkItem,
  type WorkItemGroup,
} from '@cairn/contract'
import type { Filters, Params } from '@cairn/work-item-query'
import { pageActivities } from '#features/own-activities/service.ts'
import { containing } from '#features/search-issues/service.ts'
import {
  addRelations,
  itemsMeeting,
  listItems,
  readParams,
  todayOf,
} from '#features/work-items/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import { listColleagues, listRecentProjects } from './queries.ts'

const MAX_ITEMS = '5'
const MAX_ACTIVITIES = '8'
const MAX_PROJECTS = 4

const open = ['backlog', 'unstarted', 'started'] as const

/** What a widget shows is what a list with the same filters shows: it is asked as one. */
function filtersIn(query: DashboardDataQuery): Params {
  const { widget_key, issue_type, search, ...params } = readParams({ ...query })
  const { order_by, group_by, sub_group_by, per_page, cursor, fields, ...filters } = params
  return filters
}

const only = (user_id: string) => ({ ids: [user_id], none: false })

const createdBy = ({ user_id }: Member): Filters => ({ created_by: only(user_id) })
const assignedTo = ({ user_id }: Member): Filters => ({ assignees: only(user_id) })

/** Guests of a workspace are shown what they made themselves. */
const ofAssignee = (member: Member): Filters => ({
  ...assignedTo(member),
  ...(member.workspace_role === GUEST && createdBy(member)),
})

/** A due day before today, as the reader's clock has it. */
function pastDue(member: Member): Filters {
  const yesterday = addDays(todayOf(member), -1)
  return { target_date: { ranges: [{ ...(yesterday && { to: yesterday }) }], none: false } }
}

const still = (member: Member): Filters => ({
  target_date: { ranges: [{ from: todayOf(member) }], none: false },
})

const tabs: Record<DashboardTab, (member: Member) => Filters> = {
  pending: () => ({ state_group: open }),
  completed: () => ({ state_group: ['completed'] }),
  overdue: (member) => ({ state_group: open, ...pastDue(member) }),
  upcoming: (member) => ({ state_group: open, ...still(member) }),
}

async function countMeeting(db: Db, member: Member, own: Filters): Promise<number> {
  const params = { per_page: '1', fields: 'id' }
  return (await listItems(db, member, params, itemsMeeting(db, member, own))).total_count
}

async function readOverview(db: Db, member: Member): Promise<DashboardData['overview_stats']> {
  const mine = assignedTo(member)
  const [assigned, pending, completed, created] = await Promise.all([
    countMeeting(db, member, mine),
    countMeeting(db, member, { ...mine, ...tabs.overdue(member) }),
    countMeeting(db, member, { ...mine, ...tabs.completed(member) }),
    countMeeting(db, member, createdBy(member)),
  ])
  return {
    assigned_issues_count: assigned,
    pending_issues_count: pending,
    completed_issues_count: completed,
    created_issues_count: created,
  }
}

async function readItems(db: Db, member: Member, own: Filters, query: DashboardDataQuery) {
  const tab = dashboardTabs.find((one) => one === query.issue_type)
  if (!tab) throw badRequest({ error: 'Please specify a valid issue type' })
  const filters = filtersIn(query)
  const params = { ...filters, per_page: MAX_ITEMS, order_by: '-priority' }
  const context = itemsMeeting(db, member, { ...own, ...tabs[tab](member) })
  const { results, total_count } = await listItems(db, member, params, context)
  const issues = await addRelations(db, member, results as WorkItem[], filters.expand)
  return { issues, count: total_count }
}

/** How many are in each group; in groups that are not named there is nothing. */
async function countByGroup(db: Db, member: Member, own: Filters, params: Params) {
  const rows = { ...params, per_page: '1', fields: 'id' }
  const { results } = await listItems(db, member, rows, itemsMeeting(db, member, own))
  const groups = results as Record<string, WorkItemGroup>
  return (id: string) => lookup(groups, id)?.total_results ?? 0
}

async function readCollaborators(db: Db, member: Member, query: DashboardDataQuery) {
  const { search = '', per_page, cursor } = readParams({ ...query })
  const { size, page } = sliceOf({ per_page, cursor })
  const [people, countOf] = await Promise.all([
    listColleagues(db, member, search.trim() ? containing(search.trim()) : null),
    countByGroup(
      db,
      member,
      { state_group: ['unstarted', 'started'] },
      { group_by: 'assignees__id' },
    ),
  ])
  return people
    .map((user_id) => ({ user_id, active_issue_count: countOf(user_id) }))
    .sort((one, other) => other.active_issue_count - one.active_issue_count)
    .slice(page * size, (page + 1) * size)
}

type Reader<Data> = (db: Db, member: Member, query: DashboardDataQuery) => Promise<Data>

const readers: { [Key in DashboardWidgetKey]: Reader<DashboardData[Key]> } = {
  overview_stats: readOverview,
  assigned_issues: (db, member, query) => readItems(db, member, ofAssignee(member), query),
  created_issues: (db, member, query) => readItems(db, member, createdBy(member), query),
  async issues_by_state_groups(db, member, query) {
    const params = { ...filtersIn(query), group_by: 'state__group' }
    const countOf = await countByGroup(db, member, ofAssignee(member), params)
    return stateGroups.map((state) => ({ state, count: countOf(state) }))
  },
  async issues_by_priority(db, member, query) {
    const params = { ...filtersIn(query), group_by: 'priority' }
    const countOf = await countByGroup(db, member, ofAssignee(member), params)
    return priorities.map((priority) => ({ priority, count: countOf(priority) }))
  },
  async recent_activity(db, { user_id, workspace_id }) {
    const readers = { actor_id: user_id, reader_id: user_id, workspace_id }
    return (await pageActivities(db, readers, { per_page: MAX_ACTIVITIES })).results
  },
  recent_projects: (db, member) => listRecentProjects(db, member, MAX_PROJECTS),
  recent_collaborators: readCollaborators,
}

export type DataReader = (db: Db, member: Member) => Promise<DashboardData[DashboardWidgetKey]>

/** What is asked for, or the contract's refusal: before anything is looked up. */
export function readerOf(query: DashboardDataQuery): DataReader {
  const { widget_key = 'overview_stats' } = query
  const key = dashboardWidgetKeys.find((one) => one === widget_key)
  if (!key) throw badRequest({ error: 'Please specify a valid widget key' })
  return (db, member) => readers[key](db, member, query)
}
