import { GUEST, MEMBER } from '@cairn/contract'
import { teamspacesV1 as api } from '@cairn/contract/v1'
import { expect, it } from 'vitest'
import { nobody } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { done, missing, notAllowed, programServer } from '#test/programs.ts'

const { programsOf, refusesStrangers } = await programServer()

const refusal = (status: number, body: object) => ({ status, body })
const add = (client: Client, name: string, more = {}) =>
  client.call(api.create, { body: { name, ...more } })
const at = (teamspace_id: string) => ({ params: { teamspace_id } })
const idsIn = (rows: { id: string }[]) => rows.map(({ id }) => id)

it('creates, reads, changes and deletes', async () => {
  const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
  const team = await add(ada, ' Maps ', { lead: mel.user_id, description_html: '<p>x</p>' })
  expect(team).toEqual({
    ...{ id: expect.any(String), name: 'Maps', description_html: '<p>x</p>', logo_props: {} },
    ...{ lead: mel.user_id, sort_order: 65535, workspace: expect.any(String) },
    ...{ created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null },
    ...{ created_by: ada.user_id, updated_by: null },
  })
  expect(await mel.call(api.get, at(team.id))).toEqual(team)
  const body = { name: 'Paths', lead: null }
  expect(await mel.call(api.change, { ...at(team.id), body })).toMatchObject(body)
  expect(await ada.attempt(api.create, { body: { name: 'x', lead: nobody } })).toEqual(
    refusal(400, { lead: [`Invalid pk "${nobody}" - object does not exist.`] }),
  )
  const other = await add(ada, 'Other')
  expect(await ada.call(api.list)).toMatchObject({
    total_count: 2,
    results: [{ id: other.id }, { id: team.id }],
  })
  const query = { order_by: 'name', per_page: '1', fields: 'name' }
  expect((await ada.call(api.list, { query })).results).toEqual([{ name: 'Other' }])
  expect(await ada.attempt(api.list, { query: { order_by: 'x' } })).toMatchObject({ status: 400 })
  expect(await ada.attempt(api.remove, at(team.id))).toEqual(done)
  expect(await ada.attempt(api.get, at(team.id))).toEqual(missing)
})

it('people and projects are put in and taken out', async () => {
  const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
  const { id } = await add(ada, 'Maps')
  const member_ids = [mel.user_id]
  const people = await ada.call(api.addMembers, { ...at(id), body: { member_ids } })
  expect(idsIn(people)).toEqual([ada.user_id, mel.user_id].sort())
  const page = await ada.call(api.members, { ...at(id), query: { per_page: '1' } })
  expect(page).toMatchObject({ total_count: 2, next_page_results: true, results: [people[0]] })
  expect(await ada.attempt(api.removeMembers, { ...at(id), body: { member_ids } })).toEqual(done)
  expect(idsIn((await ada.call(api.members, at(id))).results)).toEqual([ada.user_id])
  expect(await ada.attempt(api.removeMembers, { ...at(id), body: { member_ids } })).toEqual(missing)
  const stranger = { member_ids: [nobody] }
  expect(await ada.attempt(api.addMembers, { ...at(id), body: stranger })).toMatchObject({
    status: 400,
    body: { member_ids: {} },
  })

  const project_ids = [ada.place.project_id ?? '']
  expect(await ada.call(api.addProjects, { ...at(id), body: { project_ids } })).toMatchObject([
    { id: project_ids[0], name: 'Trail Maps', identifier: 'TRAIL' },
  ])
  expect((await ada.call(api.projects, at(id))).total_count).toBe(1)
  expect(await ada.attempt(api.removeProjects, { ...at(id), body: { project_ids } })).toEqual(done)
  expect((await ada.call(api.projects, at(id))).results).toEqual([])
})

it('who is not in it sees nothing of it, guests are not let in, nor are strangers', async () => {
  const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const { bob } = await programsOf('bob')
  const { id } = await add(ada, 'Maps')
  const body = { name: 'x', member_ids: [mel.user_id], project_ids: [ada.place.project_id ?? ''] }
  const input = { ...at(id), body }
  for (const endpoint of Object.values(api)) {
    await refusesStrangers(endpoint, ada, input)
    expect(await gus.attempt(endpoint, input as never)).toEqual(notAllowed)
  }
  const { list, create, remove, ...inside } = api
  for (const endpoint of Object.values(inside)) {
    expect(await mel.attempt(endpoint, input as never)).toEqual(missing)
    expect(await bob.attempt(endpoint, input as never)).toEqual(missing)
  }
  expect(await mel.attempt(create, input)).toEqual(notAllowed)
  expect((await mel.call(list)).results).toEqual([])
  await ada.call(api.addMembers, { ...at(id), body: { member_ids: [mel.user_id] } })
  expect(await mel.attempt(api.change, input)).toMatchObject({ status: 403 })
  expect(await mel.call(api.get, at(id))).toMatchObject({ name: 'Maps' })
})
