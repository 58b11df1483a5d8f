import { isPropertyField, propertyInField, type WorkItem } from '@cairn/contract'
import {
  type Filters,
  type GroupKey,
  type ListQuery,
  type Params,
  QueryNotValid,
  readListQuery,
} from '@cairn/work-item-query'
import {
  compare,
  groupsOf,
  type ListBase,
  matches,
  readFilters,
  toParams,
} from '@cairn/work-item-query/browser'
import { fullWorld, randomParams, randomReader, type World } from '@cairn/work-item-query/test-kit'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { testDatabase } from '#test/database.ts'
import {
  archivedItems,
  epicsOfProject,
  itemsOfCycle,
  itemsOfModule,
  itemsOfView,
  projectItems,
  workspaceItems,
} from './contexts.ts'
import { answerItems, type Context } from './list.ts'
import { rowColumns } from './queries.ts'
import { postgresWorld } from './test-kit/postgres-world.ts'

const { db } = await testDatabase()

const WORLDS = 12
const ADDRESSES = 30

/** States of an item besides what a list filters by. */
const fates = [
  ...['archived', 'archived', 'epic', 'epic', 'draft', 'triage'],
  ...['archived epic', 'archived draft', 'archived triage', 'draft epic', 'triage epic'],
] as const
const fate = fc.oneof(
  { weight: 3, arbitrary: fc.constant('listed') },
  { weight: 2, arbitrary: fc.constantFrom(...fates) },
)
const randomFates = fc.array(fate, { minLength: 25, maxLength: 25 })

const bases = ['project', 'epics', 'archived', 'cycle', 'module', 'view', 'workspace'] as const
const randomBase = fc.constantFrom(...bases)

const readerOf = ({ project_id }: World) =>
  ({
    ...{ project_id, sees_only_own: false, user_timezone: 'UTC' },
    user_id: '00000000-0000-4000-8000-000000000001',
    workspace_id: '00000000-0000-4000-8000-000000000000',
  }) as ProjectMember

/** Applies these states to the items of a world, and returns all rows as the server sends them. */
async function rowsOf(world: World, chosen: readonly string[]): Promise<WorkItem[]> {
  const { project_id } = world
  await sql`
    insert into states (workspace_id, project_id, name, color, "group")
    select workspace_id, id, 'Triage', '#000', 'triage' from projects`.execute(db)
  const changes = world.items.map(({ id }, n) => ({ id, fate: chosen[n] ?? 'listed' }))
  await sql`
    update work_items i set
      archived_at = case when c.fate like '%archived%' then date '2025-03-05' end,
      is_draft = c.fate like '%draft%', is_epic = c.fate like '%epic%',
      in_triage = c.fate like '%triage%',
      state_id = case when c.fate like '%triage%'
        then (select id from states where "group" = 'triage') else i.state_id end
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (id uuid, fate text)
    where i.id = c.id`.execute(db)
  const { rows } = await sql<WorkItem>`
    select ${rowColumns(readerOf(world))} from work_items i join states s on s.id = i.state_id
    where i.project_id = ${project_id}`.execute(db)
  return JSON.parse(JSON.stringify(rows))
}

/** The same list for both: as SQL context, and as the browser's base. */
function listOf(db: Db, kind: (typeof bases)[number], world: World): [Context, ListBase] {
  const { project_id } = world
  const cycle_id = world.cycles[0]?.id ?? ''
  const module_id = world.modules[0]?.id ?? ''
  const member = readerOf(world)
  switch (kind) {
    case 'project':
      return [projectItems(db, member), { items: 'listed', project_id }]
    case 'epics':
      return [epicsOfProject(db, member), { items: 'epics', project_id }]
    case 'archived':
      return [archivedItems(db, member, { withSubItems: true }), { items: 'archived', project_id }]
    case 'cycle':
      return [itemsOfCycle(db, member, cycle_id), { items: 'listed', project_id, cycle_id }]
    case 'module':
      return [itemsOfModule(db, member, module_id), { items: 'listed', project_id, module_id }]
    case 'view': {
      const filters = { labels: [world.labels[0]?.id ?? '', 'None'] }
      const own = readFilters(toParams(filters), { today: '', timezone: 'UTC' })
      return [itemsOfView(db, member, { filters }), { items: 'listed', project_id, own }]
    }
    case 'workspace':
      return [workspaceItems(db, member), { items: 'listed' }]
  }
}

/** Filters that need more than the row. */
const unsupported: readonly (keyof Filters)[] = [
  ...(['mentions', 'mentions__not', 'subscriber', 'subscriber__not', 'name', 'where'] as const),
]
const unordered = [
  ...['name', 'state__name', 'labels__name', 'assignees__first_name', 'estimate_point__key'],
  ...['issue_module__module__name', 'issue_cycle__cycle__name', 'type__name'],
]
const unorderedKinds = ['text', 'link', 'option', 'person']
const isUnordered = (key: string) =>
  unordered.includes(key) || unorderedKinds.includes(propertyInField(key)?.kind ?? '')
const isText = ({ kind }: { kind: string }) => kind === 'text' || kind === 'link'

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** Ids by group, and by sub-group if there are any; without empty groups. */
type Groups = Record<string, string[] | Record<string, string[]>>

function inGroups(
  rows: readonly WorkItem[],
  { group, subGroup, filters }: ListQuery & { group: GroupKey },
  base: ListBase,
): Groups {
  const cells = (some: readonly WorkItem[], by: GroupKey) => {
    const placed = some.flatMap((row) =>
      groupsOf(row, by, { filters }, base).map((id) => ({ id, row })),
    )
    return Object.entries(Object.groupBy(placed, ({ id }) => id)).map(
      ([id, those = []]) => [id, those.map(({ row }) => row)] as const,
    )
  }
  const ids = (some: readonly WorkItem[]) =>
    subGroup
      ? Object.fromEntries(cells(some, subGroup).map(([id, those]) => [id, idsOf(those)]))
      : idsOf(some)
  return Object.fromEntries(cells(rows, group).map(([id, some]) => [id, ids(some)]))
}

interface Answered {
  results: WorkItem[] | Record<string, Answered>
  total_results: number
}

const asGroups = (groups: Record<string, Answered>): Groups =>
  Object.fromEntries(
    Object.entries(groups).flatMap(([id, { results, total_results }]) =>
      total_results > 0
        ? [[id, Array.isArray(results) ? idsOf(results) : (asGroups(results) as never)]]
        : [],
    ),
  )

// @cap:list.sorting
// @cap:list.multi-valued-groups
// @cap:filters.every-key
// @cap:filters.none-value
// @cap:filters.dates
// @cap:query.local
it('browser and SQL agree on membership, groups and order', async () => {
  const asked = { rows: 0, inside: 0, leftToServer: 0, ordered: 0, grouped: 0, trees: 0 }
  const byProperty = { ordered: 0, grouped: 0, filtered: 0 }
  await fc.assert(
    fc.asyncProperty(
      fullWorld,
      randomFates,
      fc.array(fc.tuple(randomParams, randomBase, randomReader), {
        minLength: ADDRESSES,
        maxLength: ADDRESSES,
      }),
      async (world, chosen, questions) => {
        await postgresWorld(db, world)
        const rows = await rowsOf(world, chosen)
        for (const [address, kind, reader] of questions) {
          // Everything on one page: pages are slices of what is compared here.
          const params: Params = { ...address, per_page: '1000', cursor: '1000:0:0' }
          const [context, base] = listOf(db, kind, world)
          const query = readOrNothing(params, { ...reader, defaultOrder: context.defaultOrder })
          if (!query) continue
          const { filters, order, group } = query
          const where = JSON.stringify({ kind, params, reader })
          const flat = await answerItems(db, { ...query, group: null, subGroup: null }, context)
          const listed = flat.results as WorkItem[]
          const inside = new Set(idsOf(listed))
          const isSupported =
            !unsupported.some((key) => filters[key]) && !filters.properties?.some(isText)
          for (const row of rows) {
            const answer = matches(row, query, base)
            if (isSupported || answer !== undefined) {
              expect(answer, `${JSON.stringify(row)} in ${where}`).toBe(inside.has(row.id))
            }
            asked.rows += 1
            asked.inside += Number(answer ?? false)
            asked.leftToServer += Number(answer === undefined)
          }
          const inOrder = compare(order)
          expect(inOrder === undefined, where).toBe(isUnordered(order.key))
          const mine = rows.filter(({ id }) => inside.has(id))
          if (inOrder) {
            asked.ordered += Number(mine.length > 1)
            byProperty.ordered += Number(mine.length > 1 && isPropertyField(order.key))
            expect(idsOf(mine.toSorted(inOrder)), where).toEqual(idsOf(listed))
          }
          asked.trees += Number(filters.where !== undefined && mine.length > 0)
          byProperty.filtered += Number(
            (filters.properties !== undefined || /\[/.test(params.pql ?? '')) && mine.length > 0,
          )
          if (group) {
            asked.grouped += Number(mine.length > 1)
            byProperty.grouped += Number(mine.length > 1 && isPropertyField(group))
            const answer = await answerItems(db, query, context)
            expect(inGroups(listed, { ...query, group }, base), where).toEqual(
              asGroups(answer.results as Record<string, Answered>),
            )
          }
        }
      },
    ),
    // A failure shows row and query: shrinking would take minutes.
    { numRuns: WORLDS, endOnFailure: true },
  )
  // Ensures that enough was compared.
  expect(asked.rows).toBeGreaterThan(5_000)
  expect(asked.inside).toBeGreaterThan(500)
  expect(Math.min(asked.leftToServer, asked.ordered, asked.grouped, asked.trees)).toBeGreaterThan(
    20,
  )
  expect(Math.min(...Object.values(byProperty))).toBeGreaterThan(8)
}, 300_000)

type Reader = Omit<Parameters<typeof readListQuery>[1], 'defaultOrder'> & {
  defaultOrder: string | undefined
}

/** Undefined if the server refuses the query. */
function readOrNothing(params: Params, { defaultOrder, ...reader }: Reader) {
  try {
    return readListQuery(params, { ...reader, ...(defaultOrder && { defaultOrder }) })
  } catch (error) {
    if (error instanceof QueryNotValid) return undefined
    throw error
  }
}
