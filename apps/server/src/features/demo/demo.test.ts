import {
  commentsApi,
  cyclesApi,
  intakeItemsApi,
  intakeStatuses,
  labelsApi,
  modulesApi,
  pagesApi,
  projectsApi,
  statesApi,
  viewsApi,
  workItemListsApi,
  workItemsApi,
  workspacesApi,
  workspaceViewsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { notifyOfChanges } from '#features/notifications/service.ts'
import { testServer } from '#test/server.ts'
import { createRandom } from './random.ts'
import { addDemoWorkspace } from './service.ts'

const { person, database } = await testServer()

it('fills a workspace that looks lived in, owned by whoever asked for it', async () => {
  const ada = await person('ada')
  const slug = await addDemoWorkspace(database.db, ada.user_id)
  expect(slug).toBe('meridian')
  const here = ada.at({ slug })

  expect(await here.call(workspacesApi.get)).toMatchObject({
    name: 'Meridian',
    owner: ada.user_id,
    role: 20,
    total_members: 9,
  })
  const addresses = (await here.call(workspacesApi.members)).map(({ member }) => member.email)
  expect(addresses).toContain('maya@meridian.example')
  expect(addresses).toContain('tomas@meridian.example')
  const projects = await here.call(projectsApi.list)
  expect(projects.map(({ name }) => name)).toEqual([
    'Trail Maps',
    'Sync Engine',
    'Website',
    'Field Research',
  ])
  let items = 0
  for (const { id: project_id } of projects) {
    const inside = here.at({ project_id })
    const [states, labels, page] = await Promise.all([
      inside.call(statesApi.list),
      inside.call(labelsApi.list),
      inside.call(workItemListsApi.project, { query: { order_by: 'created_at' } }),
    ])
    const rows = page.results as import('@cairn/contract').WorkItem[]
    expect(states).toHaveLength(5)
    expect(labels.length).toBeGreaterThanOrEqual(5)
    expect(rows.map(({ sequence_id }) => sequence_id).sort((a, b) => a - b)).toEqual(
      rows.map((_, index) => index + 1),
    )
    expect(new Set(rows.map(({ state__group }) => state__group)).size).toBe(5)
    expect(rows.some(({ assignee_ids }) => assignee_ids.length > 1)).toBe(true)
    expect(rows.some(({ target_date }) => target_date)).toBe(true)
    for (const row of rows) expect(row.completed_at !== null).toBe(row.state__group === 'completed')
    expect(page.total_count).toBe(rows.length)
    items += rows.length
  }
  expect(items).toBeGreaterThanOrEqual(300)
})

it('has an item that shows what an item can be, and a plan around it', async () => {
  const eve = await person('eve')
  const here = eve.at({ slug: await addDemoWorkspace(database.db, eve.user_id) })
  const item = await here.call(workItemsApi.byKey, {
    params: { key: 'TRAIL-16' },
    query: { expand: 'issue_relation,issue_related' },
  })
  expect(item).toMatchObject({ sub_issues_count: 3, link_count: 1 })
  expect(item.description_html).toContain('language-typescript')
  expect([item.issue_relation?.length, item.issue_related?.length]).toEqual([1, 1])
  const inside = here.at({ project_id: item.project_id })
  const comments = await inside.call(commentsApi.list, { params: { id: item.id } })
  expect(comments).toHaveLength(2)
})

it('finds another address when the demo is there already', async () => {
  const bob = await person('bob')
  expect(await addDemoWorkspace(database.db, bob.user_id)).toMatch(/^meridian-\d$/)
})

it('draws the same numbers for the same seed', () => {
  const draw = (seed: number) => {
    const random = createRandom(seed)
    return Array.from({ length: 20 }, () => random.between(1, 6))
  }
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  expect(draw(7).every((n) => n >= 1 && n <= 6)).toBe(true)
})

it('has requests in every state of intake', async () => {
  const ada = await person('ada')
  const slug = await addDemoWorkspace(database.db, ada.user_id)
  const [project] = await ada.at({ slug }).call(projectsApi.list)
  const inside = ada.at({ slug, project_id: project?.id ?? '' })
  const { results } = await inside.call(intakeItemsApi.list, { query: { status: '' } })
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(intakeStatuses))
})

it('has cycles that are over, run and come, with something left to transfer', async () => {
  const ada = await person('ada')
  const slug = await addDemoWorkspace(database.db, ada.user_id)
  const [project] = await ada.at({ slug }).call(projectsApi.list)
  const cycles = await ada.at({ slug, project_id: project?.id ?? '' }).call(cyclesApi.list)
  const item = cycles.map(({ name, status }) => `${name}: ${status}`)
  expect(item.toSorted()).toEqual([
    'Accessibility pass: DRAFT',
    'Cycle 22: COMPLETED',
    'Cycle 23: COMPLETED',
    'Cycle 24: CURRENT',
    'Cycle 25: UPCOMING',
  ])
  const current = cycles.find(({ status }) => status === 'CURRENT')
  expect(current?.started_issues).toBeGreaterThan(1)
  expect(current?.completed_issues).toBeGreaterThan(1)
  const last = cycles.find(({ name }) => name === 'Cycle 23')
  expect(last?.unstarted_issues).toBe(3)
})

it('has modules with items and dates, and points that add up in them', async () => {
  const ada = await person('ada')
  const slug = await addDemoWorkspace(database.db, ada.user_id)
  const [project] = await ada.at({ slug }).call(projectsApi.list)
  const modules = await ada.at({ slug, project_id: project?.id ?? '' }).call(modulesApi.list)
  expect(modules).toHaveLength(5)
  for (const { total_issues, total_estimate_points, member_ids } of modules) {
    expect(total_issues).toBeGreaterThan(1)
    expect(total_estimate_points).toBeGreaterThan(total_issues)
    expect(member_ids.length).toBeGreaterThan(2)
  }
})

it('has pages worth reading, with a work item in one of them', async () => {
  const ada = await person('ada')
  const slug = await addDemoWorkspace(database.db, ada.user_id)
  const [project] = await ada.at({ slug }).call(projectsApi.list)
  const inside = ada.at({ slug, project_id: project?.id ?? '' })
  const pages = await inside.call(pagesApi.list)
  expect(pages.map(({ name }) => name).sort()).toEqual([
    ...['Field notes', 'How offline maps work', 'Release checklist'],
  ])
  const list = pages.find(({ name }) => name === 'Release checklist')
  const page = await inside.call(pagesApi.get, { params: { id: list?.id ?? '' } })
  expect(page.issue_ids).toHaveLength(1)
  expect(page.description_html).toMatch(/<table>.*callout|callout.*<table>/s)
})

it('has saved views that show something', async () => {
  const ada = await person('ada')
  const slug = await addDemoWorkspace(database.db, ada.user_id)
  const [project] = await ada.at({ slug }).call(projectsApi.list)
  const inside = ada.at({ slug, project_id: project?.id ?? '' })
  const views = await inside.call(viewsApi.list)
  expect(views.map(({ name }) => name)).toEqual(['Bugs by priority', 'Top priorities'])
  for (const { id } of views) {
    const page = await inside.call(viewsApi.items, { params: { id } })
    expect(page.total_count).toBeGreaterThan(3)
  }
  expect(await inside.call(workspaceViewsApi.list)).toMatchObject([{ name: 'Urgent everywhere' }])
})

it('mails nothing to addresses it invented', async () => {
  const ada = await person('ada')
  await addDemoWorkspace(database.db, ada.user_id)
  expect(await notifyOfChanges(database.db)).toBeGreaterThan(0)
  const { rows } = await sql`select receiver_id from notification_mails`.execute(database.db)
  expect(rows).toEqual([])
})
