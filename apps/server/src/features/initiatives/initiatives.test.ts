import {
  initiativesApi as api,
  epicsApi,
  GUEST,
  type Initiative,
  MEMBER,
  projectsApi,
  statusUpdatesApi,
} from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { addItem, missing, refused, stateOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger } = await testServer()
const no = (body: unknown) => ({ status: 400, body })
const noSuch = (id: string) => [`Invalid pk "${id}" - object does not exist.`]

const make = (client: Client, name: string, more = {}) =>
  client.call(api.create, { body: { name, ...more } })
const at = ({ id }: Initiative) => ({ id })
const addEpic = (client: Client, more = {}) =>
  client.call(epicsApi.create, { body: { name: 'far', ...more } })

// @cap:teamspaces.initiatives
describe('an initiative', () => {
  it('groups projects and epics, and says how many of these are done', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const project_ids = [ada.place.project_id ?? '']
    const [one, two] = [await addEpic(ada), await addEpic(ada)]
    const epic_ids = [one.id, two.id].toSorted()
    const days = { start_date: '2026-03-01', end_date: '2026-05-31' }
    const made = await make(ada, ' North ', {
      ...{ ...days, project_ids, epic_ids, lead_id: mel.user_id },
      description_html: '<p>All of it<script>x</script></p>',
    })
    expect(made).toMatchObject({
      ...{ name: 'North', ...days, project_ids, epic_ids, lead_id: mel.user_id },
      ...{ total_epics: 2, completed_epics: 0, sort_order: 65535, logo_props: {} },
      description_html: '<p>All of it</p>',
    })
    const body = { state_id: await stateOf(ada, 'completed') }
    await ada.call(epicsApi.change, { params: { id: one.id }, body })
    const second = await make(mel, 'South')
    expect(second).toMatchObject({ total_epics: 0, epic_ids: [], sort_order: 55535 })
    expect(await mel.call(api.list)).toMatchObject([
      { name: 'South' },
      { name: 'North', total_epics: 2, completed_epics: 1 },
    ])
  })

  it('counts only epics the reader may see, and keeps the others', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const { id } = await ada.call(projectsApi.create, {
      body: { name: 'Huts', identifier: 'HUTS', network: 0 },
    })
    const hidden = await addEpic(ada.at({ project_id: id }))
    const seen = await addEpic(ada)
    const made = await make(ada, 'North', {
      ...{ epic_ids: [hidden.id, seen.id], lead_id: mel.user_id },
    })
    const params = at(made)
    expect(await mel.call(api.get, { params })).toMatchObject({
      ...{ total_epics: 1, epic_ids: [seen.id] },
    })
    await mel.call(api.change, { params, body: { epic_ids: [] } })
    expect(await ada.call(api.get, { params })).toMatchObject({ epic_ids: [hidden.id] })
    expect(await mel.attempt(api.change, { params, body: { epic_ids: [hidden.id] } })).toEqual(
      no({ epic_ids: { 0: noSuch(hidden.id) } }),
    )
  })

  it('hides secret projects from who is not in them, and keeps those and archived ones', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const add = (name: string, network: number) =>
      ada.call(projectsApi.create, { body: { name, identifier: name, network } })
    const [secret, old] = [await add('HUTS', 0), await add('OLD', 2)]
    const open = ada.place.project_id ?? ''
    const project_ids = [secret.id, old.id, open]
    const made = await make(ada, 'North', { project_ids, lead_id: mel.user_id })
    await ada.at({ project_id: old.id }).call(projectsApi.archive)
    const params = at(made)
    const projectsOf = async (client: Client) =>
      (await client.call(api.get, { params })).project_ids
    expect(await projectsOf(mel)).toEqual([open])
    await mel.call(api.change, { params, body: { project_ids: [] } })
    expect(await projectsOf(ada)).toEqual([secret.id])
    await ada.at({ project_id: old.id }).call(projectsApi.restore)
    expect(await projectsOf(ada)).toEqual([secret.id, old.id].toSorted())
    const body = { project_ids: [secret.id] }
    expect(await mel.attempt(api.change, { params, body })).toEqual(
      no({ project_ids: { 0: noSuch(secret.id) } }),
    )
  })

  it('counts each item once, over projects and epics the reader may see', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const { id: secret_id } = await ada.call(projectsApi.create, {
      body: { name: 'Huts', identifier: 'HUTS', network: 0, is_epic_enabled: true },
    })
    const secret = ada.at({ project_id: secret_id })
    const epic = await addEpic(ada, { target_date: '2026-05-01', assignee_ids: [mel.user_id] })
    const hidden = await addEpic(secret)
    const state_id = await stateOf(ada, 'completed')
    await addItem(ada, 'in both', { parent_id: epic.id, state_id })
    await addItem(ada, 'in the project', { state_id: await stateOf(ada, 'started') })
    await addItem(secret, 'in the hidden epic', { parent_id: hidden.id })
    await addItem(secret, 'elsewhere')
    const open = ada.place.project_id ?? ''
    const made = await make(ada, 'North', {
      ...{ project_ids: [open], epic_ids: [epic.id, hidden.id] },
    })
    const params = at(made)
    const [ofAda, ofMel] = await Promise.all(
      [ada, mel].map((client) => client.call(api.overview, { params })),
    )
    expect(ofAda?.progress).toMatchObject({
      ...{ total_issues: 3, completed_issues: 1, started_issues: 1, backlog_issues: 1 },
    })
    expect(ofMel?.progress).toMatchObject({ total_issues: 2, backlog_issues: 0 })
    expect(ofMel?.projects).toMatchObject([
      { id: open, health: null, progress: { total_issues: 2 } },
    ])
    expect(ofMel?.epics).toMatchObject([
      {
        ...{ id: epic.id, name: 'far', target_date: '2026-05-01', health: null },
        ...{ assignee_ids: [mel.user_id], state_group: 'backlog' },
        progress: { total_issues: 1, completed_issues: 1 },
      },
    ])
    expect(ofAda?.epics).toHaveLength(2)
  })

  it('has the health of the last update of its projects and epics', async () => {
    const { ada } = await projectOf('ada')
    const epic = await addEpic(ada)
    const made = await make(ada, 'North', {
      ...{ project_ids: [ada.place.project_id ?? ''], epic_ids: [epic.id] },
    })
    const body = { health: 'off_track', text: 'x' } as const
    await ada.call(statusUpdatesApi.createForProject, { body: { ...body, health: 'at_risk' } })
    await ada.call(statusUpdatesApi.createForProject, { body: { ...body, health: 'on_track' } })
    await ada.call(statusUpdatesApi.createForEpic, { params: { id: epic.id }, body })
    const overview = await ada.call(api.overview, { params: at(made) })
    expect(overview).toMatchObject({
      projects: [{ health: 'on_track' }],
      epics: [{ health: 'off_track' }],
    })
  })

  it('has members of the workspace, and neither guests nor strangers', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const made = await make(ada, 'North', { member_ids: [mel.user_id] })
    expect(made.member_ids).toEqual([mel.user_id])
    const body = { member_ids: [mel.user_id, gus.user_id] }
    expect(await ada.attempt(api.change, { params: at(made), body })).toEqual(
      no({ member_ids: { 1: noSuch(gus.user_id) } }),
    )
    const emptied = { params: at(made), body: { member_ids: [] } }
    expect(await ada.call(api.change, emptied)).toMatchObject({ member_ids: [] })
  })

  it('is changed by creator, lead or admin, and deleted by creator or admin', async () => {
    const people = await projectOf('ada', ['mel', MEMBER], ['max', MEMBER], ['joe', MEMBER])
    const { ada, mel, max, joe } = people
    const params = at(await make(mel, 'North', { lead_id: max.user_id }))
    const rename = (client: Client) => client.attempt(api.change, { params, body: { name: 'x' } })
    for (const client of [mel, max, ada])
      expect(await rename(client)).toMatchObject({ status: 200 })
    expect(await rename(joe)).toEqual(refused)
    expect(await max.attempt(api.remove, { params })).toEqual(refused)
    expect(await mel.attempt(api.remove, { params })).toEqual({ status: 204, body: null })
    expect(await mel.attempt(api.get, { params })).toEqual(missing)
    const other = at(await make(mel, 'South'))
    expect(await ada.attempt(api.remove, { params: other })).toMatchObject({ status: 204 })
    expect(await ada.call(api.list)).toEqual([])
  })

  it('refuses reversed days, strangers, and what is no epic or no project of the workspace', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const item = await addItem(ada, 'walk')
    const far = await addEpic(eve)
    const foreign = eve.place.project_id ?? ''
    const reversed = { start_date: '2026-03-02', end_date: '2026-03-01' }
    for (const [more, answer] of [
      [reversed, { non_field_errors: ['Start date cannot exceed end date'] }],
      [{ lead_id: gus.user_id }, { lead_id: noSuch(gus.user_id) }],
      [{ lead_id: eve.user_id }, { lead_id: noSuch(eve.user_id) }],
      [{ epic_ids: [item.id] }, { epic_ids: { 0: noSuch(item.id) } }],
      [{ epic_ids: [far.id] }, { epic_ids: { 0: noSuch(far.id) } }],
      [{ project_ids: [foreign] }, { project_ids: { 0: noSuch(foreign) } }],
      [{ name: ' ' }, { name: ['This field may not be blank.'] }],
    ] as const) {
      expect(await ada.attempt(api.create, { body: { name: 'x', ...more } as never })).toEqual(
        no(answer),
      )
    }
    expect(await ada.call(api.list)).toEqual([])
    const params = at(await make(ada, 'North', { start_date: '2026-03-02' }))
    const body = { end_date: '2026-03-01' }
    expect(await ada.attempt(api.change, { params, body })).toMatchObject({ status: 400 })
  })

  it('is told of to all but guests', async () => {
    const { ada } = await projectOf('ada', ['gus', GUEST])
    let id = ''
    const types = async (change: () => Promise<unknown>) =>
      (await ada.eventsOf(change)).map(({ type }) => type)
    expect(
      await types(async () => {
        id = (await make(ada, 'North')).id
      }),
    ).toEqual(['initiative.saved'])
    expect(await types(() => ada.call(api.remove, { params: { id } }))).toEqual([
      'initiative.removed',
    ])
  })
})

it.each(Object.entries(api))('keeps %s from strangers, guests and others', async (_, call) => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const input = { params: at(await make(ada, 'North')), body: { name: 'x' } } as never
  expect(await stranger.at(ada.place).attempt(call, input)).toMatchObject({ status: 401 })
  expect(await gus.attempt(call, input)).toEqual(refused)
  expect(await eve.at(ada.place).attempt(call, input)).toEqual(refused)
})
