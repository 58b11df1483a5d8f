import {
  ADMIN,
  accountApi,
  invitationsApi as api,
  GUEST,
  type IssuedInvitation,
  MEMBER,
  projectMembersApi,
  projectsApi,
  type Role,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { workspaceOf, person, stranger, database } = await testServer()
const { db } = database
const fresh = () => `p-${crypto.randomUUID().slice(0, 8)}@cairn.test`
const slugOf = ({ place }: Client) => place.slug ?? ''
const emailOf = async (client: Client) => (await client.call(accountApi.me)).email

let count = 0
async function open(by: Client, network: 0 | 2 = 2) {
  count += 1
  const body = { name: `Project ${count}`, identifier: `Q${count}`, network }
  return (await by.call(projectsApi.create, { body })).id
}

interface Wanted {
  email: string
  role?: Role
  projects: { project_id: string; role?: Role }[]
  note?: string
}

async function invite(by: Client, { email, role = MEMBER, ...rest }: Wanted) {
  const body = { emails: [{ email, role }], ...rest }
  const { invitations } = await by.call(api.create, { body })
  const [issued] = invitations
  if (!issued) throw new Error('nobody was invited')
  return issued
}

const tokenIn = ({ invite_link }: IssuedInvitation) =>
  new URL(invite_link, 'http://cairn.test').searchParams.get('token') ?? ''

const accept = (by: Client, slug: string, issued: IssuedInvitation) =>
  by.at({ slug }).call(api.answer, {
    params: { id: issued.id },
    body: { email: issued.email, accepted: true, token: tokenIn(issued) },
  })

const rolesOf = async (by: Client, slug: string) =>
  Object.fromEntries(
    (await by.at({ slug }).call(projectsApi.list))
      .filter(({ member_role }) => member_role !== null)
      .map(({ id, member_role }) => [id, member_role]),
  )

describe('an invitation to projects', () => {
  // @cap:members.invite-to-projects
  it('shows them with the roles, and joins them on accepting', async () => {
    const { ada } = await workspaceOf('ada')
    const joe = await person('joe')
    const [one, two, other] = [await open(ada), await open(ada, 0), await open(ada)]
    const projects = [{ project_id: one, role: ADMIN }, { project_id: two }] as const
    const email = await emailOf(joe)
    const note = "  You'll start on offline maps. "
    const issued = await invite(ada, { email, projects: [...projects], note })
    const expected = [
      { id: one, role: ADMIN, name: 'Project 1', identifier: 'Q1' },
      { id: two, role: MEMBER },
    ]
    expect(await ada.call(api.list)).toMatchObject([{ projects: expected }])
    const params = { id: issued.id }
    const query = { token: tokenIn(issued) }
    expect(
      await stranger.at({ slug: slugOf(ada) }).call(api.open, { params, query }),
    ).toMatchObject({
      projects: expected,
      note: "You'll start on offline maps.",
      inviter: { id: ada.user_id, display_name: 'ada' },
      people_count: 1,
      // A secret project is not counted for users who are not members yet.
      project_count: 2,
    })
    const { rows } = await sql<{ text: string }>`
      select text from mails where to_address = ${email}`.execute(db)
    expect(rows[0]?.text).toContain("You'll join these projects: Project 1, Project 2")
    expect(rows[0]?.text).toContain('"You\'ll start on offline maps."')

    await accept(joe, slugOf(ada), issued)
    expect(await rolesOf(joe, slugOf(ada))).toEqual({ [one]: ADMIN, [two]: MEMBER })
    expect(await rolesOf(ada, slugOf(ada))).toEqual({ [one]: ADMIN, [two]: ADMIN, [other]: ADMIN })
  })

  it('makes guests of the workspace guests, and its admins admins', async () => {
    const { ada } = await workspaceOf('ada')
    const [gus, pam] = [await person('gus'), await person('pam')]
    const project_id = await open(ada)
    const projects = [{ project_id, role: MEMBER }] as const
    for (const [who, role] of [
      [gus, GUEST],
      [pam, ADMIN],
    ] as const) {
      const issued = await invite(ada, {
        ...{ email: await emailOf(who), role },
        projects: [...projects],
      })
      const { projects: shown } = await ada.call(api.get, { params: { id: issued.id } })
      expect(shown).toMatchObject([{ id: project_id, role }])
      await accept(who, slugOf(ada), issued)
      expect(await rolesOf(who, slugOf(ada))).toEqual({ [project_id]: role })
    }
  })

  it('is joined from the list of waiting ones and at sign-in alike', async () => {
    const { ada } = await workspaceOf('ada')
    const joe = await person('joe')
    await sql`update users set is_email_verified = true where id = ${joe.user_id}`.execute(db)
    const project_id = await open(ada)
    const issued = await invite(ada, { email: await emailOf(joe), projects: [{ project_id }] })
    expect(await joe.call(api.mine)).toMatchObject([{ projects: [{ id: project_id }] }])
    await joe.call(api.joinMine, { body: { invitations: [issued.id] } })
    expect(await rolesOf(joe, slugOf(ada))).toEqual({ [project_id]: MEMBER })
  })

  it('adds projects to an invitation that waits, and sends no second mail', async () => {
    const { ada } = await workspaceOf('ada')
    const [one, two] = [await open(ada), await open(ada)]
    const email = fresh()
    await invite(ada, { email, projects: [{ project_id: one }] })
    const body = { emails: [{ email }], projects: [{ project_id: two, role: GUEST }] } as const
    const { invitations } = await ada.call(api.create, {
      body: { emails: [...body.emails], projects: [...body.projects] },
    })
    expect(invitations).toEqual([])
    expect(await ada.call(api.list)).toMatchObject([
      {
        projects: [
          { id: one, role: MEMBER },
          { id: two, role: GUEST },
        ],
      },
    ])
    const { rows } = await sql`select id from mails where to_address = ${email}`.execute(db)
    expect(rows).toHaveLength(1)
  })
})

describe('who may invite to a project', () => {
  it('is its admins and those of the workspace; any other project is one that does not exist', async () => {
    const { ada, mel } = await workspaceOf('ada', ['mel', MEMBER])
    const { eve } = await workspaceOf('eve')
    const [own, foreign, secret] = [await open(mel), await open(eve), await open(ada, 0)]
    const archived = await open(ada)
    await ada.at({ project_id: archived }).call(projectsApi.archive)
    const attempt = (by: Client, ...ids: string[]) =>
      by.attempt(api.create, {
        body: {
          emails: [{ email: fresh() }],
          projects: ids.map((project_id) => ({ project_id })),
        },
      })
    expect(await attempt(mel, own)).toMatchObject({ status: 200 })
    expect(await attempt(ada, own, secret)).toMatchObject({ status: 200 })
    const known = (await ada.call(api.list)).length
    for (const [by, id] of [
      [mel, await open(ada)],
      [mel, secret],
      [mel, foreign],
      [ada, foreign],
      [ada, archived],
      [ada, crypto.randomUUID()],
    ] as const) {
      expect(await attempt(by, own, id)).toEqual({
        status: 400,
        body: { projects: [`Invalid pk "${id}" - object does not exist.`] },
      })
    }
    expect(await ada.call(api.list)).toHaveLength(known)
  })

  it('is asked again when the invitation is accepted', async () => {
    const { ada, mel } = await workspaceOf('ada', ['mel', MEMBER])
    const joe = await person('joe')
    const [left, archived, removed, stays] = [
      await open(mel),
      await open(mel),
      await open(mel),
      await open(mel),
    ]
    const projects = [left, archived, removed, stays].map((project_id) => ({ project_id }))
    const issued = await invite(mel, { email: await emailOf(joe), projects })
    const other = { members: [{ member_id: ada.user_id, role: ADMIN }] }
    await mel.at({ project_id: left }).call(projectMembersApi.add, { body: other })
    await mel.at({ project_id: left }).call(projectMembersApi.leave)
    await mel.at({ project_id: archived }).call(projectsApi.archive)
    await mel.at({ project_id: removed }).call(projectsApi.remove)
    const { projects: shown } = await ada.call(api.get, { params: { id: issued.id } })
    expect(shown).toMatchObject([{ id: stays }])
    await accept(joe, slugOf(ada), issued)
    expect(await rolesOf(joe, slugOf(ada))).toEqual({ [stays]: MEMBER })
  })
})
