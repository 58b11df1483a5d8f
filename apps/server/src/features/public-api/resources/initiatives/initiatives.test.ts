import { GUEST, MEMBER } from '@cairn/contract'
import { initiativesV1 as api, epicsV1 } from '@cairn/contract/v1'
import { expect, it } from 'vitest'
import { nobody } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { done, missing, notAllowed, programServer } from '#test/programs.ts'

const { programsOf, refusesStrangers } = await programServer()

const add = (client: Client, name: string, more = {}) =>
  client.call(api.create, { body: { name, ...more } })
const at = (initiative_id: string) => ({ params: { initiative_id } })
const noSuch = [`Invalid pk "${nobody}" - object does not exist.`]

it('creates, reads, lists, changes and deletes', async () => {
  const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
  const dates = { start_date: '2026-01-01', end_date: '2026-06-30' }
  const made = await add(mel, ' Maps ', { lead: ada.user_id, ...dates })
  expect(made).toEqual({
    ...{ id: expect.any(String), name: 'Maps', description_html: '<p></p>', logo_props: {} },
    ...{ lead: ada.user_id, ...dates, sort_order: expect.any(Number) },
    ...{ workspace: expect.any(String), created_by: mel.user_id, updated_by: null },
    ...{ created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null },
  })
  expect(await ada.call(api.get, at(made.id))).toEqual(made)
  const body = { name: 'Paths', lead: null, end_date: null }
  expect(await mel.call(api.change, { ...at(made.id), body })).toMatchObject(body)
  const other = await add(ada, 'Other')
  expect(await mel.call(api.list)).toMatchObject({
    total_count: 2,
    results: [{ id: other.id }, { id: made.id, name: 'Paths', lead: null }],
  })
  const query = { order_by: 'name', per_page: '1', fields: 'name' }
  expect((await ada.call(api.list, { query })).results).toEqual([{ name: 'Other' }])
  expect(await ada.attempt(api.remove, at(made.id))).toEqual(done)
  expect(await ada.attempt(api.get, at(made.id))).toEqual(missing)
})

it('refuses dates the wrong way round, people of nowhere, and who neither made nor leads it', async () => {
  const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
  const { id } = await add(ada, 'Maps', { start_date: '2026-02-01' })
  const reversed = { ...at(id), body: { end_date: '2026-01-31' } }
  expect(await ada.attempt(api.change, reversed)).toEqual({
    status: 400,
    body: { non_field_errors: ['Start date cannot exceed end date'] },
  })
  expect(await ada.attempt(api.create, { body: { name: 'x', lead: nobody } })).toEqual({
    status: 400,
    body: { lead: noSuch },
  })
  const input = { ...at(id), body: { name: 'Mine' } }
  expect(await mel.attempt(api.change, input)).toMatchObject({ status: 403 })
  expect(await ada.call(api.get, at(id))).toMatchObject({ name: 'Maps', end_date: null })
})

it('projects and epics are put in and taken out, one by one', async () => {
  const { ada } = await programsOf('ada')
  const { id } = await add(ada, 'Maps')
  const project_ids = [ada.place.project_id ?? '']
  expect(await ada.call(api.addProjects, { ...at(id), body: { project_ids } })).toMatchObject([
    { id: project_ids[0], identifier: 'TRAIL' },
  ])
  await ada.call(api.addProjects, { ...at(id), body: { project_ids } })
  expect((await ada.call(api.projects, at(id))).total_count).toBe(1)

  const one = await ada.call(epicsV1.create, { body: { name: 'Signs' } })
  const two = await ada.call(epicsV1.create, { body: { name: 'Huts' } })
  await ada.call(api.addEpics, { ...at(id), body: { epic_ids: [one.id] } })
  const both = await ada.call(api.addEpics, { ...at(id), body: { epic_ids: [two.id] } })
  expect(both.map(({ name }) => name).sort()).toEqual(['Huts', 'Signs'])
  expect(both[0]).toMatchObject({ project: project_ids[0], state_group: expect.any(String) })
  const page = await ada.call(api.epics, { ...at(id), query: { per_page: '1' } })
  expect(page).toMatchObject({ total_count: 2, next_page_results: true, results: [both[0]] })

  const unknown = { ...at(id), body: { epic_ids: [nobody] } }
  expect(await ada.attempt(api.addEpics, unknown)).toMatchObject({ status: 400 })
  expect(await ada.attempt(api.removeEpics, unknown)).toEqual(missing)
  const first = { ...at(id), body: { epic_ids: [one.id] } }
  expect(await ada.attempt(api.removeEpics, first)).toEqual(done)
  expect((await ada.call(api.epics, at(id))).results).toMatchObject([{ name: 'Huts' }])
  expect(await ada.attempt(api.removeProjects, { ...at(id), body: { project_ids } })).toEqual(done)
  expect((await ada.call(api.projects, at(id))).results).toEqual([])
})

it('lets in neither guests nor strangers, nor anybody of another workspace', async () => {
  const { ada, gus } = await programsOf('ada', ['gus', GUEST])
  const { bob } = await programsOf('bob')
  const { id } = await add(ada, 'Maps')
  const body = { name: 'x', project_ids: [ada.place.project_id ?? ''], epic_ids: [nobody] }
  const input = { ...at(id), body }
  const { list, create, ...inside } = api
  for (const endpoint of Object.values(api)) {
    await refusesStrangers(endpoint, ada, input)
    expect(await gus.attempt(endpoint, input as never)).toEqual(notAllowed)
  }
  for (const endpoint of Object.values(inside)) {
    expect(await bob.attempt(endpoint, input as never)).toEqual(missing)
  }
  expect((await bob.call(list)).results).toEqual([])
})
