import {
  ADMIN,
  projectJoiningApi as api,
  applyProjectEvent,
  GUEST,
  MEMBER,
  type ProjectEvent,
  projectMembersApi,
  projectsApi,
  workspaceMembersApi,
  workspacesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { database, stranger, workspaceOf } = await testServer()
const { db } = database
const joined = { status: 201, body: { message: 'Projects joined successfully' } }
let count = 0
async function open(by: Client, network: 0 | 2 = 2) {
  count += 1
  const body = { name: `Project ${count}`, identifier: `P${count}`, network }
  return (await by.call(projectsApi.create, { body })).id
}

const join = (by: Client, ...project_ids: string[]) =>
  by.attempt(api.join, { body: { project_ids } })

const rolesOf = async (by: Client) =>
  Object.fromEntries(
    (await by.call(projectsApi.list))
      .filter(({ member_role }) => member_role !== null)
      .map(({ id, member_role }) => [id, member_role]),
  )

// @cap:members.join-project
it('lets members into public projects with their workspace role, private ones only open to admins', async () => {
  const { ada, bob, mel, gus } = await workspaceOf('ada', 'bob', ['mel', MEMBER], ['gus', GUEST])
  const [one, two, secret] = [await open(ada), await open(ada), await open(ada, 0)]
  expect(await join(mel, one, two)).toEqual(joined)
  expect(await rolesOf(mel)).toEqual({ [one]: MEMBER, [two]: MEMBER })
  expect(await join(bob, one, secret)).toEqual(joined)
  expect(await rolesOf(bob)).toEqual({ [one]: 20, [secret]: 20 })
  expect(await join(gus, one)).toMatchObject({ status: 403 })
  expect(await rolesOf(gus)).toEqual({})
})

it('joins all or none', async () => {
  const { ada, mel } = await workspaceOf('ada', ['mel', MEMBER])
  const { eve } = await workspaceOf('eve')
  const [open1, secret, foreign] = [await open(ada), await open(ada, 0), await open(eve)]
  // A secret project is refused as one that does not exist.
  for (const id of [secret, foreign, crypto.randomUUID()]) {
    expect(await join(mel, open1, id)).toEqual({
      status: 400,
      body: { project_ids: [`Invalid pk "${id}" - object does not exist.`] },
    })
  }
  expect(await rolesOf(mel)).toEqual({})
  expect(await mel.attempt(api.join, { body: {} as { project_ids: string[] } })).toEqual({
    status: 400,
    body: { project_ids: ['This field is required.'] },
  })
  expect(await join(eve.at(mel.place), open1)).toMatchObject({ status: 403 })
  expect(await join(stranger.at(mel.place), open1)).toMatchObject({ status: 401 })
})

it('brings back who left with the role of the workspace, and counts once', async () => {
  const { ada, bob } = await workspaceOf('ada', ['bob', MEMBER])
  const id = await open(ada)
  await join(bob, id)
  await sql`
    update project_members set is_active = false, role = 20
    where user_id = ${bob.user_id} and project_id = ${id}`.execute(db)
  expect(await rolesOf(bob)).toEqual({})
  const answers = await Promise.all(Array.from({ length: 5 }, () => join(bob, id)))
  expect(answers).toEqual(Array.from({ length: 5 }, () => joined))
  expect(await rolesOf(bob)).toEqual({ [id]: MEMBER })
  const { rows } = await sql`
    select id from project_members where user_id = ${bob.user_id}`.execute(db)
  expect(rows).toHaveLength(1)
  const members = await bob.call(workspaceMembersApi.ofProjects)
  expect(members[id]).toHaveLength(2)
})

it('gives a removed project admin no more than a member has', async () => {
  const { ada, bob } = await workspaceOf('ada', ['bob', MEMBER])
  const id = await open(ada)
  const inside = ada.at({ project_id: id })
  const body = { members: [{ member_id: bob.user_id, role: ADMIN }] }
  const [row] = await inside.call(projectMembersApi.add, { body })
  await inside.call(projectMembersApi.remove, { params: { id: row?.id ?? '' } })
  expect(await join(bob, id)).toEqual(joined)
  expect(await rolesOf(bob)).toEqual({ [id]: MEMBER })
})

it('leaves a project admin who joins again what they are', async () => {
  const { ada, bob } = await workspaceOf('ada', ['bob', MEMBER])
  const id = await open(ada)
  const body = { members: [{ member_id: bob.user_id, role: ADMIN }] }
  await ada.at({ project_id: id }).call(projectMembersApi.add, { body })
  expect(await join(bob, id)).toEqual(joined)
  expect(await rolesOf(bob)).toEqual({ [id]: ADMIN })
})

it('tells everybody who sees the project', async () => {
  const { ada, mel } = await workspaceOf('ada', ['mel', MEMBER])
  const id = await open(ada)
  const before = await ada.call(projectsApi.list)
  const { rows } = await sql<{ last: number }>`select max(id) as last from events`.execute(db)
  await join(mel, id)
  const heard = await sql<{ event: ProjectEvent }>`
    select jsonb_build_object('type', type) || payload as event from events
    where id > ${rows[0]?.last} and type like 'project.%'
      and ${ada.user_id}::uuid = any (to_users) order by id`.execute(db)
  expect(heard.rows.map(({ event }) => event).reduce(applyProjectEvent, before)).toEqual(
    await ada.call(projectsApi.list),
  )
  expect(await mel.call(workspacesApi.get)).toMatchObject({ role: MEMBER })
})
