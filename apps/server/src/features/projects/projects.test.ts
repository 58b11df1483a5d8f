import {
  projectsApi as api,
  applyProjectEvent,
  GUEST,
  labelsApi,
  MEMBER,
  type ProjectEvent,
  statesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

const { workspaceOf, projectOf, person, database } = await testServer()
const { db } = database
const maps = { name: 'Trail Maps', identifier: ' trail ' }
const refused = { status: 403, body: { error: "You don't have the required permissions." } }

describe('creating a project', () => {
  // @cap:projects.create-seeds
  it('upper-cases the identifier, seeds the states and makes the creator its administrator', async () => {
    const { ada } = await workspaceOf('ada')
    const logo_props = { in_use: 'emoji', emoji: { value: '128507' } }
    const project = await ada.call(api.create, { body: { ...maps, logo_props } })
    expect(project).toMatchObject({
      name: 'Trail Maps',
      identifier: 'TRAIL',
      network: 2,
      logo_props,
      member_role: 20,
      sort_order: 65535,
      members: [ada.user_id],
      cycle_view: true,
      inbox_view: false,
      archived_at: null,
    })
    const inside = ada.at({ project_id: project.id })
    const states = await inside.call(statesApi.list)
    expect(
      states.map(({ name, color, group, default: isDefault }) => [name, color, group, isDefault]),
    ).toEqual([
      ['Backlog', '#60646C', 'backlog', true],
      ['Todo', '#60646C', 'unstarted', false],
      ['In Progress', '#F59E0B', 'started', false],
      ['Done', '#46A758', 'completed', false],
      ['Cancelled', '#9AA4BC', 'cancelled', false],
    ])
    expect(await inside.call(labelsApi.list)).toEqual([])
    expect(await inside.call(api.members)).toMatchObject([{ member: ada.user_id, role: 20 }])
    expect(await inside.call(api.get)).toEqual(project)
  })

  it('makes the lead an administrator too, and puts each new project on top', async () => {
    const { ada, mel } = await workspaceOf('ada', ['mel', MEMBER])
    await ada.call(api.create, { body: { name: 'One', identifier: 'ONE' } })
    const two = { name: 'Two', identifier: 'TWO', project_lead: mel.user_id }
    const project = await ada.call(api.create, { body: two })
    expect(project.members.toSorted()).toEqual([ada.user_id, mel.user_id].toSorted())
    expect((await ada.call(api.list)).map(({ name }) => name)).toEqual(['Two', 'One'])
    const eve = await person('eve')
    const foreign = { name: 'Three', identifier: 'THREE', project_lead: eve.user_id }
    expect(await ada.attempt(api.create, { body: foreign })).toMatchObject({ status: 400 })
  })

  it('refuses a taken identifier or name with 409; the identifier wins', async () => {
    const { ada } = await workspaceOf('ada')
    await ada.call(api.create, { body: maps })
    const identifier = {
      status: 409,
      body: {
        identifier: 'The project identifier is already taken',
        code: 'PROJECT_IDENTIFIER_ALREADY_EXIST',
      },
    }
    expect(await ada.attempt(api.create, { body: maps })).toEqual(identifier)
    expect(await ada.attempt(api.create, { body: { name: 'Other', identifier: 'Trail' } })).toEqual(
      identifier,
    )
    expect(await ada.attempt(api.create, { body: { name: 'Other', identifier: ' ' } })).toEqual(
      identifier,
    )
    expect(await ada.attempt(api.create, { body: { ...maps, identifier: 'OTHER' } })).toEqual({
      status: 409,
      body: { name: 'The project name is already taken', code: 'PROJECT_NAME_ALREADY_EXIST' },
    })
    expect(await ada.call(api.list)).toHaveLength(1)
  })

  it.each([
    [{ identifier: 'X' }, { name: ['This field is required.'] }],
    [{ name: ' ', identifier: 'X' }, { name: ['This field may not be blank.'] }],
    [
      { name: 'x'.repeat(256), identifier: 'X' },
      { name: ['Ensure this field has no more than 255 characters.'] },
    ],
    [
      { name: 'x', identifier: 'X'.repeat(13) },
      { identifier: ['Ensure this field has no more than 12 characters.'] },
    ],
    [{ name: 'x', identifier: 'X', network: 7 }, { network: ['"7" is not a valid choice.'] }],
  ])('refuses %o and changes nothing', async (body, answer) => {
    const { ada } = await workspaceOf('ada')
    expect(await ada.attempt(api.create, { body: body as never })).toEqual({
      status: 400,
      body: answer,
    })
    expect(await ada.call(api.list)).toEqual([])
  })

  it('is not for guests', async () => {
    const { gus } = await workspaceOf('ada', ['gus', GUEST])
    expect(await gus.attempt(api.create, { body: maps })).toEqual(refused)
  })
})

describe('who sees which project', () => {
  // @cap:projects.visibility-by-role
  it('admins all, members the public ones and their own, guests their own', async () => {
    const { ada, mel, gus, max } = await workspaceOf('ada', ['mel', MEMBER], ['gus', GUEST], 'max')
    await ada.call(api.create, { body: { name: 'Open', identifier: 'OPEN' } })
    await ada.call(api.create, { body: { name: 'Secret', identifier: 'SECRET', network: 0 } })
    const names = async (client: typeof ada) =>
      (await client.call(api.list)).map(({ name }) => name).sort()
    expect(await names(max)).toEqual(['Open', 'Secret'])
    expect(await names(mel)).toEqual(['Open'])
    expect(await names(gus)).toEqual([])
  })

  it('nobody enters a project they do not belong to, not even a workspace admin', async () => {
    const { ada, max } = await workspaceOf('ada', 'max')
    const { id: project_id } = await ada.call(api.create, { body: maps })
    const { eve } = await projectOf('eve')
    expect(await max.at({ project_id }).attempt(api.get)).toEqual(refused)
    expect(await eve.at({ project_id }).attempt(api.get)).toEqual(refused)
    expect(await ada.at({ project_id: crypto.randomUUID() }).attempt(api.get)).toEqual(refused)
    expect(await ada.at({ project_id: 'nonsense' }).attempt(api.get)).toEqual({
      status: 404,
      body: { error: 'Page not found.' },
    })
  })

  it('an archived project answers 404', async () => {
    const { ada } = await projectOf('ada')
    await sql`update projects set archived_at = now()
      where id = ${ada.place.project_id}`.execute(db)
    expect(await ada.attempt(api.get)).toEqual({
      status: 404,
      body: { error: 'Project does not exist' },
    })
  })
})

describe('the identifier check', () => {
  it('finds it whatever the case', async () => {
    const { ada } = await projectOf('ada')
    const found = await ada.call(api.identifierCheck, { query: { name: ' trail' } })
    expect(found).toMatchObject({ exists: 1, identifiers: [{ name: 'TRAIL' }] })
    expect(await ada.call(api.identifierCheck, { query: { name: 'FREE' } })).toEqual({
      exists: 0,
      identifiers: [],
    })
    expect(await ada.attempt(api.identifierCheck)).toEqual({
      status: 400,
      body: { error: 'Name is required' },
    })
  })
})

it('tells each person what they may see of a new project', async () => {
  const { ada, mel, gus } = await workspaceOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const before = { ada: await ada.call(api.list), mel: await mel.call(api.list) }
  const events = (await ada.eventsOf(() => ada.call(api.create, { body: maps }))) as ProjectEvent[]
  const { rows } = await sql<{ to_users: string[] }>`
    select to_users from events order by id desc limit 2`.execute(db)
  expect(rows.map(({ to_users }) => to_users)).toEqual([[mel.user_id], [ada.user_id]])
  expect(rows.flatMap(({ to_users }) => to_users)).not.toContain(gus.user_id)
  const [forAda, forMel] = events
  const normal = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replace(/(\d\.\d+?)0*(Z|\+00:00)"/g, '$1Z"'))
  if (!forAda || !forMel) throw new Error('two events were expected')
  expect(normal(applyProjectEvent(before.ada, forAda))).toEqual(normal(await ada.call(api.list)))
  expect(normal(applyProjectEvent(before.mel, forMel))).toEqual(normal(await mel.call(api.list)))
})
