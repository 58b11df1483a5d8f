import { parseId, type ViewFilters } from '@cairn/contract'
import type { Filters } from '@cairn/work-item-query'
import {
  and,
  asksForGroup,
  asksForValues,
  conditionsOf,
  join,
  or,
  type Params,
  sql as piece,
  readFilters,
  type Sql,
  toParams,
} from '@cairn/work-item-query'
import type { Member, ProjectMember, TeamMember } from '#kernel/auth/member.ts'
import { runStatement } from '#kernel/database/run-statement.ts'
import type { Db } from '#kernel/database/schema.ts'
import { dialectFor, type Reader } from '#product/child-count-queries.ts'
import { readerOf, reading } from '#product/list-readers.ts'
import { countedAcross, listedAcross } from '#product/scope-queries.ts'
import { cachedCounts, cachedCountsAcross, cachedCountsAmong } from './cached-counts.ts'
import { groupsOfProject, groupsOfWorkspace } from './group-queries.ts'
import { type Context, itemsFor } from './list.ts'
import { visibleEpics } from './queries.ts'

/** The project's items this member may see, without deleted ones; none while it is archived. */
const ofProject = ({ project_id, user_id, sees_only_own }: ProjectMember): Sql => {
  const all = piece`i.project_id = ${project_id}
    and (select archived_at is null from projects where id = ${project_id})`
  return sees_only_own ? piece`${all} and i.created_by = ${user_id}` : all
}

const inThisProject = ({ project_id }: ProjectMember): Pick<Context, 'scope' | 'project_id'> => ({
  scope: piece`p.project_id = ${project_id}`,
  project_id,
})

/** Permissions as a filter, for cached counts. */
const ownFilters = ({ user_id, sees_only_own }: ProjectMember): Filters =>
  sees_only_own ? { created_by: { ids: [user_id], none: false } } : {}

export const projectItems = (db: Db, member: ProjectMember): Context => ({
  rows: itemsFor(member),
  base: piece`${ofProject(member)} and i.is_listed`,
  withEpics: piece`${ofProject(member)} and (i.is_listed or ${visibleEpics})`,
  ...inThisProject(member),
  groupsOf: (key) => groupsOfProject(db, member, key),
  ...cachedCounts(db, member, ownFilters(member)),
})

/** The items of a cycle of the project. Its counts are cached like the project's. */
export const itemsOfCycle = (db: Db, member: ProjectMember, cycle_id: string): Context => ({
  rows: itemsFor(member),
  base: piece`${ofProject(member)} and i.is_listed and i.cycle_id = ${cycle_id}`,
  ...inThisProject(member),
  groupsOf: (key) => groupsOfProject(db, member, key),
  ...cachedCounts(db, member, { ...ownFilters(member), cycle: { ids: [cycle_id], none: false } }),
})

export const archivedItems = (
  db: Db,
  member: ProjectMember,
  { withSubItems }: { withSubItems: boolean },
): Context => ({
  rows: itemsFor(member),
  base: piece`${ofProject(member)} and i.archived_at is not null and i.deleted_at is null
    and not i.is_epic${withSubItems ? piece`` : piece` and i.parent_id is null`}`,
  ...inThisProject(member),
  groupsOf: (key) => groupsOfProject(db, member, key),
})

export const epicsOfProject = (db: Db, member: ProjectMember): Context => ({
  rows: itemsFor(member),
  base: piece`${ofProject(member)} and ${visibleEpics}`,
  ...inThisProject(member),
  groupsOf: (key) => groupsOfProject(db, member, key),
})

const inThisWorkspace = ({ workspace_id }: Member) => piece`p.workspace_id = ${workspace_id}`

const ofWorkspace = (member: Member): Sql => piece`${listedAcross(member)} and i.is_listed`

/** Restricts a list to the items that match `own`, in addition to the filters of the query. */
function meeting(
  reader: Reader,
  base: Sql,
  own: Filters,
  project_id?: string,
): Pick<Context, 'base' | 'own' | 'countBase' | 'asksForGroup'> {
  const dialect = dialectFor(reader)
  const meets = (by: typeof dialect) => and([base, ...conditionsOf(by, own)])
  return {
    own,
    base: meets(dialect),
    ...(asksForValues(own)
      ? { countBase: meets({ ...dialect, ...dialect.finding?.(project_id) }) }
      : { asksForGroup: asksForGroup(own) }),
  }
}

/** The filters of a saved list, on the reader's current day. */
const storedFilters = (reader: Parameters<typeof readerOf>[0], stored: ViewFilters): Filters =>
  reading(() => readFilters(toParams(stored), readerOf(reader)))

/** Including epics, if the context has any; without cached counts. */
export function includingEpics(context: Context): Context {
  const { withEpics, countBase, cachedTotals, cachedPairs, ...rest } = context
  return withEpics ? { ...rest, base: withEpics } : context
}

/** The items of a context that match a condition; without cached counts. */
export const narrowedTo = (
  { base, countBase, cachedTotals, cachedPairs, ...context }: Context,
  condition: Sql,
): Context => ({ ...context, base: and([base, condition]), asksForGroup: true })

/** Items across the workspace that match these filters. */
export const itemsMeeting = (db: Db, member: Member, own: Filters): Context => ({
  ...meeting(member, ofWorkspace(member), own),
  rows: itemsFor(member),
  scope: inThisWorkspace(member),
  groupsOf: (key) => groupsOfWorkspace(db, member, key),
  ...cachedCountsAcross(db, member, { own }),
})

export const workspaceItems = (db: Db, member: Member): Context => ({
  ...itemsMeeting(db, member, {}),
  withEpics: piece`${listedAcross(member)} and (i.is_listed or ${visibleEpics})`,
})

/** The epics of all projects the reader is a member of. */
export const epicsOfWorkspace = (db: Db, member: Member): Context =>
  narrowedTo(includingEpics(workspaceItems(db, member)), piece`i.is_epic`)

/** Items of a teamspace's projects the reader is a member of; for its views also filtered. */
export function itemsOfTeam(db: Db, member: TeamMember, stored: ViewFilters = {}): Context {
  const { team_project_ids: ids } = member
  const filters = storedFilters(member, stored)
  return {
    ...meeting(
      member,
      piece`${ofWorkspace(member)} and i.project_id = any(${ids}::uuid[])`,
      filters,
    ),
    rows: itemsFor(member),
    scope: inThisWorkspace(member),
    groupsOf: (key) => groupsOfWorkspace(db, member, key, ids),
    ...cachedCountsAcross(db, member, { among: ids, own: filters }),
  }
}

/** All listed items of these projects that match the filters, for an anonymous reader of a published view. */
export function itemsOfProjects(
  db: Db,
  reader: ProjectMember & { project_ids: readonly string[] },
  stored: ViewFilters,
): Context {
  const { workspace_id, project_ids: ids } = reader
  const filters = storedFilters(reader, stored)
  const base = piece`i.workspace_id = ${workspace_id} and i.project_id = any(${ids}::uuid[])
    and i.is_listed`
  return {
    ...meeting(reader, base, filters),
    rows: itemsFor(reader),
    scope: piece`p.workspace_id = ${workspace_id} and p.project_id = any(${ids}::uuid[])`,
    groupsOf: async (key) => (key === 'project_id' ? ids : []),
    ...cachedCountsAmong(db, ids, filters),
  }
}

/** Up to this many are looked up one by one; more are found soon by scanning all. */
const LOOKUP_LIMIT = 2_000

/** Whether a filter only selects what belongs to the user anyway. */
const asksForTheirs = ({ assignees, created_by, subscriber }: Filters, user_id: string) =>
  [assignees, created_by].some((wanted) => wanted?.ids.join() === user_id && !wanted.none) ||
  subscriber?.join() === user_id

/** Items a user is assigned to, created or subscribed to, if the reader may see them. */
export async function itemsOfPerson(
  db: Db,
  member: Member,
  user_id: string,
  params: Params = {},
): Promise<Context> {
  const { workspace_id } = member
  const asked = reading(() => readFilters(params, readerOf(member)))
  // The filters of the profile tabs: these have cached counts, all three together do not.
  if (asksForTheirs(asked, user_id)) return workspaceItems(db, member)
  const theirs = [
    {
      id: piece`work_item_id`,
      from: piece`work_item_assignees where user_id = ${user_id} and is_live`,
    },
    { id: piece`work_item_id`, from: piece`work_item_subscribers where user_id = ${user_id}` },
    {
      id: piece`id`,
      from: piece`work_items where created_by = ${user_id} and is_listed
        and project_id in (select id from projects where workspace_id = ${workspace_id})`,
    },
  ]
  const ids = theirs.map(({ id, from }) => piece`select ${id} from ${from}`)
  const more = await runStatement(
    db,
    piece`select from (${join(ids, ' union all ')}) theirs offset ${LOOKUP_LIMIT} limit 1`,
  )
  const visible = ofWorkspace(member)
  const all = join(ids, ' union ')
  const few = piece`${visible} and i.id = any(array(${all}))`
  // With an offset each is looked up separately; otherwise all would be read beforehand.
  const isTheirs = theirs.map(
    ({ id, from }) => piece`exists (select from ${from} and ${id} = i.id offset 0)`,
  )
  return {
    ...(more.length === 0
      ? { base: few }
      : {
          base: and([visible, or(isTheirs)]),
          // Counted from indexes alone: to look up a hundred thousand items takes a second.
          countBase: piece`${countedAcross(member)} and i.is_listed and i.id in (${all})`,
        }),
    rows: itemsFor(member),
    scope: inThisWorkspace(member),
    groupsOf: (key) => groupsOfWorkspace(db, member, key),
  }
}

/** A module's items; an item may be in several modules. */
export function itemsOfModule(db: Db, member: ProjectMember, module_id: string): Context {
  const own: Filters = { module: { ids: [module_id], none: false } }
  return {
    rows: itemsFor(member),
    base: piece`${ofProject(member)} and i.is_listed and i.id in (
      select mi.work_item_id from module_items mi where mi.module_id = ${module_id} and mi.is_live
    )`,
    own,
    defaultOrder: 'created_at',
    ...inThisProject(member),
    groupsOf: (key) => groupsOfProject(db, member, key),
    ...cachedCounts(db, member, { ...ownFilters(member), ...own }),
  }
}

interface View {
  filters: ViewFilters
  display_filters?: { order_by?: unknown }
}

/** A project's items that match a saved view's filters, on the reader's current day. */
export function itemsOfView(db: Db, member: ProjectMember, view: View): Context {
  const filters = storedFilters(member, view.filters)
  const { order_by } = view.display_filters ?? {}
  const { base, groupsOf, rows } = projectItems(db, member)
  const isOwnTwice = member.sees_only_own && filters.created_by
  return {
    ...meeting(member, base, filters, member.project_id),
    ...inThisProject(member),
    ...{ groupsOf, rows },
    ...(typeof order_by === 'string' && { defaultOrder: order_by }),
    ...(!isOwnTwice && cachedCounts(db, member, { ...ownFilters(member), ...filters })),
  }
}

export const chosenItems = (
  member: ProjectMember,
  ids: readonly string[],
  { epics = false } = {},
): Context => ({
  rows: itemsFor(member),
  base: piece`${ofProject(member)} and ${epics ? visibleEpics : piece`i.is_listed`}
    and i.id = any(${ids.filter(parseId)}::uuid[])`,
  groupsOf: async () => [],
})
