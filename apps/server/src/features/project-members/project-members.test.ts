import {
  ADMIN,
  projectMembersApi as api,
  applyProjectMemberEvent,
  GUEST,
  type LiveEvent,
  MEMBER,
  type ProjectMemberEvent,
  projectsApi,
  type Role,
  workspaceMembersApi,
  workspacesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { workspaceOf, projectOf, stranger, database } = await testServer()
const { db } = database
const refused = { status: 403, body: { error: "You don't have the required permissions." } }
const missing = { status: 404, body: { error: 'The required object does not exist.' } }
const absent = { status: 404, body: { error: 'Member not found' } }
const done = { status: 204, body: null }
const wrong = (error: string) => ({ status: 400, body: { error } })

async function rowOf(client: Client, as = client) {
  const rows = await as.call(projectsApi.members)
  const row = rows.find(({ member }) => member === client.user_id)
  if (!row) throw new Error('not in the list')
  return row
}

/** A project of Ada's in a workspace with these users, none of them in the project yet. */
async function aloneAmong<N extends string>(...people: [N, Role][]) {
  const clients = await workspaceOf<N | 'ada'>('ada', ...people)
  const body = { name: 'Trail Maps', identifier: 'TRAIL' }
  const { id: project_id } = await clients.ada.call(projectsApi.create, { body })
  return Object.fromEntries(
    Object.entries<Client>(clients).map(([name, client]) => [name, client.at({ project_id })]),
  ) as Record<N | 'ada', Client>
}

/** Everything a refused request could have changed. */
const everything = async () =>
  (
    await sql`select
      (select jsonb_agg(m order by m.id) from project_members m) as members,
      (select count(*)::int from mails) as mails,
      (select max(id) from events) as last_event`.execute(db)
  ).rows

async function attemptInVain(action: () => Promise<unknown>) {
  const before = await everything()
  const answer = await action()
  expect(await everything()).toEqual(before)
  return answer
}

const outsiders = async (place: Client['place']) => {
  const { eve } = await projectOf('eve')
  return [eve.at(place), (await workspaceOf('max')).max.at(place)]
}

describe('adding people', () => {
  // @cap:members.add-to-project
  it('lets them in with their role, at the top of their list, and mails them', async () => {
    const { ada, mel, gus } = await aloneAmong(['mel', MEMBER], ['gus', GUEST])
    await mel.call(projectsApi.create, { body: { name: 'Own', identifier: 'OWN' } })
    const members = [{ member_id: mel.user_id, role: MEMBER }, { member_id: gus.user_id }]
    const answer = await ada.attempt(api.add, { body: { members } })
    const rows = (await ada.call(projectsApi.members)).filter(
      ({ member }) => member !== ada.user_id,
    )
    expect(answer).toMatchObject({ status: 201 })
    expect(answer.body).toEqual(expect.arrayContaining(rows))
    expect(rows.map(({ member, role, original_role }) => [member, role, original_role])).toEqual(
      expect.arrayContaining([
        [mel.user_id, MEMBER, MEMBER],
        [gus.user_id, GUEST, GUEST],
      ]),
    )
    expect((await mel.call(projectsApi.list)).map(({ name }) => name)).toEqual([
      'Trail Maps',
      'Own',
    ])
    const mails = await sql<{ to_address: string; subject: string; text: string }>`
      select to_address, subject, text from mails
      where text like ${`%${ada.place.project_id}/issues%`}`.execute(db)
    expect(mails.rows).toHaveLength(2)
    expect(mails.rows[0]).toMatchObject({ subject: 'ada added you to Trail Maps on Cairn' })
    expect(mails.rows[0]?.text).toContain('Acme')
  })

  it('gives who is there, or was, the new role; who is there gets no mail', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const { id } = await rowOf(mel, ada)
    const add = (role: number) =>
      ada.call(api.add, { body: { members: [{ member_id: mel.user_id, role }] } })
    const mails = async () => (await sql`select id from mails`.execute(db)).rows.length
    const before = await mails()
    expect(await add(ADMIN)).toMatchObject([{ id, role: ADMIN }])
    expect(await mails()).toBe(before)
    await mel.call(api.leave)
    expect(await add(GUEST)).toMatchObject([{ id, role: GUEST }])
    expect(await mails()).toBe(before + 1)
    expect(await mel.call(projectsApi.get)).toMatchObject({ member_role: GUEST })
  })

  it('refuses roles that do not fit the workspace, and people who are not in it', async () => {
    const { ada, mel, gus, max } = await aloneAmong(['mel', MEMBER], ['gus', GUEST], ['max', ADMIN])
    const { eve } = await workspaceOf('eve')
    const fits = { member_id: mel.user_id, role: MEMBER }
    const add = (...members: unknown[]) =>
      attemptInVain(() => ada.attempt(api.add, { body: { members } as never }))
    expect(await add()).toEqual(wrong('Atleast one member is required'))
    expect(await attemptInVain(() => ada.attempt(api.add, { body: {} }))).toEqual(
      wrong('Atleast one member is required'),
    )
    for (const role of [GUEST, MEMBER]) {
      expect(await add(fits, { member_id: max.user_id, role })).toEqual(
        wrong('You cannot add a user with role lower than the workspace role'),
      )
    }
    for (const role of [MEMBER, ADMIN]) {
      expect(await add(fits, { member_id: gus.user_id, role })).toEqual(
        wrong('You cannot add a user with role higher than the workspace role'),
      )
    }
    expect(await add(fits, { member_id: eve.user_id })).toEqual({
      status: 400,
      body: { members: { 1: [`Invalid pk "${eve.user_id}" - object does not exist.`] } },
    })
    expect(await add({ member_id: 'x' })).toMatchObject({ status: 400 })
    expect(await add({ ...fits, role: 7 })).toMatchObject({ status: 400 })
  })

  it('is for project administrators', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const body = { members: [{ member_id: mel.user_id, role: ADMIN }] }
    for (const client of [mel, gus, ...(await outsiders(ada.place))]) {
      expect(await attemptInVain(() => client.attempt(api.add, { body }))).toEqual(refused)
    }
    expect(await stranger.at(ada.place).attempt(api.add, { body })).toMatchObject({ status: 401 })
  })

  it('makes one membership of ten at once', async () => {
    const { ada, mel } = await aloneAmong(['mel', MEMBER])
    const body = { members: [{ member_id: mel.user_id, role: MEMBER }] }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ada.attempt(api.add, { body })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await ada.call(projectsApi.members)).toHaveLength(2)
  })
})

describe('one member', () => {
  it('is shown whole; guests see no addresses', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { id } = await rowOf(gus, ada)
    const seen = await ada.call(api.get, { params: { id } })
    expect(seen).toMatchObject({
      id,
      role: GUEST,
      comment: null,
      is_active: true,
      preferences: { pages: { block_display: true } },
      view_props: {
        filters: { priority: null, subscriber: null },
        display_filters: { order_by: '-created_at', layout: 'list', sub_issue: true },
      },
      member: { id: gus.user_id, display_name: 'gus', is_bot: false },
      workspace: { slug: ada.place.slug, name: 'Acme' },
      project: { id: ada.place.project_id, identifier: 'TRAIL', name: 'Trail Maps' },
    })
    expect(seen.default_props).toEqual(seen.view_props)
    expect(seen.member.email).toContain('@cairn.test')
    const own = await gus.call(api.me)
    expect(own).toMatchObject({ id, role: GUEST, member: { id: gus.user_id } })
    expect(own.member).not.toHaveProperty('email')
  })

  it('is nobody of another project, nobody who left and nobody at all', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const { eve } = await projectOf('eve')
    const left = (await rowOf(mel, ada)).id
    await mel.call(api.leave)
    expect(await mel.attempt(api.me)).toEqual(refused)
    for (const id of [left, (await rowOf(eve)).id, crypto.randomUUID()]) {
      expect(await ada.attempt(api.get, { params: { id } })).toEqual(missing)
      const body = { role: MEMBER }
      expect(await ada.attempt(api.change, { params: { id }, body })).toEqual(absent)
      expect(await ada.attempt(api.remove, { params: { id } })).toEqual(absent)
    }
  })
})

describe('changing a role', () => {
  // @cap:members.change-project-role
  it('works at once, up to what the workspace allows', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const set = async (client: Client, role: number) => {
      const { id } = await rowOf(client, ada)
      return ada.attempt(api.change, { params: { id }, body: { role } })
    }
    expect(await set(mel, ADMIN)).toMatchObject({ status: 200, body: { role: ADMIN } })
    expect(await mel.call(projectsApi.get)).toMatchObject({ member_role: ADMIN })
    expect(await set(mel, GUEST)).toMatchObject({ status: 200 })
    for (const role of [MEMBER, ADMIN]) {
      expect(await attemptInVain(() => set(gus, role))).toEqual(
        wrong('You cannot add a user with role higher than the workspace role'),
      )
    }
    expect(await attemptInVain(() => set(mel, 7))).toEqual({
      status: 400,
      body: { role: ['"7" is not a valid choice.'] },
    })
  })

  it('is one’s own only for workspace admins, and never leaves a project without one', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const own = { params: { id: (await rowOf(ada)).id }, body: { role: MEMBER } }
    expect(await attemptInVain(() => ada.attempt(api.change, own))).toEqual(
      wrong('A project needs at least one admin'),
    )
    const params = { id: (await rowOf(mel, ada)).id }
    await ada.call(api.change, { params, body: { role: ADMIN } })
    expect(
      await attemptInVain(() => mel.attempt(api.change, { params, body: { role: MEMBER } })),
    ).toEqual(wrong('You cannot update your own role'))
    expect(await ada.attempt(api.change, own)).toMatchObject({ status: 200 })
  })

  it('is for project administrators', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const params = { id: (await rowOf(mel, ada)).id }
    for (const client of [mel, gus, ...(await outsiders(ada.place))]) {
      const change = () => client.attempt(api.change, { params, body: { role: ADMIN } })
      expect(await attemptInVain(change)).toEqual(refused)
      expect(await attemptInVain(() => client.attempt(api.remove, { params }))).toEqual(refused)
    }
    const signedOut = stranger.at(ada.place)
    expect(await signedOut.attempt(api.change, { params })).toMatchObject({ status: 401 })
  })

  it('leaves one administrator when two demote each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ada, bob } = await projectOf('ada', 'bob')
      const body = { role: MEMBER }
      const [a, b] = [(await rowOf(ada)).id, (await rowOf(bob)).id]
      const answers = await Promise.all([
        ada.attempt(api.change, { params: { id: b }, body }),
        bob.attempt(api.change, { params: { id: a }, body }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    }
  })
})

describe('leaving and being removed', () => {
  it('ends the membership at once and keeps its role for a return', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const { id } = await rowOf(mel, ada)
    expect(await ada.attempt(api.remove, { params: { id } })).toEqual(done)
    expect(await mel.attempt(projectsApi.get)).toEqual(refused)
    expect(await gus.attempt(api.leave)).toEqual(done)
    expect(await gus.attempt(projectsApi.get)).toEqual(refused)
    expect((await ada.call(projectsApi.members)).map(({ member }) => member)).toEqual([ada.user_id])
    const retained = await sql<{ role: number; is_active: boolean }>`
      select role, is_active from project_members where id = ${id}`.execute(db)
    expect(retained.rows).toEqual([{ role: MEMBER, is_active: false }])
  })

  it('is refused for oneself by removal, and to the only administrator', async () => {
    const { ada } = await projectOf('ada', ['mel', MEMBER])
    const { id } = await rowOf(ada)
    expect(await attemptInVain(() => ada.attempt(api.remove, { params: { id } }))).toEqual(
      wrong('You cannot remove yourself from the workspace. Please use leave workspace'),
    )
    expect(await attemptInVain(() => ada.attempt(api.leave))).toEqual(
      wrong(
        'You cannot leave the project as your the only admin of the project you will have to either delete the project or create an another admin',
      ),
    )
  })

  it('leaves one of all administrators who leave, or remove each other, at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const admins = Object.values(await projectOf('ada', 'bob', 'cyd'))
      const answers = await Promise.all(admins.map((admin) => admin.attempt(api.leave)))
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 400])

      const { ada, bob } = await projectOf('ada', 'bob')
      const [a, b] = [(await rowOf(ada)).id, (await rowOf(bob)).id]
      const removals = await Promise.all([
        ada.attempt(api.remove, { params: { id: b } }),
        bob.attempt(api.remove, { params: { id: a } }),
      ])
      expect(removals.map(({ status }) => status).sort()).toEqual([204, 403])
    }
  })

  it('counts once when one person leaves several times at once', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const leave = () => mel.attempt(api.leave)
    const events = await ada.eventsOf(() => Promise.all([leave(), leave(), leave()]))
    expect(events.filter(({ type }) => type === 'project_member.removed')).toHaveLength(1)
  })
})

it('a workspace’s guests are guests in its projects', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  const members = await ada.call(workspaceMembersApi.ofProjects)
  expect(members[ada.place.project_id ?? '']).toHaveLength(2)
  const { rows } = await sql<{ id: string }>`
    select id from workspace_members where user_id = ${mel.user_id}`.execute(db)
  const params = { id: rows[0]?.id ?? '' }
  await ada.call(workspaceMembersApi.change, { params, body: { role: GUEST } })
  expect(await rowOf(mel, ada)).toMatchObject({ role: GUEST })
})

describe('what a person keeps for a project', () => {
  it('is where it stands in their list, and nobody else’s', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const before = await mel.call(projectsApi.get)
    const preferences = { pages: { block_display: false } }
    const body = { sort_order: 12.5, preferences }
    expect(await ada.attempt(api.saveSettings, { body })).toEqual(done)
    expect(await ada.call(projectsApi.get)).toMatchObject({ sort_order: 12.5 })
    expect(await mel.call(projectsApi.get)).toEqual(before)
    const own = await ada.call(api.me)
    expect(own).toMatchObject({ sort_order: 12.5, preferences })
    await ada.call(api.saveSettings, { body: {} })
    const { updated_at, ...retained } = await ada.call(api.me)
    expect({ ...retained, updated_at: own.updated_at }).toEqual(own)
    expect(await ada.attempt(api.saveSettings, { body: { sort_order: 'x' as never } })).toEqual({
      status: 400,
      body: { sort_order: ['A valid number is required.'] },
    })
    for (const client of await outsiders(ada.place)) {
      expect(await client.attempt(api.saveSettings, { body })).toEqual(refused)
    }
  })

  it('has defaults from the first look on, also when ten look at once', async () => {
    const { gus } = await projectOf('ada', ['gus', GUEST])
    const [first, ...others] = await Promise.all(
      Array.from({ length: 10 }, () => gus.call(api.properties)),
    )
    for (const other of others) expect(other).toEqual(first)
    expect(first).toMatchObject({
      user: gus.user_id,
      project: gus.place.project_id,
      filters: { priority: null, subscriber: null },
      display_filters: { group_by: null, order_by: '-created_at', layout: 'list' },
      display_properties: { assignee: true, updated_on: true },
    })
  })

  it('is replaced key by key, for this person only', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const body = { filters: { priority: ['high'] } }
    const answer = await ada.attempt(api.changeProperties, { body })
    const retained = await ada.call(api.properties)
    expect(answer).toEqual({ status: 201, body: retained })
    expect(retained).toMatchObject({ ...body, display_filters: { layout: 'list' } })
    expect((await gus.call(api.properties)).filters).toMatchObject({ priority: null })
    expect(await ada.attempt(api.changeProperties, { body: { filters: 'x' as never } })).toEqual({
      status: 400,
      body: { filters: ['Value must be valid JSON.'] },
    })
    for (const client of await outsiders(ada.place)) {
      expect(await client.attempt(api.properties)).toEqual(refused)
      expect(await client.attempt(api.changeProperties, { body })).toEqual(refused)
    }
  })
})

describe('the display of a project', () => {
  const display_filters = { layout: 'kanban', group_by: 'priority', order_by: '-created_at' }
  const display_properties = { key: true, labels: false }
  const body = { display_filters, display_properties }

  it('is what everybody sees who has not chosen for themselves', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const own = { display_filters: { layout: 'spreadsheet', order_by: 'priority' } }
    await mel.call(api.changeProperties, { body: own })
    await gus.call(api.changeProperties, { body: { filters: { priority: ['high'] } } })
    expect(await ada.attempt(api.saveDisplay, { body })).toEqual({ status: 200, body })
    expect(await mel.call(api.properties)).toMatchObject(own)
    expect(await gus.call(api.properties)).toMatchObject({
      ...body,
      filters: { priority: ['high'] },
    })

    const other = { ...body, display_filters: { ...display_filters, layout: 'calendar' } }
    await ada.call(api.saveDisplay, { body: other })
    expect(await gus.call(api.properties)).toMatchObject(other)
    // A filter is not a display choice; a column is, and the rest stays as shown before.
    const filtered = await gus.call(api.changeProperties, { body: { filters: {} } })
    expect(filtered).toMatchObject(other)
    const changed = { display_properties: { key: false } }
    expect(await gus.call(api.changeProperties, { body: changed })).toMatchObject({
      ...other,
      ...changed,
    })
    await ada.call(api.saveDisplay, { body })
    expect(await gus.call(api.properties)).toMatchObject({ ...other, ...changed })
    // Epics have separate settings.
    expect((await ada.call(api.epicProperties)).display_filters).toMatchObject({ layout: 'list' })
  })

  it('comes back where somebody gives up their own, with or without one of the project', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const own = { filters: { priority: ['low'] }, display_filters: { layout: 'calendar' } }
    await mel.call(api.changeProperties, { body: own })
    expect(await mel.call(api.resetDisplay)).toMatchObject({
      filters: own.filters,
      display_filters: { layout: 'list', order_by: '-created_at' },
    })
    await mel.call(api.changeProperties, { body: own })
    await ada.call(api.saveDisplay, { body })
    expect((await mel.call(api.properties)).display_filters).toEqual(own.display_filters)
    expect(await mel.call(api.resetDisplay)).toMatchObject({ ...body, filters: own.filters })
    expect(await mel.call(api.properties)).toMatchObject(body)
  })

  it('is set by administrators alone, and by nothing that is no display', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    for (const client of [mel, gus, ...(await outsiders(ada.place))]) {
      expect((await client.attempt(api.saveDisplay, { body })).status).toBe(403)
    }
    for (const client of await outsiders(ada.place)) {
      expect((await client.attempt(api.resetDisplay)).status).toBe(403)
    }
    const junk = { ...body, display_filters: 'x' as never }
    expect((await ada.attempt(api.saveDisplay, { body: junk })).status).toBe(400)
    expect((await mel.call(api.properties)).display_filters).toMatchObject({ layout: 'list' })
  })
})

it('other browsers hear enough to keep a member list right', async () => {
  const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const isAboutMembers = (event: LiveEvent): event is ProjectMemberEvent =>
    event.type.startsWith('project_member.')
  const params = { id: (await rowOf(mel, ada)).id }
  const members = [{ member_id: mel.user_id, role: MEMBER }]
  for (const action of [
    () => ada.call(api.change, { params, body: { role: ADMIN } }),
    () => ada.call(api.remove, { params }),
    () => gus.call(api.leave),
    () => ada.call(api.add, { body: { members } }),
  ]) {
    const before = await ada.call(projectsApi.members)
    const events = (await ada.eventsOf(action)).filter(isAboutMembers)
    const after = await ada.call(projectsApi.members)
    const byId = (rows: typeof after) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const heard = events.reduce(applyProjectMemberEvent, before)
    expect(byId(heard).map(({ created_at: _, ...row }) => row)).toEqual(
      byId(after).map(({ created_at: _, ...row }) => row),
    )
  }
})

it('a role that the workspace took away is told beside the one that holds', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  const rolesOf = async () => {
    const rows = await ada.call(projectsApi.members, {})
    const row = rows.find(({ member }) => member === mel.user_id)
    return [row?.role, row?.original_role, row?.id ?? ''] as const
  }
  const [, , id] = await rolesOf()
  const people = await ada.call(workspacesApi.members, { query: {} })
  const person = people.find(({ member }) => member.id === mel.user_id)?.id ?? ''
  const inWorkspace = (role: number) =>
    ada.call(workspaceMembersApi.change, { params: { id: person }, body: { role } })
  await inWorkspace(GUEST)
  expect(await rolesOf()).toEqual([GUEST, MEMBER, id])
  expect(await mel.call(api.me)).toMatchObject({ role: GUEST, original_role: MEMBER })
  await inWorkspace(GUEST)
  expect(await rolesOf()).toEqual([GUEST, MEMBER, id])
  // A newly assigned role becomes the original role.
  await inWorkspace(MEMBER)
  await ada.call(api.change, { params: { id }, body: { role: ADMIN } })
  expect(await rolesOf()).toEqual([ADMIN, ADMIN, id])
})
