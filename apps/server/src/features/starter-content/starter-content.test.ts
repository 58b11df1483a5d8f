import {
  instanceWorkspacesApi,
  labelsApi,
  projectsApi,
  statesApi,
  workItemsApi,
  workspacesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { randomToken } from '#kernel/auth/tokens.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { testServer } from '#test/server.ts'
import { items } from './items.ts'
import { starterIdentifier } from './service.ts'

const { administrator, database, person } = await testServer()
const { db } = database

const slug = () => `w-${randomToken(10)}`

// @cap:workspaces.starter-content
it('gives a new workspace a project with states, labels and items that explain themselves', async () => {
  const ada = await person('ada')
  const place = { slug: slug() }
  await ada.call(workspacesApi.create, { body: { name: 'North Ridge 7', ...place } })
  const [project, ...others] = await ada.at(place).call(projectsApi.list)
  expect(others).toEqual([])
  expect(project).toMatchObject({
    name: 'North Ridge 7',
    identifier: 'NORTH',
    network: 2,
    member_role: 20,
    members: [ada.user_id],
  })
  const here = ada.at({ ...place, project_id: project?.id ?? '' })
  const states = await here.call(statesApi.list)
  expect(states.map(({ name }) => name)).toEqual([
    'Backlog',
    'Todo',
    'In Progress',
    'Done',
    'Cancelled',
  ])
  expect((await here.call(labelsApi.list)).map(({ name, color }) => [name, color])).toEqual([
    ['admin', '#0693e3'],
    ['concepts', '#9900ef'],
  ])
  const { rows: ids } = await sql<{ id: string }>`
    select id from work_items where project_id = ${project?.id} order by created_at`.execute(db)
  const rows = await Promise.all(
    ids.map(({ id }) => here.call(workItemsApi.get, { params: { id } })),
  )
  expect(rows.map(({ sequence_id, name }) => [sequence_id, name])).toEqual(
    items.map(({ name }, index) => [index + 1, name]),
  )
  for (const row of rows) {
    expect(row.label_ids).toHaveLength(1)
    expect(row.created_by).toBe(ada.user_id)
    const { description_html } = row
    expect(description_html).toMatch(/^<p>.{60,}<\/p>$/s)
    expect(sanitiseHtml(description_html)).toBe(description_html)
  }
  expect(rows.filter(({ assignee_ids }) => assignee_ids.includes(ada.user_id))).toHaveLength(3)
})

it('leaves a refused workspace without anything', async () => {
  const ada = await person('ada')
  const body = { name: 'Acme', slug: slug() }
  const answers = await Promise.all(
    [1, 2, 3].map(() => ada.attempt(workspacesApi.create, { body })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await ada.at(body).call(projectsApi.list)).toHaveLength(1)
})

it('is not in what an administrator makes for others', async () => {
  const root = await administrator('root')
  const body = { name: 'Acme', slug: slug() }
  expect(await root.call(instanceWorkspacesApi.create, { body })).toMatchObject({
    total_projects: 0,
  })
})

describe('the key of the first project', () => {
  it.each([
    ['Acme', 'acme', 'ACME'],
    ['a-b c.d&e f', 'x', 'ABCDE'],
    ['山の道', 'yama-no-michi', 'YAMAN'],
    ['山', '--', 'START'],
  ])('of %o at %o is %o', (name, address, identifier) => {
    expect(starterIdentifier(name, address)).toBe(identifier)
  })
})
