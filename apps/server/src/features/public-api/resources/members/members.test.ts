import { ADMIN, GUEST, MEMBER, projectMembersApi, projectsApi } from '@cairn/contract'
import {
  membersV1 as api,
  type MemberV1,
  olderProjectMembersV1,
  projectMembersV1,
  usersV1,
} from '@cairn/contract/v1'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { done, missing, notAllowed, programServer, unauthenticated } from '#test/programs.ts'

const { database, programsOf, refusesStrangers } = await programServer()
const { db } = database

const names = (members: MemberV1[]) => members.map(({ display_name }) => display_name)
const emailOf = async ({ user_id }: Client) => {
  const { rows } = await sql<{ email: string }>`
    select email from users where id = ${user_id}`.execute(db)
  return rows[0]?.email ?? ''
}

/** A member of the workspace, but of none of its projects. */
async function withBystander() {
  const people = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST], ['ben', MEMBER])
  await sql`delete from project_members where user_id = ${people.ben.user_id}`.execute(db)
  return people
}

// @cap:public-api.users-and-members
it('tells who the caller is', async () => {
  const { gus } = await programsOf('ada', ['gus', GUEST])
  expect(await gus.call(usersV1.me)).toEqual({
    ...{ id: gus.user_id, first_name: 'gus', last_name: '', display_name: 'gus', avatar: '' },
    ...{ avatar_url: null, email: await emailOf(gus) },
  })
  expect(await gus.showing('').attempt(usersV1.me)).toEqual(unauthenticated)
})

// @cap:public-api.users-and-members
describe('the members of a workspace', () => {
  it('are listed with their roles', async () => {
    const { ada, mel, ben } = await withBystander()
    const members = await mel.call(api.list)
    expect(members).toMatchObject([
      { id: ada.user_id, role: 20, role_slug: 'admin', is_active: true, is_bot: false },
      { id: mel.user_id, role: 15, role_slug: 'member' },
      { display_name: 'gus', role: 5, role_slug: 'guest' },
      { id: ben.user_id, role: 15 },
    ])
    expect(members[0]?.email).toBe(await emailOf(ada))
  })

  it('are found by parts of their names, by role and by whether they are there', async () => {
    const { ada, mel } = await withBystander()
    const found = async (query: Record<string, string>) =>
      names(await ada.call(api.list, { query }))
    expect(await found({ display_name: 'E' })).toEqual(['mel', 'ben'])
    expect(await found({ display_name: '%' })).toEqual([])
    expect(await found({ first_name: 'us' })).toEqual(['gus'])
    expect(await found({ email: 'MEL-' })).toEqual(['mel'])
    expect(await found({ role_slug: 'member', display_name: 'b' })).toEqual(['ben'])
    expect(await found({ role_slug: 'owner' })).toEqual([])
    expect(await found({ is_bot: 'true' })).toEqual([])
    await ada.call(api.remove, { body: { member: mel.user_id } })
    expect(await found({})).toEqual(['ada', 'gus', 'ben'])
    expect(await found({ is_active: 'false' })).toEqual(['mel'])
    for (const field of ['is_active', 'is_bot']) {
      expect(await ada.attempt(api.list, { query: { [field]: '1' } })).toEqual({
        status: 400,
        body: { [field]: ['Must be a valid boolean.'] },
      })
    }
  })

  // @cap:public-api.paging-fields-expand
  it('come in pages too', async () => {
    const { ada } = await withBystander()
    const page = (query: Record<string, string>) => ada.call(api.listLite, { query })
    const whole = await page({})
    expect(whole.results).toEqual(await ada.call(api.list))
    expect(whole).toMatchObject({ total_count: 4, total_pages: 1, extra_stats: null })
    const first = await page({ per_page: '3', role_slug: 'member' })
    expect(first).toMatchObject({ count: 2, total_count: 2, next_page_results: false })
    const second = await page({ per_page: '3', cursor: '3:1:0' })
    expect(names(second.results)).toEqual(['ben'])
    expect(names((await page({ order_by: '-display_name' })).results)).toEqual([
      ...['mel', 'gus', 'ben', 'ada'],
    ])
    // Sorting by address would reveal addresses to project guests.
    expect(await ada.attempt(api.listLite, { query: { order_by: 'email' } })).toMatchObject({
      status: 400,
    })
  })

  it('are not for guests, nor for strangers', async () => {
    const { ada, gus } = await withBystander()
    for (const call of [api.list, api.listLite]) {
      expect(await gus.attempt(call)).toEqual(notAllowed)
    }
    await refusesStrangers(api.listLite, ada)
    expect(await ada.showing('').attempt(api.list)).toEqual(unauthenticated)
    // The same for unknown and foreign workspaces.
    const { eve } = await programsOf('eve')
    const unknown = { status: 400, body: { error: 'Provided workspace does not exist' } }
    for (const slug of ['nowhere-at-all', eve.place.slug ?? '']) {
      expect(await ada.at({ slug }).attempt(api.list)).toEqual(unknown)
    }
  })

  // @cap:public-api.users-and-members
  it('are removed by administrators, from all projects too', async () => {
    const { ada, mel, gus, ben } = await withBystander()
    const body = { email: (await emailOf(mel)).toUpperCase() }
    for (const client of [mel, gus]) {
      expect(await client.attempt(api.remove, { body })).toEqual(notAllowed)
    }
    await refusesStrangers(api.remove, ada, { body })
    expect(await ada.attempt(api.remove, { body })).toEqual(done)
    expect(await mel.attempt(projectMembersV1.list)).toEqual(notAllowed)
    expect(names(await ada.call(projectMembersV1.list))).toEqual(['ada', 'gus'])
    expect(await ada.attempt(api.remove, { body: { member: ben.user_id } })).toEqual(done)
    expect(names(await ada.call(api.list))).toEqual(['ada', 'gus'])
  })

  it('are not removed where that makes no sense', async () => {
    const { ada } = await withBystander()
    const { eve } = await programsOf('eve')
    const nobody = { status: 400, body: { member: ['Member not found in workspace'] } }
    const remove = (body: object) => ada.attempt(api.remove, { body })
    expect(await remove({})).toEqual({
      status: 400,
      body: { member: ['This field is required.'] },
    })
    for (const body of [
      ...[{ member: eve.user_id }, { member: crypto.randomUUID() }, { email: 'nobody' }],
      { email: await emailOf(eve) },
    ]) {
      expect(await remove(body)).toEqual(nobody)
    }
    expect(await remove({ member: ada.user_id })).toMatchObject({ status: 400 })
    expect(await ada.call(api.list)).toHaveLength(4)
  })
})

describe.each([
  ['project-members', projectMembersV1],
  ['members', olderProjectMembersV1],
] as const)('the members of a project, as %s', (_name, project) => {
  // @cap:public-api.users-and-members
  it('are listed, and guests see no addresses', async () => {
    const { ada, gus } = await withBystander()
    const members = await ada.call(project.list)
    expect(names(members)).toEqual(['ada', 'mel', 'gus'])
    expect(members[1]).toMatchObject({ role: 15, role_slug: 'member', email: expect.any(String) })
    const seen = await gus.call(project.list)
    expect(seen).toHaveLength(3)
    expect(JSON.stringify(seen)).not.toContain('email')
    expect(await gus.call(project.list, { query: { email: 'ada' } })).toEqual([])
    expect(names(await ada.call(project.list, { query: { role_slug: 'guest' } }))).toEqual(['gus'])
  })

  // @cap:public-api.users-and-members
  it('are added, changed and removed by administrators', async () => {
    const { ada, ben } = await withBystander()
    const body = { member: ben.user_id, role: MEMBER }
    const added = await ada.attempt(project.create, { body })
    expect(added).toEqual({ status: 201, body: { ...body, id: expect.any(String) } })
    const { id } = added.body as { id: string }
    expect(await ada.attempt(project.create, { body })).toEqual({
      status: 400,
      body: { error: 'The payload is not valid' },
    })
    // By the membership's id, and by the user's, which is all a list shows.
    for (const member_id of [id, ben.user_id]) {
      const params = { member_id }
      expect(await ben.call(project.get, { params })).toMatchObject({
        ...{ id: ben.user_id, role: 15, role_slug: 'member' },
      })
      for (const role of [GUEST, MEMBER]) {
        expect(await ada.attempt(project.change, { params, body: { role } })).toEqual({
          status: 200,
          body: { id, member: ben.user_id, role },
        })
      }
    }
    const params = { member_id: ben.user_id }
    expect(await ada.attempt(project.remove, { params })).toEqual(done)
    expect(await ada.attempt(project.get, { params })).toEqual(missing)
    expect(names(await ada.call(project.list, { query: { is_active: 'false' } }))).toEqual(['ben'])
    // Members who return get the default role if none is given.
    expect(await ada.call(project.create, { body: { member: ben.user_id } })).toMatchObject({
      ...{ id, role: GUEST },
    })
  })

  it('are refused what makes no sense', async () => {
    const { ada, mel, gus, ben } = await withBystander()
    const { eve } = await programsOf('eve')
    const create = (body: object) => ada.attempt(project.create, { body: body as never })
    expect(await create({})).toEqual({
      status: 400,
      body: { member: ['This field is required.'] },
    })
    for (const member of [eve.user_id, crypto.randomUUID()]) {
      expect(await create({ member })).toEqual({
        status: 400,
        body: { member: ['Member not found in workspace'] },
      })
    }
    const badRole = { status: 400, body: { role: ['Invalid role'] } }
    expect(await create({ member: ben.user_id, role: 10 })).toEqual(badRole)
    const params = { member_id: mel.user_id }
    expect(await ada.attempt(project.change, { params, body: { role: 99 } })).toEqual(badRole)
    // A workspace guest is a guest in every project.
    const promoted = { params: { member_id: gus.user_id }, body: { role: ADMIN } }
    expect(await ada.attempt(project.change, promoted)).toMatchObject({ status: 400 })
    expect(await ada.attempt(project.remove, { params: { member_id: ada.user_id } })).toMatchObject(
      { status: 400 },
    )
    const nobody = { member_id: eve.user_id }
    for (const call of [project.get, project.change, project.remove]) {
      expect(await ada.attempt(call, { params: nobody, body: {} } as never)).toEqual(missing)
    }
    expect(names(await ada.call(project.list))).toEqual(['ada', 'mel', 'gus'])
  })

  it('are changed by nobody else', async () => {
    const { ada, mel, gus, ben } = await withBystander()
    const input = { params: { member_id: mel.user_id }, body: { member: ben.user_id, role: 5 } }
    for (const call of [project.create, project.change, project.remove]) {
      for (const client of [mel, gus]) {
        expect(await client.attempt(call, input as never)).toEqual(notAllowed)
      }
    }
    for (const call of Object.values(project)) {
      expect(await ben.attempt(call, input as never)).toEqual(missing)
    }
    for (const endpoint of Object.values(project)) {
      await refusesStrangers(endpoint, ada, input)
    }
  })
})

it('a project’s members come in pages too', async () => {
  const { ada, gus } = await withBystander()
  const page = await ada.call(api.ofProjectLite, { query: { per_page: '2' } })
  expect(page).toMatchObject({ total_count: 3, count: 2, next_page_results: true })
  expect(page.results).toEqual((await ada.call(projectMembersV1.list)).slice(0, 2))
  const seen = await gus.call(api.ofProjectLite)
  expect(JSON.stringify(seen)).not.toContain('email')
  await refusesStrangers(api.ofProjectLite, ada)
})

// @cap:public-api.side-effects
it('browsers hear of what programs do', async () => {
  const { ada, ben } = await withBystander()
  const body = { member: ben.user_id, role: MEMBER }
  const events = await ada.eventsOf(() => ada.call(projectMembersV1.create, { body }))
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'project_member.saved',
      project_member: expect.objectContaining({ member: ben.user_id }),
    }),
  )
  const members = await ada.browser.call(projectsApi.members)
  expect(members.map(({ member }) => member)).toContain(ben.user_id)
  expect(await ben.browser.call(projectMembersApi.me)).toMatchObject({ role: MEMBER })
})
