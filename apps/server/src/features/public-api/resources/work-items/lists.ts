import { lookup, type Page, parseId } from '@cairn/contract'
import type {
  AdvancedSearchV1,
  CountQueryV1,
  CountsV1,
  HitV1,
  ItemsQueryV1,
  SearchQueryV1,
  WorkItemV1,
} from '@cairn/contract/v1'
import {
  type Condition,
  type Filters,
  flatten,
  type GroupKey,
  groupKeys,
  join,
  type ListQuery,
  meets,
  NONE,
  type Order,
  raw,
  type Sql,
  sql,
} from '@cairn/work-item-query'
import { containing, findItems, refuseForeignProject } from '#features/search-issues/service.ts'
import {
  answerItems,
  type Context,
  countItems,
  includingEpics,
  narrowedTo,
  readItems,
  todayOf,
  workspaceItems,
} from '#features/work-items/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import { dialectFor } from '#product/child-count-queries.ts'
import type { Clock } from './moments.ts'
import { readPql } from './pql.ts'
import { hitColumns, itemColumns, listHitsByIds } from './queries.ts'
import { shown } from './shown.ts'
import { readFilterText, readFilterTree } from './structured-filters.ts'

const orders: Record<string, Order['key']> = {
  ...{ created_at: 'created_at', updated_at: 'updated_at', completed_at: 'completed_at' },
  ...{ last_activity_at: 'updated_at', start_date: 'start_date', target_date: 'target_date' },
  ...{ sort_order: 'sort_order', sequence_id: 'sequence_id', name: 'name', priority: 'priority' },
  // Sorting by state name also uses the order of the groups.
  ...{ state: 'state__group', state__name: 'state__group', state__group: 'state__group' },
  ...{ labels: 'labels__name', labels__name: 'labels__name' },
  ...{ assignees: 'assignees__first_name', assignees__first_name: 'assignees__first_name' },
  ...{ estimate_point: 'estimate_point__key', estimate_point__key: 'estimate_point__key' },
  ...{ type: 'type__name', type__name: 'type__name' },
  issue_module__module__name: 'issue_module__module__name',
  issue_cycle__cycle__name: 'issue_cycle__cycle__name',
}

/** Newest first by default. */
function readOrder(text = ''): Order {
  const wanted = text || '-created_at'
  const isTurned = wanted.startsWith('-')
  const name = wanted.slice(isTurned ? 1 : 0)
  const key = lookup(orders, name)
  if (!key) throw badRequest({ error: 'Please provide valid detail' })
  // Here the highest priority comes first, in the application's lists last.
  return { key, descending: key === 'priority' ? !isTurned : isTurned }
}

const clockOf = (member: Member): Clock => ({
  today: todayOf(member),
  timezone: member.user_timezone,
  now: new Date().toISOString(),
})

interface Asked {
  pql?: string | null | undefined
  filters?: string | object | null | undefined
}

interface Conditions {
  conditions: Condition[]
  speaksOfTypes: boolean
}

/** The combined conditions of filters and query language. */
function readConditions(member: Member, { pql, filters }: Asked): Conditions {
  const clock = clockOf(member)
  const read = pql?.trim() ? readPql(pql, { ...clock, me: member.user_id }) : undefined
  return {
    conditions: [
      ...(typeof filters === 'string' && filters.trim() ? [readFilterText(filters, clock)] : []),
      ...(typeof filters === 'object' && filters ? [readFilterTree(filters, clock)] : []),
      ...(read ? [read.condition] : []),
    ],
    speaksOfTypes: read?.speaksOfTypes ?? false,
  }
}

interface Narrowed {
  context: Context
  filters: Filters
}

function narrow(whole: Context, { conditions, speaksOfTypes }: Conditions): Narrowed {
  const context = speaksOfTypes ? includingEpics(whole) : whole
  return { context, filters: flatten(conditions) }
}

const flat = (filters: Filters, order: Order, slice: ListQuery['slice']): ListQuery => ({
  ...{ filters, order, slice },
  group: null,
  subGroup: null,
})

const itemsOnly = raw('work_items i')
const itemsFor = (member: Member) => ({
  ...{ dialect: dialectFor(member), columns: itemColumns, itemsOnly },
})
const hitsFor = (member: Member) => ({
  ...{ dialect: dialectFor(member), columns: hitColumns, itemsOnly },
})

/** A page of the items of any list context. */
export async function listWorkItems(
  db: Db,
  member: Member,
  query: ItemsQueryV1,
  whole: Context,
): Promise<Page<WorkItemV1[]>> {
  const slice = sliceOf(query)
  const order = readOrder(query.order_by ?? whole.defaultOrder)
  const { context, filters } = narrow(whole, readConditions(member, query))
  const wanted = flat(filters, order, slice)
  const page = await answerItems<WorkItemV1>(db, wanted, {
    ...context,
    rows: itemsFor(member),
  })
  return { ...page, results: await shown(db, member, query, page.results as WorkItemV1[]) }
}

function readKey(name: 'group_by' | 'sub_group_by', text: string | undefined) {
  if (!text) return undefined
  const key = groupKeys.find((known) => known === text)
  if (!key) throw badRequest({ error: `Invalid ${name} parameter` })
  return key
}

function readKeys({ group_by, sub_group_by }: CountQueryV1): [GroupKey?, GroupKey?] {
  const group = readKey('group_by', group_by)
  const sub = group && readKey('sub_group_by', sub_group_by)
  if (group && group === sub) {
    throw badRequest({ error: 'Group by and sub group by cannot have same parameters' })
  }
  return [group, sub]
}

/** Counts the member's items, in total and by group. */
export async function countWorkItems(
  db: Db,
  member: Member,
  query: CountQueryV1,
): Promise<CountsV1> {
  const [group, sub] = readKeys(query)
  const whole = workspaceItems(db, member)
  const { context, filters } = narrow(whole, readConditions(member, query))
  const wanted = flat(filters, readOrder(), { size: 1, page: 0 })
  const { total, groups, pairs } = await countItems(db, wanted, context, [group, sub])
  const grouped: CountsV1['grouped_counts'] = {}
  for (const { group_id, total: count } of groups) {
    grouped[group_id ?? NONE] = { count, ...(sub && { sub_grouped_counts: {} }) }
  }
  for (const { group_id, sub_group_id, total: count } of pairs) {
    const of = grouped[group_id ?? NONE]?.sub_grouped_counts
    if (of) of[sub_group_id ?? NONE] = { count }
  }
  return {
    ...{ grouped_by: group ?? null, sub_grouped_by: sub ?? null },
    ...{ total_count: total, grouped_counts: grouped },
  }
}

function readProject({ workspace_search, project_id, project }: SearchQueryV1): string | null {
  const wanted = project_id || project
  if (!wanted || workspace_search === 'true') return null
  const id = parseId(wanted)
  if (!id) throw badRequest({ project_id: [`“${wanted}” is not a valid UUID.`] })
  return id
}

const MAX_FOUND = 100

function readLimit(text: string | undefined, usual: number): number {
  if (!text) return usual
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (limit < 1) throw badRequest({ limit: ['A valid integer is required.'] })
  return Math.min(limit, MAX_FOUND)
}

/** By a part of the name, or the number in the key. */
export async function searchWorkItems(db: Db, member: Member, query: SearchQueryV1) {
  const limit = readLimit(query.limit, 10)
  const within = readProject(query)
  const text = query.search?.trim() ?? ''
  if (!text) return { issues: [] }
  const found = await findItems(db, member, text, within)
  return {
    issues: found.slice(0, limit).map((item) => ({
      ...{ id: item.id, name: item.name, sequence_id: item.sequence_id },
      ...{ project_id: item.project_id, project__identifier: item.project__identifier },
      workspace__slug: item.workspace__slug,
    })),
  }
}

const LARGEST = 2_147_483_647

/** The same text match as in `findItems`, for use with other conditions. */
function meetingText({ workspace_id }: Member, text: string): Sql {
  const pattern = containing(text)
  const numbers = (text.match(/\d+/g) ?? []).filter((digits) => Number(digits) <= LARGEST)
  const ways: Sql[] = [
    sql`select n.work_item_id from work_item_names n join projects np on np.id = n.project_id
      where np.workspace_id = ${workspace_id} and n.name like lower(${pattern}::text)`,
    sql`select w.id from work_items w join projects wp on wp.id = w.project_id
      where wp.workspace_id = ${workspace_id}
        and (wp.identifier ilike ${pattern} or w.sequence_id = any(${numbers}::int[]))`,
  ]
  return sql`i.id in (${join(ways, ' union ')})`
}

/** By text, filters and query language together; newest first. */
export async function searchFurther(
  db: Db,
  member: Member,
  asked: AdvancedSearchV1,
): Promise<HitV1[]> {
  const { query, project_id, workspace_search } = asked
  const limit = Math.min(asked.limit ?? 25, MAX_FOUND)
  const within = workspace_search ? null : (project_id ?? null)
  const text = query?.trim() ?? ''
  const { conditions, speaksOfTypes } = readConditions(member, asked)
  if (text && conditions.length === 0) {
    const found = await findItems(db, member, text, within)
    const ids = found.slice(0, limit).map(({ id }) => id)
    return listHitsByIds(db, member, ids)
  }
  await refuseForeignProject(db, member, within)
  const { context: all, filters } = narrow(workspaceItems(db, member), {
    conditions: [...(within ? [meets({ project: [within.toLowerCase()] })] : []), ...conditions],
    speaksOfTypes,
  })
  const context = text ? narrowedTo(all, meetingText(member, text)) : all
  const wanted = flat(filters, readOrder(), { size: limit, page: 0 })
  return readItems<HitV1>(db, wanted, { ...context, rows: hitsFor(member) })
}
