import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import { createRandom, type Random } from '../../apps/server/src/features/demo/random.ts'
import { hashPassword } from '../../apps/server/src/kernel/auth/passwords.ts'
import { randomToken } from '../../apps/server/src/kernel/auth/tokens.ts'
import { copyRows } from './copy.ts'
import { setIndexesAside } from './indexes.ts'
import { copyPeople, makePeople, type Person } from './people.ts'
import { copyProjects, makeProject, type Project, zipfSizes } from './projects.ts'
import { copyType, fillValues, makeProperties, type Property } from './properties.ts'
import { type MadeItem, makeWorkItem, workItemColumns } from './work-items.ts'

export interface Wanted {
  items: number
  projects: number
  people: number
  slug: string
  /** An activity row for every item's creation. */
  history: boolean
  /** One state of each group, as new projects have, instead of up to thirty. */
  plain?: boolean
  /** So many properties of the type that all items have; without any, items have no type. */
  properties?: number
}

export interface Filled {
  slug: string
  workspace_id: string
  email: string
  password: string
  admin_id: string
  projects: Project[]
  properties: Property[]
}

const TWO_YEARS = 2 * 365 * 86_400_000
const BATCH = 20_000
const SEED = 20_261_115

/** Creates a workspace of the given size in one transaction: all or nothing. */
export async function fillWorkspace(
  client: ClientBase,
  wanted: Wanted,
  progress: (done: number) => void = () => {},
): Promise<Filled> {
  const random = createRandom(SEED)
  const password = randomToken(16)
  const hash = await hashPassword(password)
  const people = makePeople(wanted.people, wanted.slug, random)
  const admin = people[0]!
  const sizes = zipfSizes(wanted.items, wanted.projects)
  const projects = sizes.map((size, index) =>
    makeProject(index, size, people, random, wanted.plain),
  )
  const workspace_id = randomUUID()
  const properties = makeProperties(wanted.properties ?? 0)

  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0')
    const unchecked = await silenceTriggers(client)
    await copyPeople(client, people, hash)
    await copyWorkspace(client, workspace_id, wanted.slug, people)
    await copyProjects(client, workspace_id, projects, admin)
    const ids = projects.map(({ id }) => id)
    const type_id =
      properties.length > 0 ? await copyType(client, workspace_id, ids, properties) : null
    const putIndexesBack = await setIndexesAside(client, wanted.items)
    const { history } = wanted
    await copyItems(client, { workspace_id, projects, type_id, history, random, progress })
    if (type_id) await fillValues(client, workspace_id, properties, people)
    await putIndexesBack()
    if (unchecked) await fillCounts(client, workspace_id)
    await openTheDoor(client, admin.id, workspace_id)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  await client.query('set statement_timeout = 0')
  // Index-only counts require that rows are marked visible to all.
  await client.query('vacuum analyze')
  const { email, id: admin_id } = admin
  return { slug: wanted.slug, workspace_id, email, password, admin_id, projects, properties }
}

/** Needs a superuser. Otherwise the triggers run as usual, only slower. */
async function silenceTriggers(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query('select current_setting($1) as it', ['is_superuser'])
  if (rows[0]?.it !== 'on') return false
  await client.query('set local session_replication_role = replica')
  return true
}

async function copyWorkspace(
  client: ClientBase,
  id: string,
  slug: string,
  people: readonly Person[],
): Promise<void> {
  const owner = people[0]!.id
  await copyRows(
    client,
    'workspaces',
    ['id', 'name', 'slug', 'owner_id', 'created_by'],
    [[id, `Generated ${slug}`, slug, owner, owner]],
  )
  await copyRows(
    client,
    'workspace_members',
    ['workspace_id', 'user_id', 'role'],
    people.map((one) => [id, one.id, one.role]),
  )
}

/** In chronological order: each project gets its next item in random turns. */
function turns(projects: readonly Project[], random: Random): Project[] {
  const all = projects.flatMap((project) => Array.from({ length: project.size }, () => project))
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = random.between(0, last)
    ;[all[last], all[other]] = [all[other]!, all[last]!]
  }
  return all
}

interface Making {
  workspace_id: string
  projects: readonly Project[]
  type_id: string | null
  history: boolean
  random: Random
  progress: (done: number) => void
}

async function copyItems(client: ClientBase, making: Making): Promise<void> {
  const { workspace_id, projects, type_id, random, progress } = making
  const order = turns(projects, random)
  const now = Date.now()
  const numbers = new Map(projects.map(({ id }) => [id, 0]))
  const recent = new Map<string, string[]>(projects.map(({ id }) => [id, []]))
  let batch: { project: Project; item: MadeItem }[] = []
  for (const [index, project] of order.entries()) {
    const number = (numbers.get(project.id) ?? 0) + 1
    numbers.set(project.id, number)
    const elders = recent.get(project.id) ?? []
    const parent_id = elders.length > 0 && random.chance(0.1) ? random.oneOf(elders) : null
    const created = now - TWO_YEARS + Math.floor((TWO_YEARS * index) / order.length)
    const place = { workspace_id, project, type_id, number, parent_id, created, now }
    const item = makeWorkItem(random, place)
    // Only items without a parent become parents, so that trees stay two levels deep.
    if (!parent_id) {
      elders.push(item.id)
      if (elders.length > 400) recent.set(project.id, elders.slice(-200))
    }
    batch.push({ project, item })
    if (batch.length < BATCH && index < order.length - 1) continue
    await copyBatch(client, making, batch)
    progress(index + 1)
    batch = []
  }
}

async function copyBatch(
  client: ClientBase,
  { workspace_id, history }: Making,
  batch: readonly { project: Project; item: MadeItem }[],
): Promise<void> {
  await copyRows(
    client,
    'work_items',
    workItemColumns,
    batch.map(({ item }) => item.cells),
  )
  for (const [table, value, idsOf] of [
    ['work_item_assignees', 'user_id', (item: MadeItem) => item.assignee_ids],
    ['work_item_labels', 'label_id', (item: MadeItem) => item.label_ids],
    ['module_items', 'module_id', (item: MadeItem) => item.module_ids],
  ] as const) {
    await copyRows(
      client,
      table,
      ['work_item_id', value, 'created_at', 'sort_order'],
      batch.flatMap(({ item }) =>
        idsOf(item).map((id) => [item.id, id, item.created_at, item.sort_order]),
      ),
    )
  }
  await copyRows(
    client,
    'work_item_subscribers',
    ['work_item_id', 'user_id'],
    // The creator of an item is subscribed to it.
    batch.map(({ item }) => [item.id, item.created_by]),
  )
  if (!history) return
  await copyRows(
    client,
    'activities',
    [
      ...['workspace_id', 'project_id', 'work_item_id', 'actor_id', 'comment', 'epoch'],
      ...['created_at', 'is_notified'],
    ],
    batch.map(({ project, item: { id, created_by, created_at } }) => [
      workspace_id,
      project.id,
      id,
      created_by,
      'created the issue',
      Date.parse(created_at) / 1000,
      created_at,
      // No one must be notified of generated history.
      true,
    ]),
  )
}

/** Counts the triggers would have maintained. */
async function fillCounts(client: ClientBase, workspace_id: string) {
  const run = (statement: string) => client.query(statement, [workspace_id])
  await run(
    `insert into work_item_counts (project_id, state_id, priority, visible)
      select project_id, state_id, priority, count(*) from work_items
      where workspace_id = $1 and is_listed group by project_id, state_id, priority`,
  )
  await run(
    `insert into cycle_counts (cycle_id, state_id, priority, estimate_point, visible)
      select cycle_id, state_id, priority, estimate_point, count(*) from work_items
      where workspace_id = $1 and is_listed and cycle_id is not null
      group by cycle_id, state_id, priority, estimate_point`,
  )
  await run(
    `insert into work_item_names (work_item_id, project_id, name)
      select id, project_id, lower(name) from work_items where workspace_id = $1`,
  )
  const ofThese = 'where project_id in (select id from projects where workspace_id = $1)'
  // In key order: in random order most index pages would be read again for every row.
  await run(
    `insert into counted_profiles select * from work_item_profiles ${ofThese} order by work_item_id`,
  )
  await run(
    `insert into facet_counts (project_id, facet, value, state_id, priority, visible)
      select project_id, f.facet, f.value, state_id, priority, count(*) from counted_profiles c,
        facets_of(c.labels, c.assignees, c.modules, c.created_by, c.is_child, c.type_id) f ${ofThese}
      group by project_id, f.facet, f.value, state_id, priority`,
  )
  await run(
    `with counted as materialized (
        select i.project_id, v.property_id,
          coalesce(v.ref_id::text, v.boolean_value::text) as value, count(*) as visible
        from work_item_property_values v join work_items i on i.id = v.work_item_id
        where i.workspace_id = $1 and i.is_listed group by 1, 2, 3
      )
      insert into property_counts (project_id, property_id, value, visible)
      select project_id, property_id, null, sum(visible) from counted group by 1, 2
      union all
      select c.* from counted c join work_item_properties p on p.id = c.property_id
      where c.value is not null and p.kind <> 'item'`,
  )
}

/** Lets the account sign in, even if Cairn was never set up. */
async function openTheDoor(client: ClientBase, user_id: string, workspace_id: string) {
  await client.query('update profiles set last_workspace_id = $2 where user_id = $1', [
    user_id,
    workspace_id,
  ])
  await client.query(
    `with opened as (
      update instances set is_setup_done = true, instance_name = 'Generated'
      where not is_setup_done returning id
    )
    insert into instance_admins (user_id) select $1 from opened`,
    [user_id],
  )
}
