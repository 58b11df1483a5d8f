import {
  type DashboardData,
  type DashboardDataQuery,
  type DashboardTab,
  type DashboardWidgetKey,
  dashboardTabs,
  dashboardWidgetKeys,
  durationFilters,
  GUEST,
  type ListFilters,
  lookup,
  priorities,
  stateGroups,
  type Today,
  tabFilters,
  type WidgetFilters,
  type WorkItem,
  type WorkItemGroup,
} from '@cairn/contract'
import { type Filters, type Params, readFilters } from '@cairn/work-item-query'
import { pageActivities } from '#features/own-activities/service.ts'
import { containing } from '#features/search-issues/service.ts'
import { addRelations, itemsMeeting, listItems, readParams } from '#features/work-items/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import { listColleagues, listRecentProjects } from './queries.ts'

const MAX_ITEMS = '5'
const MAX_ACTIVITIES = '8'
const MAX_PROJECTS = 4

/** A widget shows what a list with the same filters shows: it runs the same query. */
function filtersIn(query: DashboardDataQuery): Params {
  const { widget_key, issue_type, search, ...params } = readParams({ ...query })
  const { order_by, group_by, sub_group_by, per_page, cursor, fields, ...filters } = params
  return filters
}

const only = (user_id: string) => ({ ids: [user_id], none: false })

const createdBy = ({ user_id }: Member): Filters => ({ created_by: only(user_id) })
const assignedTo = ({ user_id }: Member): Filters => ({ assignees: only(user_id) })

/** Workspace guests see only items they created. */
const ofAssignee = (member: Member): Filters => ({
  ...assignedTo(member),
  ...(member.workspace_role === GUEST && createdBy(member)),
})

interface Asked {
  query: DashboardDataQuery
  /** The saved filters, or the widget's defaults. */
  filters: WidgetFilters
  now: Today
}

/** Filters as query parameters of a list. */
export const addressOf = (filters: ListFilters): Params =>
  Object.fromEntries(Object.entries(filters).map(([key, values]) => [key, values.join(',')]))

const read = (member: Member, { now: { today } }: Pick<Asked, 'now'>, filters: ListFilters) =>
  readFilters(addressOf(filters), { today, timezone: member.user_timezone })

/** Days given in the request take precedence over the saved ones. */
const daysIn = ({ query, filters, now }: Asked): Params =>
  query.target_date !== undefined ? {} : addressOf(durationFilters(filters, now))

async function countMeeting(db: Db, member: Member, own: Filters): Promise<number> {
  const params = { per_page: '1', fields: 'id' }
  return (await listItems(db, member, params, itemsMeeting(db, member, own))).total_count
}

async function readOverview(
  db: Db,
  member: Member,
  asked: Asked,
): Promise<DashboardData['overview_stats']> {
  const mine = assignedTo(member)
  const of = (tab: DashboardTab) => read(member, asked, tabFilters(tab, {}, asked.now))
  const [assigned, pending, completed, created] = await Promise.all([
    countMeeting(db, member, mine),
    countMeeting(db, member, { ...mine, ...of('overdue') }),
    countMeeting(db, member, { ...mine, ...of('completed') }),
    countMeeting(db, member, createdBy(member)),
  ])
  return {
    assigned_issues_count: assigned,
    pending_issues_count: pending,
    completed_issues_count: completed,
    created_issues_count: created,
  }
}

async function readItems(db: Db, member: Member, own: Filters, asked: Asked) {
  const wanted = asked.query.issue_type ?? asked.filters.tab ?? 'pending'
  const tab = dashboardTabs.find((one) => one === wanted)
  if (!tab) throw badRequest({ error: 'Please specify a valid issue type' })
  const filters = filtersIn(asked.query)
  const params = { ...daysIn(asked), ...filters, per_page: MAX_ITEMS, order_by: '-priority' }
  const shown = read(member, asked, tabFilters(tab, {}, asked.now))
  const context = itemsMeeting(db, member, { ...own, ...shown })
  const { results, total_count } = await listItems(db, member, params, context)
  const issues = await addRelations(db, member, results as WorkItem[], filters.expand)
  return { issues, count: total_count }
}

/** How many items are in each group; missing groups are empty. */
async function countByGroup(db: Db, member: Member, own: Filters, params: Params) {
  const rows = { ...params, per_page: '1', fields: 'id' }
  const { results } = await listItems(db, member, rows, itemsMeeting(db, member, own))
  const groups = results as Record<string, WorkItemGroup>
  return (id: string) => lookup(groups, id)?.total_results ?? 0
}

async function readCollaborators(db: Db, member: Member, { query }: Asked) {
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

type Reader<Data> = (db: Db, member: Member, asked: Asked) => Promise<Data>

const readers: { [Key in DashboardWidgetKey]: Reader<DashboardData[Key]> } = {
  overview_stats: readOverview,
  assigned_issues: (db, member, asked) => readItems(db, member, ofAssignee(member), asked),
  created_issues: (db, member, asked) => readItems(db, member, createdBy(member), asked),
  async issues_by_state_groups(db, member, asked) {
    const params = { ...daysIn(asked), ...filtersIn(asked.query), group_by: 'state__group' }
    const countOf = await countByGroup(db, member, ofAssignee(member), params)
    return stateGroups.map((state) => ({ state, count: countOf(state) }))
  },
  async issues_by_priority(db, member, asked) {
    const params = { ...daysIn(asked), ...filtersIn(asked.query), group_by: 'priority' }
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

interface DataReader {
  key: DashboardWidgetKey
  read: Reader<DashboardData[DashboardWidgetKey]>
}

/** The reader for the requested widget, or the contract's error: before any query. */
export function readerOf({ widget_key = 'overview_stats' }: DashboardDataQuery): DataReader {
  const key = dashboardWidgetKeys.find((one) => one === widget_key)
  if (!key) throw badRequest({ error: 'Please specify a valid widget key' })
  return { key, read: readers[key] }
}
