import {
  projectOverviewApi as api,
  GUEST,
  initiativesApi,
  MEMBER,
  pagesApi,
  projectsApi,
} from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { addItem, missing, nobody, refused, stateOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger } = await testServer()
const no = (body: unknown) => ({ status: 400, body })
const overviewOf = (client: Client) => client.call(api.get)
const addLink = (client: Client, url: string, title?: string) =>
  client.call(api.addLink, { body: { url, ...(title && { title }) } })

describe('the overview', () => {
  it('counts the project’s items by the group of their state', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    for (const group of ['backlog', 'unstarted', 'started', 'completed', 'completed']) {
      await addItem(ada, group, { state_id: await stateOf(ada, group) })
    }
    expect((await overviewOf(mel)).progress).toEqual({
      ...{ total_issues: 5, backlog_issues: 1, unstarted_issues: 1, started_issues: 1 },
      ...{ completed_issues: 2, cancelled_issues: 0 },
    })
  })

  it('counts for a guest who sees only their own items just these', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    await addItem(ada, 'hidden')
    expect((await overviewOf(gus)).progress).toMatchObject({ total_issues: 0 })
    await ada.call(projectsApi.change, { body: { guest_view_all_features: true } })
    expect((await overviewOf(gus)).progress).toMatchObject({ total_issues: 1 })
  })

  it('names the five pages changed last that the reader may see', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    for (const name of ['1', '2', '3', '4', '5', '6']) {
      await ada.call(pagesApi.create, { body: { name } })
    }
    await ada.call(pagesApi.create, { body: { name: 'private', access: 1 } })
    const names = async (client: Client) => (await overviewOf(client)).pages.map(({ name }) => name)
    expect(await names(mel)).toEqual(['6', '5', '4', '3', '2'])
    expect(await names(ada)).toEqual(['private', '6', '5', '4', '3'])
  })

  it('names the initiatives that have the project, but to no guest', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const body = { name: 'North', project_ids: [ada.place.project_id ?? ''] }
    const { id } = await ada.call(initiativesApi.create, { body })
    expect((await overviewOf(ada)).initiatives).toEqual([{ id, name: 'North' }])
    expect((await overviewOf(gus)).initiatives).toEqual([])
  })
})

describe('the dates of a project', () => {
  it('are set, cleared and refused where they are reversed', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const days = { start_date: '2026-09-07', target_date: '2026-12-11' }
    expect(await ada.call(projectsApi.change, { body: days })).toMatchObject(days)
    const reversed = no({ non_field_errors: ['Start date cannot exceed target date'] })
    for (const body of [{ start_date: '2026-12-12' }, { target_date: '2026-09-06' }]) {
      expect(await ada.attempt(projectsApi.change, { body })).toEqual(reversed)
    }
    expect(await ada.attempt(projectsApi.change, { body: { start_date: '7.9.' } })).toMatchObject({
      status: 400,
    })
    expect(await mel.attempt(projectsApi.change, { body: days })).toEqual(refused)
    expect(await mel.call(projectsApi.get)).toMatchObject(days)
    const none = { start_date: null, target_date: null }
    expect(await ada.call(projectsApi.change, { body: none })).toMatchObject(none)
  })
})

describe('the links of a project', () => {
  it('are added, changed and removed by its members, newest first', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const first = await addLink(ada, 'https://example.com/map', 'Map')
    const second = await addLink(mel, 'example.com/hut')
    expect(second).toMatchObject({ url: 'http://example.com/hut', title: null })
    const params = { id: first.id }
    await mel.call(api.changeLink, { params, body: { title: 'The map' } })
    expect(await ada.call(api.links)).toMatchObject([{ id: second.id }, { title: 'The map' }])
    const events = await ada.eventsOf(() => ada.call(api.removeLink, { params }))
    expect(events).toMatchObject([{ type: 'project_link.removed', id: first.id }])
    expect(await ada.call(api.links)).toHaveLength(1)
    expect(await ada.attempt(api.removeLink, { params })).toEqual(missing)
    expect(await addLink(ada, 'https://example.com/map')).toMatchObject({ title: null })
  })

  it('are refused twice, and where they lead nowhere', async () => {
    const { ada } = await projectOf('ada')
    await addLink(ada, 'https://example.com/')
    const add = (url: string) => ada.attempt(api.addLink, { body: { url } })
    expect(await add('https://example.com/')).toEqual(no({ error: 'URL already exists.' }))
    expect(await add('javascript:alert(1)')).toEqual(no({ url: ['Enter a valid URL.'] }))
    expect(await ada.call(api.links)).toHaveLength(1)
  })

  it('are read by guests, and changed by none', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const { id } = await addLink(ada, 'https://example.com/')
    expect(await gus.call(api.links)).toHaveLength(1)
    const body = { url: 'https://example.com/2' }
    expect(await gus.attempt(api.addLink, { body })).toEqual(refused)
    expect(await gus.attempt(api.changeLink, { params: { id }, body })).toEqual(refused)
    expect(await eve.attempt(api.changeLink, { params: { id }, body })).toEqual(missing)
    expect(await eve.at(ada.place).attempt(api.links)).toEqual(refused)
    expect(await stranger.at(ada.place).attempt(api.links)).toMatchObject({ status: 401 })
    expect(await ada.attempt(api.removeLink, { params: { id: nobody } })).toEqual(missing)
  })
})
