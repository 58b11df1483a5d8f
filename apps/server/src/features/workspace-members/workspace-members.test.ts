import {
  ADMIN,
  accountApi,
  workspaceMembersApi as api,
  applyProjectEvent,
  applyProjectMemberEvent,
  applyWorkspaceEvent,
  applyWorkspaceMemberEvent,
  GUEST,
  type LiveEvent,
  MEMBER,
  type ProjectEvent,
  type ProjectMemberEvent,
  projectsApi,
  type WorkspaceEvent,
  type WorkspaceMemberEvent,
  workItemsApi,
  workspacesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { workspaceOf, projectOf, database } = await testServer()
const { db } = database
const refused = { status: 403, body: { error: "You don't have the required permissions." } }
const missing = { status: 404, body: { error: 'The required object does not exist.' } }
const absent = { status: 404, body: { error: 'Member not found' } }
const done = { status: 204, body: null }

async function rowOf(client: Client, as = client) {
  const rows = await as.call(workspacesApi.members)
  const row = rows.find(({ member }) => member.id === client.user_id)
  if (!row) throw new Error('not in the list')
  return row
}

/** Everything a refused request could have changed. */
const everything = async () =>
  (
    await sql`select
      (select jsonb_agg(m order by m.id) from workspace_members m) as members,
      (select jsonb_agg(m order by m.id) from project_members m) as project_members,
      (select max(id) from events) as last_event`.execute(db)
  ).rows

async function attemptInVain(action: () => Promise<unknown>) {
  const before = await everything()
  const answer = await action()
  expect(await everything()).toEqual(before)
  return answer
}

/** Events that one user's browsers receive for a change. */
async function heardBy({ user_id }: Client, change: () => Promise<unknown>) {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(id), 0) as last from events`.execute(db)
  await change()
  const heard = await sql<{ event: LiveEvent }>`
    select jsonb_build_object('type', type) || payload as event from events
    where id > ${rows[0]?.last ?? 0} and (to_users is null or ${user_id}::uuid = any (to_users))
    order by id`.execute(db)
  return heard.rows.map(({ event }) => event)
}
const isAboutMembers = (event: LiveEvent): event is WorkspaceMemberEvent =>
  event.type.startsWith('workspace_member.')
const isAboutProjects = (event: LiveEvent): event is ProjectEvent =>
  event.type.startsWith('project.')
const isAboutProjectMembers = (event: LiveEvent): event is ProjectMemberEvent =>
  event.type.startsWith('project_member.')
const isAboutWorkspaces = (event: LiveEvent): event is WorkspaceEvent =>
  event.type.startsWith('workspace.')

describe('the list', () => {
  // @cap:members.workspace-list
  it('shows people newest first, past ones too; guests see no addresses', async () => {
    const { ada, mel, gus } = await workspaceOf('ada', ['mel', MEMBER], ['gus', GUEST])
    await mel.call(workspacesApi.leave)
    const seen = await ada.call(workspacesApi.members)
    expect(seen.map(({ member, is_active }) => [member.display_name, is_active])).toEqual([
      ['gus', true],
      ['mel', false],
      ['ada', true],
    ])
    expect(seen[2]).toMatchObject({
      role: ADMIN,
      company_role: null,
      view_props: {},
      default_props: {},
      issue_props: { subscribed: true, assigned: true, created: true, all_issues: true },
      member: { id: ada.user_id, last_login_medium: 'email', is_bot: false, avatar_url: null },
      workspace: { name: 'Acme', slug: ada.place.slug, logo_url: null },
    })
    expect(seen.every(({ member }) => member.email?.endsWith('@cairn.test'))).toBe(true)

    const asGuest = await gus.call(workspacesApi.members)
    expect(asGuest).toEqual(
      seen.map(({ member: { email: _, last_login_medium: __, ...person }, ...row }) => ({
        ...row,
        member: person,
      })),
    )
  })

  it('is searched by part of the display name or first name, in any case', async () => {
    const { ada } = await workspaceOf('ada', ['Melanie', MEMBER], ['100%', MEMBER])
    const find = async (search: string) =>
      (await ada.call(workspacesApi.members, { query: { search } })).map(
        ({ member }) => member.display_name,
      )
    expect(await find('LAN')).toEqual(['Melanie'])
    expect(await find('%')).toEqual(['100%'])
    expect(await find('nobody')).toEqual([])
  })

  it('shows one person as the list does, and nobody of another workspace', async () => {
    const { ada, gus } = await workspaceOf('ada', ['gus', GUEST])
    const { eve } = await workspaceOf('eve')
    const row = await rowOf(ada, gus)
    expect(await gus.call(api.get, { params: { id: row.id } })).toEqual(row)
    expect(row.member).not.toHaveProperty('email')
    for (const id of [(await rowOf(eve)).id, crypto.randomUUID()]) {
      expect(await ada.attempt(api.get, { params: { id } })).toEqual(missing)
    }
  })

  it('tells a member their own row', async () => {
    const { gus } = await projectOf('ada', ['gus', GUEST])
    const { member, workspace, ...row } = await rowOf(gus)
    expect(await gus.call(api.me)).toEqual({
      ...row,
      member: member.id,
      workspace: workspace.id,
      draft_issue_count: 0,
    })
  })
})

describe('changing a member', () => {
  // @cap:members.change-workspace-role
  it('changes the role at once; a guest becomes guest in every project and stays it there', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const { id } = await rowOf(mel, ada)
    const projectRole = async () =>
      (await ada.call(projectsApi.members)).find(({ member }) => member === mel.user_id)?.role
    const set = (role: number) => ada.call(api.change, { params: { id }, body: { role } })

    expect(await set(ADMIN)).toMatchObject({ id, role: ADMIN, updated_by: ada.user_id })
    expect((await mel.call(workspacesApi.get)).role).toBe(ADMIN)
    expect(await projectRole()).toBe(MEMBER)
    expect(await set(GUEST)).toMatchObject({ id, role: GUEST })
    expect(await projectRole()).toBe(GUEST)
    expect(await set(MEMBER)).toEqual(await rowOf(mel, ada))
    expect(await projectRole()).toBe(GUEST)

    const own = (await rowOf(ada)).id
    expect(
      await attemptInVain(() =>
        ada.attempt(api.change, { params: { id: own }, body: { role: MEMBER } }),
      ),
    ).toEqual({ status: 400, body: { error: 'You cannot update your own role' } })
  })

  it('keeps what somebody does in the company', async () => {
    const { ada, mel } = await workspaceOf('ada', ['mel', MEMBER])
    const { id } = await rowOf(mel, ada)
    const body = { company_role: 'Cartographer' }
    const changed = await ada.call(api.change, { params: { id }, body })
    expect(changed).toMatchObject({ ...body, role: MEMBER })
  })

  it('is for administrators, for known roles and for people who are there', async () => {
    const { ada, mel, gus } = await workspaceOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const { eve } = await workspaceOf('eve')
    const { id } = await rowOf(gus, ada)
    const change = (by: Client, target: string, role: number) =>
      attemptInVain(() => by.attempt(api.change, { params: { id: target }, body: { role } }))
    expect(await change(mel, id, ADMIN)).toEqual(refused)
    expect(await change(gus, id, ADMIN)).toEqual(refused)
    expect(await change(ada, id, 7)).toEqual({
      status: 400,
      body: { role: ['"7" is not a valid choice.'] },
    })
    expect(await change(ada, (await rowOf(eve)).id, GUEST)).toEqual(absent)
    await gus.call(workspacesApi.leave)
    expect(await change(ada, id, MEMBER)).toEqual(absent)
  })

  it('leaves one administrator when two demote each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ada, bob } = await workspaceOf('ada', 'bob')
      const [a, b] = [await rowOf(ada), await rowOf(bob)]
      const body = { role: GUEST }
      const answers = await Promise.all([
        ada.attempt(api.change, { params: { id: b.id }, body }),
        bob.attempt(api.change, { params: { id: a.id }, body }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    }
  })
})

describe('removing a member', () => {
  // @cap:members.remove-from-workspace
  it('ends all project memberships and keeps roles, assignments and history', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const body = { name: 'Survey the pass', assignee_ids: [mel.user_id] }
    const item = await ada.call(workItemsApi.create, { body })
    const { id } = await rowOf(mel, ada)

    expect(await ada.attempt(api.remove, { params: { id } })).toEqual(done)
    expect(await mel.attempt(workspacesApi.get)).toEqual(refused)
    expect(await mel.attempt(projectsApi.get)).toEqual(refused)
    expect(await rowOf(mel, ada)).toMatchObject({ id, role: MEMBER, is_active: false })
    expect((await ada.call(projectsApi.members)).map(({ member }) => member)).toEqual([ada.user_id])
    const retained = await sql`select user_id from work_item_assignees
      where work_item_id = ${item.id}`.execute(db)
    expect(retained.rows).toEqual([{ user_id: mel.user_id }])
    const activities = await sql`select new_value from activities
      where work_item_id = ${item.id} and field = 'assignees'`.execute(db)
    expect(activities.rows).toEqual([{ new_value: 'mel' }])
    expect(await attemptInVain(() => ada.attempt(api.remove, { params: { id } }))).toEqual(absent)
  })

  it('is refused for oneself, for members, and where a project would be left alone', async () => {
    const { ada, mel } = await workspaceOf('ada', ['mel', MEMBER])
    const remove = (by: Client, id: string) =>
      attemptInVain(() => by.attempt(api.remove, { params: { id } }))
    const { id } = await rowOf(mel, ada)
    expect(await remove(ada, (await rowOf(ada)).id)).toEqual({
      status: 400,
      body: {
        error: 'You cannot remove yourself from the workspace. Please use leave workspace',
      },
    })
    expect(await remove(mel, id)).toEqual(refused)
    await mel.call(projectsApi.create, { body: { name: 'Alone', identifier: 'ALONE' } })
    expect(await remove(ada, id)).toEqual({
      status: 400,
      body: {
        error:
          'User is a part of some projects where they are the only admin, they should either leave that project or promote another user to admin.',
      },
    })
  })
})

describe('leaving', () => {
  it('ends the membership and those in projects; the only administrator is refused', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    expect(await gus.attempt(workspacesApi.leave)).toEqual(done)
    expect(await gus.attempt(workspacesApi.get)).toEqual(refused)
    expect(await rowOf(gus, ada)).toMatchObject({ is_active: false, role: GUEST })
    expect((await ada.call(projectsApi.members)).map(({ member }) => member)).toEqual([ada.user_id])
    expect(await attemptInVain(() => ada.attempt(workspacesApi.leave))).toEqual({
      status: 400,
      body: {
        error:
          'You cannot leave the workspace as you are the only admin of the workspace you will have to either delete the workspace or promote another user to admin.',
      },
    })
  })

  it('is refused to the only member of a project they administer', async () => {
    const { mel } = await workspaceOf('ada', ['mel', MEMBER])
    await mel.call(projectsApi.create, { body: { name: 'Alone', identifier: 'ALONE' } })
    expect(await attemptInVain(() => mel.attempt(workspacesApi.leave))).toEqual({
      status: 400,
      body: {
        error:
          'You are a part of some projects where you are the only admin, you should either leave the project or promote another user to admin.',
      },
    })
  })

  it('lets all but one go when every administrator leaves at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const admins = Object.values(await workspaceOf('ada', 'bob', 'cyd', 'dan'))
      const answers = await Promise.all(admins.map((admin) => admin.attempt(workspacesApi.leave)))
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 204, 400])
    }
  })

  it('counts once when one person leaves several times at once', async () => {
    const { ada, mel } = await workspaceOf('ada', ['mel', MEMBER])
    const leave = () => mel.attempt(workspacesApi.leave)
    const events = await ada.eventsOf(() => Promise.all([leave(), leave(), leave()]))
    expect(events.filter(({ type }) => type === 'workspace_member.removed')).toHaveLength(1)
  })
})

describe('the members of projects', () => {
  it('are those of the projects the caller is in', async () => {
    const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const secret = { name: 'Secret', identifier: 'SECRET' }
    const { id } = await ada.call(projectsApi.create, { body: secret })
    await gus.call(workspacesApi.leave)
    const { project_id = '' } = ada.place
    const inTrail = (await ada.call(projectsApi.members)).map(({ project: _, ...row }) => row)
    const inSecret = (await ada.at({ project_id: id }).call(projectsApi.members)).map(
      ({ project: _, ...row }) => row,
    )
    expect(inTrail.map(({ member }) => member)).toEqual([ada.user_id, mel.user_id])
    expect(await mel.call(api.ofProjects)).toEqual({ [project_id]: inTrail })
    expect(await ada.call(api.ofProjects)).toEqual({ [project_id]: inTrail, [id]: inSecret })
  })
})

describe('what a person keeps for a workspace', () => {
  it('has defaults from the first look on, also when ten look at once', async () => {
    const { gus } = await workspaceOf('ada', ['gus', GUEST])
    const [first, ...others] = await Promise.all(
      Array.from({ length: 10 }, () => gus.call(api.properties)),
    )
    for (const other of others) expect(other).toEqual(first)
    expect(first).toMatchObject({
      user: gus.user_id,
      updated_by: null,
      filters: {
        priority: null,
        state: null,
        state_group: null,
        assignees: null,
        created_by: null,
        labels: null,
        start_date: null,
        target_date: null,
        subscriber: null,
      },
      display_filters: {
        group_by: null,
        order_by: '-created_at',
        type: null,
        sub_issue: true,
        show_empty_groups: true,
        layout: 'list',
        calendar_date_range: '',
      },
      display_properties: {
        assignee: true,
        attachment_count: true,
        created_on: true,
        due_date: true,
        estimate: true,
        key: true,
        labels: true,
        link: true,
        priority: true,
        start_date: true,
        state: true,
        sub_issue_count: true,
        updated_on: true,
      },
    })
  })

  it('is replaced key by key, for this person only', async () => {
    const { ada, gus } = await workspaceOf('ada', ['gus', GUEST])
    const body = { filters: { priority: ['high'] } }
    const answer = await ada.attempt(api.changeProperties, { body })
    const retained = await ada.call(api.properties)
    expect(answer).toEqual({ status: 201, body: retained })
    expect(retained.filters).toEqual(body.filters)
    expect(retained.display_filters).toMatchObject({ layout: 'list' })
    expect((await gus.call(api.properties)).filters).toMatchObject({ priority: null })
    expect(await ada.attempt(api.changeProperties, { body: { filters: 'x' as never } })).toEqual({
      status: 400,
      body: { filters: ['Value must be valid JSON.'] },
    })
  })

  it('holds the view settings on the own membership', async () => {
    const { ada, gus } = await workspaceOf('ada', ['gus', GUEST])
    const view_props = { layout: 'kanban' }
    expect(await gus.attempt(api.saveView, { body: { view_props } })).toEqual(done)
    expect(await gus.call(api.me)).toMatchObject({ view_props })
    const display_filters = { layout: 'list', order_by: '-created_at', group_by: null }
    const filled = { filters: { priority: null, state: null }, display_filters }
    expect(await ada.call(api.me)).toMatchObject({ view_props: filled, default_props: filled })
    await gus.call(api.saveView, { body: {} })
    expect((await gus.call(api.me)).view_props).toEqual({})
  })
})

describe('other browsers', () => {
  it('hear enough to keep lists of members and workspaces right, each as far as they may', async () => {
    const { ada, mel, gus, bob } = await workspaceOf('ada', ['mel', MEMBER], ['gus', GUEST], 'bob')
    const { id } = await rowOf(mel, ada)
    const promote = () => ada.call(api.change, { params: { id }, body: { role: ADMIN } })
    const remove = () => ada.call(api.remove, { params: { id } })
    const leave = () => bob.call(workspacesApi.leave)
    for (const change of [promote, remove, leave]) {
      for (const watcher of [ada, gus]) {
        if (change !== promote && watcher === gus) continue
        const members = await watcher.call(workspacesApi.members)
        const workspaces = await watcher.call(workspacesApi.list)
        const heard = await heardBy(watcher, change)
        expect(heard.filter(isAboutMembers).reduce(applyWorkspaceMemberEvent, members)).toEqual(
          await watcher.call(workspacesApi.members),
        )
        expect(heard.filter(isAboutWorkspaces).reduce(applyWorkspaceEvent, workspaces)).toEqual(
          await watcher.call(workspacesApi.list),
        )
      }
    }
  })

  it('of who was removed see the workspace go', async () => {
    const { ada, mel } = await workspaceOf('ada', ['mel', MEMBER])
    const { id } = await rowOf(mel, ada)
    const before = await mel.call(workspacesApi.list)
    const heard = await heardBy(mel, () => ada.call(api.remove, { params: { id } }))
    expect(heard).toEqual([{ type: 'workspace.removed', id: before[0]?.id }])
    expect(heard.filter(isAboutWorkspaces).reduce(applyWorkspaceEvent, before)).toEqual([])
  })

  it('of somebody with a new role see projects come and go, and their own role in them', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    for (const [identifier, network] of [
      ['OPEN', 2],
      ['SHUT', 0],
    ] as const) {
      await ada.call(projectsApi.create, { body: { name: identifier, identifier, network } })
    }
    const { id } = await rowOf(mel, ada)
    const seen: string[][] = []
    for (const role of [ADMIN, GUEST, MEMBER]) {
      const before = await mel.call(projectsApi.list)
      const heard = await heardBy(mel, () =>
        ada.call(api.change, { params: { id }, body: { role } }),
      )
      const after = await mel.call(projectsApi.list)
      expect(heard.filter(isAboutProjects).reduce(applyProjectEvent, before)).toEqual(after)
      seen.push(after.map(({ identifier, member_role }) => `${identifier} ${member_role}`))
    }
    expect(seen).toEqual([
      ['TRAIL 15', 'OPEN null', 'SHUT null'],
      ['TRAIL 5'],
      ['TRAIL 5', 'OPEN null'],
    ])
  })

  it('of those who stay hear who is in their projects no more, or as what', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const { id } = await rowOf(mel, ada)
    const demote = () => ada.call(api.change, { params: { id }, body: { role: GUEST } })
    const remove = () => ada.call(api.remove, { params: { id } })
    for (const change of [demote, remove]) {
      const members = await ada.call(projectsApi.members)
      const projects = await ada.call(projectsApi.list)
      const events = await heardBy(ada, change)
      expect(events.filter(isAboutProjectMembers).reduce(applyProjectMemberEvent, members)).toEqual(
        await ada.call(projectsApi.members),
      )
      expect(events.filter(isAboutProjects).reduce(applyProjectEvent, projects)).toEqual(
        await ada.call(projectsApi.list),
      )
    }
  })

  it('of who leaves or deactivates their account see it too', async () => {
    const { ada, mel, bob } = await projectOf('ada', ['mel', MEMBER], ['bob', MEMBER])
    const project_id = ada.place.project_id
    for (const [gone, leave] of [
      [mel, () => mel.call(workspacesApi.leave)],
      [bob, () => bob.call(accountApi.deactivate)],
    ] as const) {
      const { id } = await ada.call(workspacesApi.get)
      const heard = await heardBy(gone, leave)
      expect(heard).toContainEqual({ type: 'project.removed', id: project_id })
      expect(heard).toContainEqual({ type: 'workspace.removed', id })
      expect((await ada.call(workspacesApi.list))[0]?.total_members).toBe(gone === mel ? 2 : 1)
    }
  })
})
