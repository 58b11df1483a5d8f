import {
  workItemsApi as api,
  commentsApi,
  cyclesApi,
  GUEST,
  historyApi,
  labelsApi,
  linksApi,
  MEMBER,
  modulesApi,
  projectMembersApi,
  projectsApi,
  searchIssuesApi,
  statesApi,
  workItemListsApi,
} from '@cairn/contract'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { addItem, missing, nobody, refused, rowsOf, stateOf } from './test-kit/items.ts'

const { projectOf } = await testServer()

/** Another project of the same workspace, with the same user. */
async function another(client: Client, name = 'Sync', identifier = 'SYNC') {
  const project = await client.call(projectsApi.create, { body: { name, identifier } })
  return client.at({ ...client.place, project_id: project.id })
}
const move = (client: Client, id: string, there: Client) =>
  client.attempt(api.move, {
    params: { id },
    body: { project_id: there.place.project_id ?? '' },
  })

it('takes an item with its history, talk and links to another project; its old key leads there', async () => {
  const { ada } = await projectOf('ada')
  const there = await another(ada)
  const [bug, here] = await Promise.all(
    ['Bug', 'Only here'].map((name) => ada.call(labelsApi.create, { body: { name } })),
  )
  const same = await there.call(labelsApi.create, { body: { name: 'bug' } })
  const cycle = await ada.call(cyclesApi.create, { body: { name: 'Summer' } })
  const module = await ada.call(modulesApi.create, { body: { name: 'Offline' } })
  const parent = await addItem(ada, 'parent')
  const item = await addItem(ada, 'wanderer', {
    label_ids: [bug?.id, here?.id],
    assignee_ids: [ada.user_id],
    parent_id: parent.id,
    state_id: await stateOf(ada, 'started'),
    plan: { cycle_id: cycle.id, module_ids: [module.id] },
  })
  const child = await addItem(ada, 'child', { parent_id: item.id })
  const params = { id: item.id }
  const picture = `/api/assets/v2/workspaces/x/projects/${ada.place.project_id}/${nobody}/`
  await ada.call(api.change, {
    params,
    body: { description_html: `<image-component src="${picture}"></image-component>` },
  })
  const issue = { id: item.id }
  await ada.call(commentsApi.create, { params: issue, body: { comment_html: '<p>On it</p>' } })
  await ada.call(linksApi.create, { params: issue, body: { url: 'https://huts.example' } })
  await addItem(there, 'first there')

  const { status, body: moved } = await move(ada, item.id, there)
  expect(status).toBe(200)
  expect(moved).toMatchObject({
    id: item.id,
    project_id: there.place.project_id,
    sequence_id: 2,
    name: 'wanderer',
    state_id: await stateOf(there, 'started'),
    label_ids: [same.id],
    assignee_ids: [ada.user_id],
    ...{ cycle_id: null, module_ids: [], parent_id: null, estimate_point: null },
    ...{ link_count: 1, sub_issues_count: 1 },
  })
  const names = async (client: Client) => (await rowsOf(client)).map(({ name }) => name).toSorted()
  expect(await names(ada)).toEqual(['child', 'parent'])
  expect(await names(there)).toEqual(['first there', 'wanderer'])
  expect(await ada.attempt(api.get, { params })).toEqual(missing)
  expect((await there.call(api.get, { params })).description_html).toContain(
    `/projects/${there.place.project_id}/${nobody}/`,
  )
  expect((await ada.call(api.get, { params: { id: child.id } })).parent_id).toBe(item.id)
  expect(await there.call(commentsApi.list, { params: issue })).toHaveLength(1)
  expect(await there.call(linksApi.list, { params: issue })).toHaveLength(1)
  const rows = await there.call(historyApi.list, { params, query: {} })
  expect(rows).toContainEqual(
    expect.objectContaining({ field: 'project', old_value: 'TRAIL-2', new_value: 'SYNC-2' }),
  )
  for (const key of ['TRAIL-2', 'trail-2', 'SYNC-2']) {
    const found = await ada.call(api.byKey, { params: { key }, query: {} })
    expect(found).toMatchObject({ id: item.id, sequence_id: 2 })
  }
  const found = await there.call(searchIssuesApi.search, { query: { search: 'wander' } })
  expect(found.map(({ id }) => id)).toEqual([item.id])
  // Its number is not reused.
  expect((await addItem(ada, 'next')).sequence_id).toBe(4)
})

it('tells whoever keeps a copy of the old project that it is gone, until it comes back', async () => {
  const { ada } = await projectOf('ada')
  const there = await another(ada)
  const { id, updated_at } = await addItem(ada, 'wanderer')
  const gone = (client: Client) =>
    client.call(workItemListsApi.gone, { query: { updated_at__gt: updated_at } })
  await move(ada, id, there)
  expect([await gone(ada), await gone(there)]).toEqual([[id], []])
  await move(there, id, ada)
  expect([await gone(ada), await gone(there)]).toEqual([[], [id]])
})

it('has its old number again when it moves back, and every key it had leads to it', async () => {
  const { ada } = await projectOf('ada')
  const there = await another(ada)
  const { id } = await addItem(ada, 'wanderer')
  await move(ada, id, there)
  expect(await move(there, id, ada)).toMatchObject({ status: 200, body: { sequence_id: 1 } })
  for (const key of ['TRAIL-1', 'SYNC-1']) {
    expect(await ada.call(api.byKey, { params: { key }, query: {} })).toMatchObject({ id })
  }
  expect(await move(ada, id, there)).toMatchObject({ status: 200, body: { sequence_id: 1 } })
  expect((await addItem(ada, 'next')).sequence_id).toBe(2)
})

it('is for members of both projects, and leaves everything as it was otherwise', async () => {
  const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const there = await another(ada)
  const { eve } = await projectOf('eve')
  const { id } = await addItem(ada, 'stays')
  const before = await rowsOf(ada)
  const pk = (project_id: string) => ({
    status: 400,
    body: { project_id: [`Invalid pk "${project_id}" - object does not exist.`] },
  })
  expect(await move(gus, id, there)).toEqual(refused)
  expect(await move(mel, id, there)).toEqual(pk(there.place.project_id ?? ''))
  expect(await move(ada, id, eve)).toEqual(pk(eve.place.project_id ?? ''))
  expect(await move(ada, nobody, there)).toMatchObject({ status: 404 })
  expect(await move(ada, id, ada)).toMatchObject({ status: 400 })
  const members = [{ member_id: mel.user_id, role: GUEST }]
  await there.call(projectMembersApi.add, { body: { members } })
  expect(await move(mel, id, there)).toEqual(refused)
  expect(await rowsOf(ada)).toEqual(before)
  expect(await rowsOf(there)).toEqual([])
})

it('stands in a state of the same group where none is called the same', async () => {
  const { ada } = await projectOf('ada')
  const there = await another(ada)
  const state = await ada.call(statesApi.create, {
    body: { name: 'Shipped', color: '#16a34a', group: 'completed' },
  })
  const { id } = await addItem(ada, 'done', { state_id: state.id })
  const moved = await move(ada, id, there)
  expect(moved.body).toMatchObject({
    state_id: await stateOf(there, 'completed'),
    completed_at: expect.any(String),
  })
})

it('takes several along at once, or none where one cannot go', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const there = await another(ada)
  const project_id = there.place.project_id ?? ''
  const [one, two, three] = [
    await addItem(ada, 'one'),
    await addItem(ada, 'two'),
    await addItem(ada, 'three'),
  ]
  const moveAll = (client: Client, ...issue_ids: string[]) =>
    client.attempt(api.bulkMove, { body: { issue_ids, project_id } })
  expect(await moveAll(ada, one.id, nobody)).toMatchObject({ status: 404 })
  expect(await moveAll(gus, one.id)).toEqual(refused)
  expect(await moveAll(ada)).toEqual({ status: 400, body: { error: 'Issue IDs are required' } })
  expect(await rowsOf(there)).toEqual([])
  const { status, body } = await moveAll(ada, two.id, one.id)
  expect(status).toBe(200)
  expect(body).toHaveLength(2)
  expect((await rowsOf(there)).map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted())
  expect((await rowsOf(ada)).map(({ id }) => id)).toEqual([three.id])
})
