import {
  favoritesApi as api,
  applyFavoriteEvent,
  applyProjectEventToFavorites,
  type Favorite,
  type FavoriteEvent,
  GUEST,
  type LiveEvent,
  MEMBER,
  type ProjectEvent,
  projectMembersApi,
  projectsApi,
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

const here = ({ place }: Client) => place.project_id ?? ''
const all = (client: Client) => client.call(api.list, { query: { all: 'true' } })
const folder = (client: Client, name: string) =>
  client.call(api.create, { body: { entity_type: 'folder', is_folder: true, name } })
const star = (client: Client, id = here(client), more = {}) =>
  client.call(api.create, {
    body: { entity_type: 'project', entity_identifier: id, project_id: id, ...more },
  })
async function another(client: Client, name: string) {
  const { id } = await client.call(projectsApi.create, { body: { name, identifier: name } })
  return id
}
const noSuch = (field: string, id: string) => ({
  status: 400,
  body: { [field]: [`Invalid pk "${id}" - object does not exist.`] },
})

describe('adding', () => {
  it('puts each above the others and marks the project', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const two = await another(ada, 'TWO')
    const first = await star(ada)
    expect(first).toEqual({
      id: first.id,
      entity_type: 'project',
      entity_identifier: here(ada),
      entity_data: { id: here(ada), name: 'Trail Maps', logo_props: {} },
      name: null,
      is_folder: false,
      sequence: 65535,
      parent: null,
      workspace_id: first.workspace_id,
      project_id: here(ada),
    })
    const second = await star(ada, two)
    expect(second.sequence).toBe(75535)
    expect(await ada.call(api.list)).toEqual([second, first])
    expect(await ada.call(projectsApi.get)).toMatchObject({ is_favorite: true })
    expect(await gus.call(projectsApi.get)).toMatchObject({ is_favorite: false })
    expect(await star(gus)).toMatchObject({ sequence: 65535 })
  })

  // @cap:favorites.no-duplicates
  it('the same twice, or ten times at once, keeps one', async () => {
    const { ada } = await projectOf('ada')
    const first = await star(ada)
    const others = await Promise.all(Array.from({ length: 10 }, () => star(ada)))
    for (const other of others) expect(other).toEqual(first)
    expect(await all(ada)).toEqual([first])

    const { bob } = await projectOf('bob')
    const answers = await Promise.all(Array.from({ length: 10 }, () => star(bob)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await all(bob)).toHaveLength(1)
  })

  it.each([
    [{}, { entity_type: ['This field is required.'] }],
    [{ entity_type: 'planet' }, { entity_type: ['"planet" is not a valid choice.'] }],
    [{ entity_type: 'project' }, { entity_identifier: ['This field is required.'] }],
    [{ entity_type: 'folder' }, { name: ['This field is required.'] }],
    [{ entity_type: 'folder', name: '  ' }, { name: ['This field is required.'] }],
  ])('refuses %o', async (body, answer) => {
    const { ada } = await projectOf('ada')
    expect(await ada.attempt(api.create, { body: body as never })).toEqual({
      status: 400,
      body: answer,
    })
    expect(await all(ada)).toEqual([])
  })

  it('is for what one may see', async () => {
    const { ada, mel, gus } = await workspaceOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const open = await another(ada, 'OPEN')
    const secret = await ada.call(projectsApi.create, {
      body: { name: 'Secret', identifier: 'SECRET', network: 0 },
    })
    const attempt = (client: Client, entity_identifier: string, entity_type = 'project') =>
      client.attempt(api.create, { body: { entity_type, entity_identifier } as never })
    for (const [client, id] of [
      [mel, secret.id],
      [gus, open],
      [mel, here(eve)],
      [mel, crypto.randomUUID()],
    ] as const) {
      expect(await attempt(client, id)).toEqual(noSuch('entity_identifier', id))
      expect(await client.attempt(api.addProject, { body: { project: id } })).toEqual(
        noSuch('project', id),
      )
    }
    expect(await attempt(mel, open)).toMatchObject({ status: 200 })
    expect(await attempt(mel, open, 'cycle')).toEqual(noSuch('entity_identifier', open))
  })
})

describe('the list', () => {
  it('leaves out projects one is no longer in', async () => {
    const { mel } = await projectOf('ada', ['mel', MEMBER])
    await star(mel)
    await mel.call(projectMembersApi.leave)
    expect(await all(mel)).toEqual([])
    expect(await mel.call(api.listProjects)).toEqual([])
  })

  // @cap:favorites.personal with guests, as decided: any role keeps favorites of what it sees
  it('is one’s own, in this workspace', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const { id } = await star(ada)
    expect(await all(mel)).toEqual([])
    expect(await all(gus)).toEqual([])
    const { id: his } = await star(gus)
    expect(await all(gus)).toMatchObject([{ id: his }])
    expect(await all(ada)).toMatchObject([{ id }])
    const { eve } = await projectOf('eve')
    for (const client of [mel, eve]) {
      const params = { id }
      expect(await client.attempt(api.change, { params, body: { sequence: 1 } })).toEqual(missing)
      expect(await client.attempt(api.remove, { params })).toEqual(missing)
      expect(await client.attempt(api.inFolder, { params })).toEqual(missing)
    }
    for (const call of [api.list, api.create, api.listProjects, api.addProject]) {
      expect(await eve.at(ada.place).attempt(call)).toEqual(refused)
      expect(await stranger.at(ada.place).attempt(call)).toMatchObject({ status: 401 })
    }
  })

  it('shows a thing by its new name, and not at all once it is gone', async () => {
    const { ada } = await projectOf('ada')
    await star(ada)
    await ada.call(projectsApi.change, { body: { name: 'Renamed' } })
    expect(await all(ada)).toMatchObject([{ entity_data: { name: 'Renamed' } }])
    await ada.call(projectsApi.remove)
    expect(await all(ada)).toEqual([])
  })
})

describe('folders', () => {
  it('hold favorites, one level deep, and take them along', async () => {
    const { ada } = await projectOf('ada')
    const two = await another(ada, 'TWO')
    const [box, other] = [await folder(ada, ' Box '), await folder(ada, 'Other')]
    expect(box).toMatchObject({ name: 'Box', is_folder: true, entity_type: 'folder' })
    expect(box).toMatchObject({ entity_identifier: null, entity_data: null, project_id: null })
    const inside = await star(ada, two, { parent: box.id })
    const outside = await star(ada)
    expect((await ada.call(api.list)).map(({ id }) => id)).toEqual([outside.id, other.id, box.id])
    expect(await all(ada)).toHaveLength(4)
    expect(await ada.call(api.inFolder, { params: { id: box.id } })).toEqual([inside])
    const params = { id: outside.id }
    const put = (parent: string | null) => ada.attempt(api.change, { params, body: { parent } })
    expect(await put(box.id)).toMatchObject({ status: 200, body: { parent: box.id } })
    expect(await put(null)).toMatchObject({ status: 200, body: { parent: null } })
    for (const parent of [outside.id, inside.id, crypto.randomUUID()]) {
      expect(await put(parent)).toEqual(noSuch('parent', parent))
    }
    const nest = { params: { id: other.id }, body: { parent: box.id } }
    expect(await ada.attempt(api.change, nest)).toEqual(noSuch('parent', box.id))

    await put(box.id)
    expect(await ada.attempt(api.remove, { params: { id: box.id } })).toEqual(done)
    expect((await all(ada)).map(({ id }) => id)).toEqual([other.id])
    expect(await ada.call(projectsApi.get)).toMatchObject({ is_favorite: false })
    expect(await ada.attempt(api.inFolder, { params: { id: box.id } })).toEqual(missing)
  })

  it('have names of their own', async () => {
    const { ada, mel } = await workspaceOf('ada', ['mel', MEMBER])
    const [box, other] = [await folder(ada, 'Box'), await folder(ada, 'Other')]
    await folder(mel, 'Box')
    const exists = { status: 400, body: { name: ['Folder already exists'] } }
    const body = { entity_type: 'folder' as const, name: 'Box' }
    expect(await ada.attempt(api.create, { body })).toEqual(exists)
    const params = { id: other.id }
    const rename = (name: string) => ada.attempt(api.change, { params, body: { name } })
    expect(await rename('Box')).toEqual(exists)
    expect(await rename(' ')).toEqual({
      status: 400,
      body: { name: ['This field is required.'] },
    })
    expect(await rename('Chest')).toMatchObject({ status: 200, body: { name: 'Chest' } })
    const moved = { params: { id: box.id }, body: { sequence: 12.5 } }
    expect(await ada.call(api.change, moved)).toEqual({ ...box, sequence: 12.5 })
  })
})

it('projects are also kept by the calls of their own', async () => {
  const { ada } = await projectOf('ada')
  const body = { project: here(ada) }
  expect(await ada.attempt(api.addProject, { body })).toEqual(done)
  expect(await ada.attempt(api.addProject, { body })).toEqual({
    status: 400,
    body: { error: 'The payload is not valid' },
  })
  expect(await ada.call(api.listProjects)).toEqual(await all(ada))
  expect(await ada.attempt(api.removeProject)).toEqual(done)
  expect(await ada.attempt(api.removeProject)).toEqual(missing)
  expect(await ada.call(projectsApi.get)).toMatchObject({ is_favorite: false })
})

it('the person’s other browsers, and nobody else’s, hear enough to keep their list right', async () => {
  const { ada } = await projectOf('ada', ['mel', MEMBER])
  const two = await another(ada, 'TWO')
  const box = await folder(ada, 'Box')
  const inside = await star(ada, two, { parent: box.id })
  const heard = (favorites: Favorite[], event: LiveEvent) => {
    if (event.type.startsWith('favorite.')) {
      return applyFavoriteEvent(favorites, event as FavoriteEvent)
    }
    return event.type.startsWith('project.')
      ? applyProjectEventToFavorites(favorites, event as ProjectEvent)
      : favorites
  }
  for (const action of [
    () => star(ada),
    () => ada.call(api.change, { params: { id: inside.id }, body: { parent: null, sequence: 1 } }),
    () => ada.call(projectsApi.change, { body: { name: 'Renamed' } }),
    () => ada.call(projectsApi.archive),
    () => ada.call(api.remove, { params: { id: box.id } }),
    () => ada.at({ project_id: two }).call(projectsApi.remove),
  ]) {
    const before = await all(ada)
    const events = await ada.eventsOf(action)
    expect(events.reduce(heard, before)).toEqual(await all(ada))
  }
  const { rows } = await sql<{ to_users: string[] }>`
    select distinct to_users from events e
    where type like 'favorite.%' and ${ada.user_id}::uuid = any (to_users)`.execute(db)
  expect(rows).toEqual([{ to_users: [ada.user_id] }])
})
