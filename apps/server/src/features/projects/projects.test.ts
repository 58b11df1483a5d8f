import {
  projectsApi as api,
  applyProjectEvent,
  favoritesApi,
  GUEST,
  type LiveEvent,
  labelsApi,
  MEMBER,
  type Page,
  type Project,
  type ProjectEvent,
  projectMembersApi,
  statesApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { writeVisits } from '#features/recent-visits/service.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { workspaceOf, projectOf, person, stranger, database } = await testServer()
const { db } = database

interface Heard {
  to: string[]
  event: LiveEvent
}

/** Events to named users during an action. */
async function heardByAll(change: () => Promise<unknown>): Promise<Heard[]> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(id), 0) as last from events`.execute(db)
  await change()
  const heard = await sql<Heard>`
    select to_users as to, jsonb_build_object('type', type) || payload as event from events
    where id > ${rows[0]?.last ?? 0} and to_users is not null order by id`.execute(db)
  return heard.rows
}

/** The outbox stores timestamps in the database's format. */
const inZulu = (value: unknown) =>
  JSON.parse(JSON.stringify(value).replace(/(\d\.\d+?)0*(Z|\+00:00)"/g, '$1Z"'))

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
    expect(await ada.attempt(api.create, { body: foreign })).toEqual({
      status: 400,
      body: { project_lead: [`Invalid pk "${eve.user_id}" - object does not exist.`] },
    })
  })

  it('gives one of two creates at once the identifier, and the other a 409', async () => {
    const { ada } = await workspaceOf('ada')
    const create = (name: string) => ada.attempt(api.create, { body: { name, identifier: 'ONE' } })
    const answers = await Promise.all([create('a'), create('b'), create('c')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await ada.call(api.list)).toHaveLength(1)
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

  it('says that a secret project has it, and not which', async () => {
    const { ada, mel } = await workspaceOf('ada', ['mel', MEMBER])
    const body = { name: 'Quiet', identifier: 'QUIET', network: 0 } as const
    const { id } = await ada.call(api.create, { body })
    const check = (by: Client) => by.call(api.identifierCheck, { query: { name: 'QUIET' } })
    expect(await check(mel)).toEqual({ exists: 1, identifiers: [] })
    expect(await check(ada)).toEqual({
      exists: 1,
      identifiers: [{ id, name: 'QUIET', project: id }],
    })
  })
})

describe('the lists', () => {
  it('come whole in one’s own order, lite or full, or by pages', async () => {
    const { ada, mel } = await workspaceOf('ada', ['mel', MEMBER])
    for (const name of ['C', 'B', 'A']) {
      await ada.call(api.create, { body: { name, identifier: name } })
    }
    const names = (projects: { name: string }[]) => projects.map(({ name }) => name)
    const full = await ada.call(api.list)
    const lite = await ada.call(api.listLite)
    expect(names(full)).toEqual(['A', 'B', 'C'])
    for (const [index, project] of lite.entries()) {
      expect(full[index]).toMatchObject(project)
      expect(project).not.toHaveProperty('members')
    }
    expect(await mel.call(api.listLite)).toMatchObject([
      { name: 'A', member_role: null, sort_order: null },
      { name: 'B' },
      { name: 'C' },
    ])

    const page = async (cursor: string, order_by = '') =>
      (await ada.call(api.list, { query: { per_page: '2', cursor, order_by } })) as unknown as Page<
        Project[]
      >
    const first = await page('2:0:0')
    expect(names(first.results)).toEqual(['A', 'B'])
    expect(first).toMatchObject({ count: 2, total_results: 3, total_pages: 2 })
    expect(first).toMatchObject({ next_cursor: '2:1:0', next_page_results: true })
    expect(names((await page('2:1:0')).results)).toEqual(['C'])
    expect(names((await page('2:0:0', 'created_at')).results)).toEqual(['C', 'B'])
    expect(names((await page('2:0:0', '-name')).results)).toEqual(['C', 'B'])
    expect(names((await page('2:0:0', 'name; drop table')).results)).toEqual(['A', 'B'])
    expect(await ada.attempt(api.list, { query: { per_page: 'x', cursor: '2:0:0' } })).toEqual({
      status: 400,
      body: { detail: 'Invalid per_page parameter.' },
    })
  })

  it('are for the people of the workspace', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await workspaceOf('eve')
    for (const list of [api.list, api.listLite, api.stats]) {
      expect(await eve.at(ada.place).attempt(list)).toEqual(refused)
      expect(await stranger.at(ada.place).attempt(list)).toMatchObject({ status: 401 })
    }
  })

  it('count from what is kept, for the projects one may know of', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { id } = await ada.call(api.create, { body: { name: 'Other', identifier: 'OTHER' } })
    const states = await ada.call(statesApi.list)
    const done = states.find(({ group }) => group === 'completed')?.id ?? ''
    for (const state_id of [done, states[0]?.id ?? '', done]) {
      await ada.call(workItemsApi.create, { body: { name: 'x', state_id } })
    }
    const { project_id = '' } = ada.place
    const whole = {
      id: project_id,
      total_issues: 3,
      completed_issues: 2,
      total_members: 2,
      total_cycles: 0,
      total_modules: 0,
    }
    expect(await ada.call(api.stats, { query: { project_ids: project_id } })).toEqual([whole])
    expect(await gus.call(api.stats, { query: { project_ids: `${id},${project_id}` } })).toEqual([
      whole,
    ])
    const fields = 'total_issues,nonsense,total_members'
    expect(await gus.call(api.stats, { query: { fields } })).toEqual([
      { id: project_id, total_issues: 3, total_members: 2 },
    ])
    expect(await ada.call(api.stats)).toHaveLength(2)
    expect(await ada.attempt(api.stats, { query: { project_ids: 'x' } })).toEqual({
      status: 400,
      body: { error: 'Please provide valid detail' },
    })
  })
})

describe('changing a project', () => {
  it('changes what is sent and nothing else', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const before = await ada.call(api.get)
    const states = await ada.call(statesApi.list)
    const cancelled = states.find(({ group }) => group === 'cancelled')?.id ?? ''
    const body = {
      name: ' Maps ',
      identifier: 'map',
      description: 'All the trails',
      network: 0,
      project_lead: mel.user_id,
      default_assignee: mel.user_id,
      cycle_view: false,
      inbox_view: true,
      guest_view_all_features: true,
      is_time_tracking_enabled: true,
      is_epic_enabled: true,
      cover_image: '/covers/fjord.svg',
      archive_in: 12,
      close_in: 1,
      default_state: cancelled,
      timezone: 'Europe/Berlin',
      logo_props: { in_use: 'emoji', emoji: { value: '1' } },
      icon_prop: { a: 1 },
      external_id: '7',
    }
    const changed = await ada.call(api.change, { body })
    expect(changed).toEqual({
      ...before,
      ...body,
      name: 'Maps',
      identifier: 'MAP',
      intake_view: true,
      cover_image_url: '/covers/fjord.svg',
      updated_at: changed.updated_at,
      updated_by: ada.user_id,
    })
    expect(await ada.call(api.get)).toEqual(changed)
    const put = await ada.call(api.replace, { body: { name: 'Maps', intake_view: false } })
    expect(put).toMatchObject({ identifier: 'MAP', inbox_view: false })
    expect(await ada.call(api.change, { body: { icon_prop: null } })).toMatchObject({
      icon_prop: null,
    })
    const taken = { name: 'x', identifier: 'trail' }
    expect(await ada.attempt(api.create, { body: taken })).toMatchObject({ status: 201 })
  })

  it.each([
    [{ archive_in: 13 }, { archive_in: ['Ensure this value is less than or equal to 12.'] }],
    [{ close_in: -1 }, { close_in: ['Ensure this value is greater than or equal to 0.'] }],
    [{ network: 1 }, { network: ['"1" is not a valid choice.'] }],
    [{ name: '  ' }, { name: ['This field may not be blank.'] }],
    [{ timezone: 'Moon/Base' }, { timezone: ['"Moon/Base" is not a valid choice.'] }],
    [{ cover_image: 'javascript:alert(1)' }, { cover_image: ['Enter a valid URL.'] }],
    [{ cover_image: '/etc/passwd' }, { cover_image: ['Enter a valid URL.'] }],
    [{ cycle_view: 'yes' }, { cycle_view: ['Must be a valid boolean.'] }],
    [{ logo_props: [] }, { logo_props: ['Value must be valid JSON.'] }],
    [{ project_lead: 'x' }, { project_lead: ['“x” is not a valid UUID.'] }],
  ])('refuses %o', async (body, answer) => {
    const { ada } = await projectOf('ada')
    const before = await ada.call(api.get)
    expect(await ada.attempt(api.change, { body: body as never })).toEqual({
      status: 400,
      body: answer,
    })
    expect(await ada.call(api.get)).toEqual(before)
  })

  it('is drawn as older programs say, unless somebody chose a logo', async () => {
    const { ada } = await projectOf('ada')
    const logoAfter = async (body: object) => (await ada.call(api.change, { body })).logo_props
    expect(await logoAfter({ emoji: '128640' })).toEqual({
      in_use: 'emoji',
      emoji: { value: '🚀' },
    })
    expect(await logoAfter({ emoji: '🧭' })).toMatchObject({ emoji: { value: '🧭' } })
    // Half a surrogate pair is not a character.
    expect(await logoAfter({ emoji: '55357' })).toMatchObject({ emoji: { value: '55357' } })
    const icon = { name: 'rocket', color: '#112233' }
    expect(await logoAfter({ icon_prop: icon })).toEqual({ in_use: 'icon', icon })
    const logo_props = { in_use: 'emoji', emoji: { value: '🏔️' } }
    expect(await logoAfter({ emoji: '128640', logo_props })).toEqual(logo_props)
    expect(await logoAfter({ emoji: null })).toEqual(logo_props)
  })

  it('refuses people, states and names that are not to be had', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const [foreign] = await eve.call(statesApi.list)
    for (const [field, id] of [
      ['project_lead', eve.user_id],
      ['default_assignee', eve.user_id],
      ['default_state', foreign?.id ?? ''],
    ] as const) {
      expect(await ada.attempt(api.change, { body: { [field]: id } })).toEqual({
        status: 400,
        body: { [field]: [`Invalid pk "${id}" - object does not exist.`] },
      })
    }
    await ada.call(api.create, { body: { name: 'Other', identifier: 'OTHER' } })
    const identifier = { identifier: 'The project identifier is already taken' }
    const change = (body: object) => ada.attempt(api.change, { body })
    expect(await change({ name: 'Other' })).toEqual({
      status: 409,
      body: { name: 'The project name is already taken' },
    })
    expect(await change({ identifier: 'other' })).toEqual({ status: 409, body: identifier })
    expect(await change({ identifier: ' ' })).toEqual({ status: 409, body: identifier })
    expect(await change({ name: 'Other', identifier: 'OTHER' })).toEqual({
      status: 409,
      body: identifier,
    })
  })

  // @cap:members.guests-not-assignable
  it('hears a guest as lead or default assignee as nobody', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const people = (id: string) => ({ project_lead: id, default_assignee: id })
    await ada.call(api.change, { body: people(mel.user_id) })
    const changed = await ada.call(api.change, { body: { ...people(gus.user_id), name: 'Maps' } })
    expect(changed).toMatchObject({ ...people(mel.user_id), name: 'Maps' })
    const body = { name: 'Two', identifier: 'TWO', ...people(gus.user_id) }
    const made = await ada.call(api.create, { body })
    expect(made).toMatchObject({ project_lead: null, default_assignee: null })
    expect(made.members).toEqual([ada.user_id])
  })

  it('is for its administrators, while it is not archived', async () => {
    const { ada, mel, gus, max } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST], 'max')
    await sql`update project_members set is_active = false
      where user_id = ${max.user_id}`.execute(db)
    const { eve } = await projectOf('eve')
    for (const call of [api.change, api.replace, api.archive, api.restore]) {
      for (const client of [mel, gus, max, eve.at(ada.place)]) {
        expect(await client.attempt(call, { body: { name: 'x' } } as never)).toEqual(refused)
      }
      expect(await stranger.at(ada.place).attempt(call)).toMatchObject({ status: 401 })
    }
    await ada.call(api.archive)
    expect(await ada.attempt(api.change, { body: { name: 'x' } })).toEqual({
      status: 400,
      body: { error: 'Archived projects cannot be updated' },
    })
  })

  it('gives the default assignee what nobody was named for, while they can be given work', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    await ada.call(api.change, { body: { default_assignee: mel.user_id } })
    const add = (body = {}) => ada.call(workItemsApi.create, { body: { name: 'x', ...body } })
    expect((await add()).assignee_ids).toEqual([mel.user_id])
    expect((await add({ assignee_ids: [ada.user_id] })).assignee_ids).toEqual([ada.user_id])
    await mel.call(projectMembersApi.leave)
    expect((await add()).assignee_ids).toEqual([])
  })
})

describe('archiving', () => {
  it('hides the project with its states, labels and favorites; twice changes nothing', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const { project_id: project = '' } = ada.place
    await ada.call(labelsApi.create, { body: { name: 'bug' } })
    await mel.call(favoritesApi.addProject, { body: { project } })
    const { archived_at } = await ada.call(api.archive)
    expect(await mel.call(api.list)).toMatchObject([{ archived_at, is_favorite: false }])
    expect(await mel.attempt(api.get)).toEqual({
      status: 404,
      body: { error: 'Project does not exist' },
    })
    expect(await ada.call(statesApi.list)).toEqual([])
    expect(await ada.call(statesApi.listOfWorkspace)).toEqual([])
    expect(await ada.call(labelsApi.listOfWorkspace)).toEqual([])
    expect(await mel.call(favoritesApi.list, { query: { all: 'true' } })).toEqual([])
    expect(await ada.eventsOf(() => ada.call(api.archive))).toEqual([])
    expect(await ada.call(api.archive)).toEqual({ archived_at })

    expect(await ada.attempt(api.restore)).toEqual({ status: 204, body: null })
    expect(await ada.call(api.get)).toMatchObject({ archived_at: null })
    expect(await ada.call(statesApi.listOfWorkspace)).toHaveLength(5)
    expect(await ada.call(labelsApi.listOfWorkspace)).toHaveLength(1)
    expect(await ada.eventsOf(() => ada.call(api.restore))).toEqual([])
  })
})

describe('deleting', () => {
  it('takes all with it and frees its name, for project and workspace admins', async () => {
    const { ada, mel, max } = await projectOf('ada', ['mel', MEMBER], 'max')
    const { project_id = '' } = ada.place
    await sql`update project_members set is_active = false
      where user_id = ${max.user_id}`.execute(db)
    await ada.call(labelsApi.create, { body: { name: 'bug' } })
    await ada.call(workItemsApi.create, { body: { name: 'x' } })
    await mel.call(favoritesApi.addProject, { body: { project: project_id } })
    expect(await mel.attempt(api.remove)).toEqual(refused)
    expect(await max.attempt(api.remove)).toEqual({ status: 204, body: null })
    for (const client of [ada, mel, max]) {
      expect(await client.attempt(api.get)).toEqual(refused)
      expect(await client.attempt(api.remove)).toEqual(refused)
      expect(await client.call(api.list)).toEqual([])
    }
    const { rows } = await sql<Record<string, number>>`select
      (select count(*)::int from work_items where project_id = ${project_id}
        and deleted_at is null) as items,
      (select count(*)::int from labels where project_id = ${project_id}
        and deleted_at is null) as labels,
      (select count(*)::int from states where project_id = ${project_id}
        and deleted_at is null) as states,
      (select count(*)::int from favorites where project_id = ${project_id}) as favorites`.execute(
      db,
    )
    expect(rows[0]).toEqual({ items: 0, labels: 0, states: 0, favorites: 0 })
    const again = { name: 'Trail Maps', identifier: 'TRAIL' }
    expect(await ada.attempt(api.create, { body: again })).toMatchObject({ status: 201 })
  })

  it('reaches no other workspace and happens once', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const { project_id = '' } = ada.place
    expect(await eve.attempt(api.remove, { params: { project_id } })).toEqual(refused)
    expect(await stranger.at(ada.place).attempt(api.remove)).toMatchObject({ status: 401 })
    const remove = () => ada.attempt(api.remove)
    const answers = await Promise.all([remove(), remove(), remove()])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403, 403])
  })
})

describe('a visit', () => {
  it('is remembered once for each project, the last twenty of them', async () => {
    const { ada } = await workspaceOf('ada')
    const visit = (project_id: string) => ada.call(api.get, { params: { project_id } })
    const ids: string[] = []
    for (let n = 0; n < 22; n += 1) {
      const body = { name: `p${n}`, identifier: `P${n}` }
      ids.push((await ada.call(api.create, { body })).id)
    }
    for (const id of ids) await visit(id)
    await visit(ids[5] ?? '')
    await writeVisits(db)
    const { rows } = await sql<{ id: string }>`
      select entity_identifier as id from recent_visits
      where user_id = ${ada.user_id} order by visited_at desc`.execute(db)
    expect(rows.map(({ id }) => id)).toEqual([
      ids[5],
      ...ids
        .slice(2)
        .toReversed()
        .filter((id) => id !== ids[5]),
    ])
  })
})

describe('other browsers', () => {
  it('hear enough to keep their project lists right, each as far as they may', async () => {
    const { ada, mel, gus, max } = await workspaceOf('ada', ['mel', MEMBER], ['gus', GUEST], 'max')
    const { id } = await ada.call(api.create, { body: { name: 'Base', identifier: 'BASE' } })
    const here = ada.at({ project_id: id })
    const people = [{ member_id: gus.user_id }]
    const own = async (client: Client) =>
      (await here.call(api.members)).find(({ member }) => member === client.user_id)?.id ?? ''
    const actions: (() => Promise<unknown>)[] = [
      () => ada.call(api.create, { body: maps }),
      () => here.call(api.change, { body: { name: 'Camp', cycle_view: false } }),
      () => here.call(api.change, { body: { network: 0 } }),
      () => here.call(projectMembersApi.add, { body: { members: people } }),
      () => here.call(api.change, { body: { network: 2 } }),
      () => here.call(projectMembersApi.saveSettings, { body: { sort_order: 99_999 } }),
      () => mel.call(favoritesApi.addProject, { body: { project: id } }),
      () => here.call(api.archive),
      () => here.call(api.restore),
      async () => {
        const params = { id: await own(gus) }
        return here.call(projectMembersApi.remove, { params })
      },
      () => here.call(api.remove),
    ]
    const watchers = [ada, mel, gus, max]
    for (const action of actions) {
      const before = await Promise.all(watchers.map((watcher) => watcher.call(api.list)))
      const heard = await heardByAll(action)
      for (const [index, watcher] of watchers.entries()) {
        const events = heard.filter(({ to }) => to.includes(watcher.user_id))
        const list = events.reduce((projects, { event }) => {
          return event.type.startsWith('project.')
            ? applyProjectEvent(projects, event as ProjectEvent)
            : projects
        }, before[index] ?? [])
        expect(inZulu(list)).toEqual(inZulu(await watcher.call(api.list)))
      }
    }
  })
})
