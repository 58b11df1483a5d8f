import {
  statesApi as api,
  applyStateEvent,
  GUEST,
  MEMBER,
  projectsApi,
  type State,
  type StateEvent,
  type StateGroup,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { workspaceOf, projectOf, stranger, database } = await testServer()
const { db } = database
const refused = { status: 403, body: { error: "You don't have the required permissions." } }
const missing = { status: 404, body: { error: 'The required object does not exist.' } }
const done = { status: 204, body: null }
const review = { name: 'Review', color: '#ff0000', group: 'started' as const }

const statesOf = (client: Client) => client.call(api.list)
async function stateIn(client: Client, group: StateGroup): Promise<State> {
  const state = (await statesOf(client)).find((one) => one.group === group)
  if (!state) throw new Error(`no state in ${group}`)
  return state
}
const triageOf = async (client: Client) =>
  (
    await sql<{ id: string }>`select id from states
      where project_id = ${client.place.project_id} and "group" = 'triage'`.execute(db)
  ).rows[0]?.id ?? ''

async function attemptInVain(client: Client, action: () => Promise<unknown>) {
  const before = await statesOf(client)
  let answer: unknown
  expect(
    await client.eventsOf(async () => {
      answer = await action()
    }),
  ).toEqual([])
  expect(await statesOf(client)).toEqual(before)
  return answer
}

describe('the list', () => {
  it('tells each state’s place in its group; the triage state is nowhere', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    await ada.call(api.create, { body: review })
    const states = await statesOf(gus)
    expect(states.map(({ name, sequence, order }) => [name, sequence, order])).toEqual([
      ['Backlog', 15000, 1],
      ['Todo', 25000, 1],
      ['In Progress', 35000, 0.5],
      ['Done', 45000, 1],
      ['Cancelled', 55000, 1],
      ['Review', 70000, 1],
    ])
    const grouped = (await gus.call(api.list, { query: { grouped: 'true' } })) as unknown
    expect(grouped).toEqual(
      Object.fromEntries(
        ['backlog', 'unstarted', 'started', 'completed', 'cancelled'].map((group) => [
          group,
          states.filter((state) => state.group === group),
        ]),
      ),
    )
    const triage = await triageOf(ada)
    expect(await ada.attempt(api.get, { params: { id: triage } })).toEqual(missing)
    const body = { name: 'x' }
    expect(await ada.attempt(api.change, { params: { id: triage }, body })).toEqual(missing)
    expect(await ada.attempt(api.remove, { params: { id: triage } })).toEqual(missing)
    const answer = await attemptInVain(ada, () =>
      ada.attempt(api.markDefault, { params: { id: triage } }),
    )
    expect(answer).toEqual(missing)
  })

  it('of the workspace holds those of the projects one is in', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    await ada.call(projectsApi.create, { body: { name: 'Two', identifier: 'TWO' } })
    expect(await mel.call(api.listOfWorkspace)).toEqual(await statesOf(mel))
    const all = await ada.call(api.listOfWorkspace)
    expect(all).toHaveLength(10)
    expect(all.filter(({ group }) => group === 'started').map(({ order }) => order)).toEqual([
      0.5, 1,
    ])
    const { eve } = await workspaceOf('eve')
    expect(await eve.call(api.listOfWorkspace)).toEqual([])
    expect(await eve.at(ada.place).attempt(api.listOfWorkspace)).toEqual(refused)
  })
})

describe('creating', () => {
  it('puts it behind the others, whatever sequence was sent', async () => {
    const { ada } = await projectOf('ada')
    const body = { ...review, name: ' Review ', description: 'Somebody reads it', sequence: 1 }
    const answer = await ada.attempt(api.create, { body })
    expect(answer).toMatchObject({
      status: 200,
      body: { name: 'Review', group: 'started', sequence: 70000, default: false },
    })
    const { id } = answer.body as State
    expect(await ada.call(api.get, { params: { id } })).toEqual(answer.body)
    expect(answer.body).not.toHaveProperty('order')
    const plain = await ada.call(api.create, { body: { name: 'Idea', color: '#000' } })
    expect(plain).toMatchObject({ group: 'backlog', description: '', sequence: 85000 })
  })

  it('gives twenty at once twenty places', async () => {
    const { ada } = await projectOf('ada')
    const names = Array.from({ length: 20 }, (_, n) => `s${n}`)
    const states = await Promise.all(
      names.map((name) => ada.call(api.create, { body: { ...review, name } })),
    )
    expect(new Set(states.map(({ sequence }) => sequence)).size).toBe(20)
  })

  it.each([
    [{ color: '#000' }, { name: ['This field is required.'] }],
    [{ name: 'x' }, { color: ['This field is required.'] }],
    [{ ...review, name: ' ' }, { name: ['This field may not be blank.'] }],
    [{ ...review, color: '' }, { color: ['This field may not be blank.'] }],
    [
      { ...review, name: 'x'.repeat(256) },
      { name: ['Ensure this field has no more than 255 characters.'] },
    ],
    [{ ...review, group: 'triage' }, { group: ['"triage" is not a valid choice.'] }],
    [{ ...review, name: 'Todo' }, { name: 'The state name is already taken' }],
  ])('refuses %o', async (body, answer) => {
    const { ada } = await projectOf('ada')
    const create = () => ada.attempt(api.create, { body: body as never })
    expect(await attemptInVain(ada, create)).toEqual({ status: 400, body: answer })
  })
})

describe('changing', () => {
  it('changes what is sent; a name may be had again after its state is gone', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await ada.call(api.create, { body: review })
    const params = { id }
    const moved = await ada.call(api.change, { params, body: { group: 'completed', sequence: 5 } })
    expect(moved).toMatchObject({ ...review, group: 'completed', sequence: 5 })
    expect((await statesOf(ada))[0]).toMatchObject({ id, order: 0.5 })
    const taken = { status: 400, body: { name: 'The state name is already taken' } }
    const rename = () => ada.attempt(api.change, { params, body: { name: 'Done' } })
    expect(await attemptInVain(ada, rename)).toEqual(taken)
    expect(await ada.attempt(api.replace, { params, body: { name: 'x' } as never })).toEqual({
      status: 400,
      body: { color: ['This field is required.'] },
    })
    const put = { name: 'Reviewed', color: '#00ff00' }
    expect(await ada.call(api.replace, { params, body: put })).toMatchObject(put)
    await ada.call(api.remove, { params })
    expect(await ada.attempt(api.create, { body: { ...review, ...put } })).toMatchObject({
      status: 200,
    })
  })

  it('keeps exactly one default, also when all are marked at once', async () => {
    const { ada } = await projectOf('ada')
    const [backlog] = await statesOf(ada)
    const todo = await stateIn(ada, 'unstarted')
    expect(await ada.attempt(api.markDefault, { params: { id: todo.id } })).toEqual(done)
    const defaults = async () =>
      (await statesOf(ada)).filter((state) => state.default).map(({ id }) => id)
    expect(await defaults()).toEqual([todo.id])
    expect((await ada.call(workItemsApi.create, { body: { name: 'x' } })).state_id).toBe(todo.id)
    await ada.call(api.change, { params: { id: backlog?.id ?? '' }, body: { default: true } })
    expect(await defaults()).toEqual([backlog?.id])
    await ada.call(api.change, { params: { id: backlog?.id ?? '' }, body: { default: false } })
    expect(await defaults()).toEqual([backlog?.id])
    const { id } = await ada.call(api.create, { body: { ...review, default: true } })
    expect(await defaults()).toEqual([id])
    const all = await statesOf(ada)
    const answers = await Promise.all(
      all.map((state) => ada.attempt(api.markDefault, { params: { id: state.id } })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await defaults()).toHaveLength(1)
  })
})

// @cap:flow.limits
describe('the limit of work in progress', () => {
  it('is set, changed, removed, and told to the others', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { id } = await ada.call(api.create, { body: { ...review, wip_limit: 4 } })
    const limitOf = async () => (await statesOf(gus)).find((state) => state.id === id)?.wip_limit
    expect(await limitOf()).toBe(4)
    const params = { id }
    const events = await gus.eventsOf(() =>
      ada.call(api.change, { params, body: { wip_limit: 2 } }),
    )
    expect(events).toMatchObject([{ type: 'state.saved', state: { id, wip_limit: 2 } }])
    await ada.call(api.change, { params, body: { name: 'Reading' } })
    expect(await limitOf()).toBe(2)
    await ada.call(api.change, { params, body: { wip_limit: null } })
    expect(await limitOf()).toBeNull()
    expect((await stateIn(gus, 'backlog')).wip_limit).toBeNull()
  })

  it('only warns: more items may be put into the state', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await stateIn(ada, 'started')
    await ada.call(api.change, { params: { id }, body: { wip_limit: 1 } })
    for (const name of ['One', 'Two']) {
      const body = { name, state_id: id }
      expect(await ada.attempt(workItemsApi.create, { body })).toMatchObject({ status: 201 })
    }
  })

  it.each([0, -1, 1.5, 10_000, 'many'])('refuses %o', async (wip_limit) => {
    const { ada } = await projectOf('ada')
    const { id } = await stateIn(ada, 'started')
    const change = () => ada.attempt(api.change, { params: { id }, body: { wip_limit } as never })
    expect(await attemptInVain(ada, change)).toMatchObject({ status: 400 })
    const create = () => ada.attempt(api.create, { body: { ...review, wip_limit } as never })
    expect(await attemptInVain(ada, create)).toMatchObject({ status: 400 })
  })
})

describe('deleting', () => {
  it('is refused for the default and for one that holds items', async () => {
    const { ada } = await projectOf('ada')
    const [backlog] = await statesOf(ada)
    const todo = await stateIn(ada, 'unstarted')
    const remove = (id: string) => () => ada.attempt(api.remove, { params: { id } })
    expect(await attemptInVain(ada, remove(backlog?.id ?? ''))).toEqual({
      status: 400,
      body: { error: 'Default state cannot be deleted' },
    })
    const item = await ada.call(workItemsApi.create, { body: { name: 'x', state_id: todo.id } })
    expect(await attemptInVain(ada, remove(todo.id))).toEqual({
      status: 400,
      body: { error: 'The state is not empty, only empty states can be deleted' },
    })
    await sql`update work_items set archived_at = now() where id = ${item.id}`.execute(db)
    await ada.call(projectsApi.change, { body: { close_in: 1, default_state: todo.id } })
    expect(await remove(todo.id)()).toEqual(done)
    expect(await remove(todo.id)()).toEqual(missing)
    const moved = await sql<{ state_id: string }>`
      select state_id from work_items where id = ${item.id}`.execute(db)
    expect(moved.rows).toEqual([{ state_id: backlog?.id }])
    expect(await ada.call(projectsApi.get)).toMatchObject({ default_state: null })
  })

  it('and putting an item into it at once never leaves an item in a deleted state', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { ada } = await projectOf('ada')
      const { id } = await ada.call(api.create, { body: review })
      const [removed, created] = await Promise.all([
        ada.attempt(api.remove, { params: { id } }),
        ada.attempt(workItemsApi.create, { body: { name: 'x', state_id: id } }),
      ])
      expect([
        [204, 400],
        [400, 201],
      ]).toContainEqual([removed.status, created.status])
    }
  })
})

it('only administrators write; strangers to the project see nothing', async () => {
  const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const { id } = await stateIn(ada, 'started')
  const params = { id }
  const body = review
  for (const call of [api.create, api.change, api.replace, api.markDefault, api.remove]) {
    for (const client of [mel, gus, eve.at(ada.place)]) {
      expect(await client.attempt(call, { params, body } as never)).toEqual(refused)
    }
    expect(await stranger.at(ada.place).attempt(call, { params } as never)).toMatchObject({
      status: 401,
    })
    if (call !== api.create) {
      expect(await eve.attempt(call, { params, body } as never)).toEqual(missing)
    }
  }
  expect(await gus.attempt(api.get, { params })).toMatchObject({ status: 200 })
  expect(await eve.attempt(api.get, { params })).toEqual(missing)
  expect(await eve.at(ada.place).attempt(api.list)).toEqual(refused)
})

it('other browsers hear enough to keep the list right, guests’ too', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  const { id } = await ada.call(api.create, { body: review })
  const params = { id }
  const todo = await stateIn(ada, 'unstarted')
  for (const action of [
    () => ada.call(api.create, { body: { ...review, name: 'More', default: true } }),
    () => ada.call(api.change, { params, body: { group: 'unstarted', sequence: 1 } }),
    () => ada.call(api.markDefault, { params: { id: todo.id } }),
    () => ada.call(api.remove, { params }),
  ]) {
    const before = await statesOf(gus)
    const events = (await ada.eventsOf(action)) as StateEvent[]
    expect(events.reduce(applyStateEvent, before)).toEqual(await statesOf(gus))
  }
  const { rows } = await sql<{ all: boolean }>`
    select bool_and(for_everyone) as all from events
    where project_id = ${ada.place.project_id} and type like 'state.%'`.execute(db)
  expect(rows).toEqual([{ all: true }])
})
