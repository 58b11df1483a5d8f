import type { Filters, GroupKey, ListQuery } from '@cairn/work-item-query'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import {
  type Facet,
  facets,
  type Ids,
  listCountedProjects,
  readCounts,
} from './cached-count-queries.ts'
import type { Context } from './list.ts'
import { propertyTotals } from './property-counts.ts'

/** Everything is counted by state and priority, so any count supports these filters. */
const plain = new Set<keyof Filters>([
  ...(['state', 'state_group', 'type_groups', 'priority', 'project'] as const),
])
const plainColumns: Partial<Record<GroupKey, string>> = {
  state_id: 'c.state_id::text',
  priority: 'c.priority',
  state__group: 's."group"',
  project_id: 's.project_id::text',
}

const facetOf: Partial<Record<GroupKey, Facet>> = {
  labels__id: 'labels',
  assignees__id: 'assignees',
  issue_module__module_id: 'module',
  created_by: 'created_by',
  cycle_id: 'cycle',
  type_id: 'issue_type',
}
const isFacet = (filter: string): filter is Facet => facets.some((facet) => facet === filter)
/** An item has at most one of these: no item counts for two values. */
const isSingle = (facet: Facet) =>
  facet === 'created_by' || facet === 'cycle' || facet === 'issue_type'

/** The facet that can answer a query, null if none is needed; undefined if one is not enough. */
function facetFor(filters: Filters, keys: readonly GroupKey[]): Facet | null | undefined {
  const asked = Object.keys(filters) as (keyof Filters)[]
  if (asked.some((filter) => !plain.has(filter) && !isFacet(filter))) return undefined
  if (keys.some((key) => !plainColumns[key] && !facetOf[key])) return undefined
  const grouped = keys.flatMap((key) => facetOf[key] ?? [])
  const [facet, ...more] = new Set([...grouped, ...asked.filter(isFacet)])
  if (!facet) return null
  const { ids, none } = filters[facet] ?? { ids: [], none: false }
  // The parent itself is not counted, only whether there is one.
  if (facet === 'parent' && ids.length > 0) return undefined
  const values = ids.length + (none ? 1 : 0)
  const isExact = values < 2 || isSingle(facet) || grouped.includes(facet)
  return isExact && more.length === 0 ? facet : undefined
}

/** The filters of the context and of the query together; undefined if both use the same key. */
function bothFilters(own: Filters, { filters }: ListQuery): Filters | undefined {
  const isTwice = Object.keys(filters).some((filter) => filter in own)
  const { without_parent, ...both } = { ...own, ...filters }
  if (isTwice || (without_parent && both.parent)) return undefined
  return without_parent ? { ...both, parent: { ids: [], none: true } } : both
}

type CachedTotals = Pick<Context, 'cachedTotals' | 'cachedPairs'>

/** `projects` returns undefined if permissions require more than is counted. */
function cachedCountsOf(
  db: Db,
  projects: () => Promise<Ids | undefined>,
  own: Filters,
): CachedTotals {
  async function count(query: ListQuery, keys: readonly GroupKey[]) {
    const filters = bothFilters(own, query)
    const facet = filters && facetFor(filters, keys)
    if (!filters || facet === undefined) return undefined
    const columns = keys.map((key) => plainColumns[key] ?? 'c.value::text')
    const among = await projects()
    return among && readCounts(db, among, { filters, facet }, columns)
  }
  async function countValues(query: ListQuery, key: GroupKey | null) {
    const filters = bothFilters(own, query)
    const read = filters && propertyTotals(db, filters, key)
    const among = read && (await projects())
    return among && read(among)
  }
  return {
    cachedTotals: async (query, key) =>
      (await count(query, key ? [key] : [])) ?? countValues(query, key),
    cachedPairs: count,
  }
}

/** Totals of a project's items, or of those that match `own`, from the table of counts. */
export const cachedCounts = (
  db: Db,
  { project_id }: ProjectMember,
  own: Filters = {},
): CachedTotals => cachedCountsOf(db, async () => [project_id], own)

/** The same of several projects. */
export const cachedCountsAmong = (db: Db, ids: Ids, own: Filters): CachedTotals =>
  cachedCountsOf(db, async () => ids, own)

/** The same across a member's projects; undefined where they see only their own items in one. */
export const cachedCountsAcross = (
  db: Db,
  member: Member,
  { among, own = {} }: { among?: Ids; own?: Filters } = {},
): CachedTotals =>
  cachedCountsOf(
    db,
    async () => {
      const rows = await listCountedProjects(db, member)
      const wanted = rows.filter(({ id }) => !among || among.includes(id))
      return wanted.every((project) => project.sees_all) ? wanted.map(({ id }) => id) : undefined
    },
    own,
  )
