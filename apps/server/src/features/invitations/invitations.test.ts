import {
  ADMIN,
  accountApi,
  invitationsApi as api,
  applyWorkspaceMemberEvent,
  GUEST,
  type IssuedInvitation,
  instanceUsersApi,
  MEMBER,
  type WorkspaceMemberEvent,
  workspaceMembersApi,
  workspacesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { workspaceOf, person, stranger, administrator, database } = await testServer()
const { db } = database
const refused = { status: 403, body: { error: "You don't have the required permissions." } }
const missing = { status: 404, body: { error: 'The required object does not exist.' } }
const notYours = { error: 'You do not have permission to join the workspace' }
const accepted = { status: 200, body: { message: 'Workspace Invitation Accepted' } }
const fresh = () => `p-${crypto.randomUUID().slice(0, 8)}@cairn.test`

const emailOf = async (client: Client) => (await client.call(accountApi.me)).email
const prove = ({ user_id }: Client) =>
  sql`update users set is_email_verified = true where id = ${user_id}`.execute(db)

async function inviteOne(by: Client, email: string, role: number = GUEST) {
  const { invitations } = await by.call(api.create, { body: { emails: [{ email, role }] } })
  const [issued] = invitations
  if (!issued) throw new Error('nobody was invited')
  return issued
}

const tokenIn = ({ invite_link }: IssuedInvitation) =>
  new URL(invite_link, 'http://cairn.test').searchParams.get('token') ?? ''

const answer = (by: Client, slug: string, issued: IssuedInvitation, body = {}) =>
  by.at({ slug }).attempt(api.answer, {
    params: { id: issued.id },
    body: { email: issued.email, accepted: true, token: tokenIn(issued), ...body },
  })

const open = (slug: string, issued: IssuedInvitation, token = tokenIn(issued)) =>
  stranger.at({ slug }).attempt(api.open, { params: { id: issued.id }, query: { token } })

const slugOf = ({ place }: Client) => place.slug ?? ''

const mailsTo = async (email: string) =>
  (
    await sql<{ subject: string; text: string }>`
      select subject, text from mails where to_address = ${email} order by created_at`.execute(db)
  ).rows

const everything = async () =>
  (
    await sql`select
      (select jsonb_agg(i order by i.id) from workspace_invitations i) as invitations,
      (select jsonb_agg(m order by m.id) from workspace_members m) as members,
      (select count(*) from mails) as mails,
      (select max(id) from events) as last_event`.execute(db)
  ).rows

async function attemptInVain(action: () => Promise<unknown>) {
  const before = await everything()
  const result = await action()
  expect(await everything()).toEqual(before)
  return result
}

describe('inviting', () => {
  it('mails in the language of who is invited, else of who invites', async () => {
    const { ada } = await workspaceOf('ada')
    await ada.call(accountApi.changeProfile, { body: { language: 'de' } })
    const [unknown, english] = [fresh(), await person('eve')]
    const { email: known } = await english.call(accountApi.me)
    const emails = [{ email: unknown }, { email: known }]
    await ada.call(api.create, { body: { emails } })
    const [german] = await mailsTo(unknown)
    expect(german?.subject).toBe('ada hat dich zu Acme auf Cairn eingeladen')
    expect(german?.text).toContain('Öffne diesen Link, um beizutreten oder abzulehnen:')
    expect((await mailsTo(known))[0]?.subject).toBe('ada invited you to Acme on Cairn')
  })

  // @cap:members.invite-to-workspace
  it('mails every new address and shows each link once, to whom invites', async () => {
    const { ada } = await workspaceOf('ada')
    const [one, two] = [fresh(), fresh()]
    const emails = [{ email: ` ${one.toUpperCase()} `, role: MEMBER }, { email: two }]
    const { message, invitations } = await ada.call(api.create, { body: { emails } })
    expect(message).toBe('Emails sent successfully')
    expect(invitations.map(({ email, role }) => [email, role]).toSorted()).toEqual(
      [
        [one, MEMBER],
        [two, GUEST],
      ].toSorted(),
    )
    const [mail] = await mailsTo(one)
    const issued = invitations.find(({ email }) => email === one)
    expect(mail?.subject).toBe('ada invited you to Acme on Cairn')
    expect(mail?.text).toContain(`http://localhost:80${issued?.invite_link}\n`)

    const listed = await ada.call(api.list)
    expect(listed.find(({ email }) => email === one)).toMatchObject({
      id: issued?.id,
      role: MEMBER,
      accepted: false,
      responded_at: null,
      message: 'ada invited you to join Acme on Cairn.',
      created_by: ada.user_id,
      workspace: { name: 'Acme', slug: slugOf(ada), logo_url: null },
    })
    const secrets = invitations.map(tokenIn)
    const stored = JSON.stringify((await sql`select * from workspace_invitations`.execute(db)).rows)
    for (const secret of secrets) {
      expect(secret).toMatch(/^[a-z0-9]{48}$/)
      expect(JSON.stringify(listed)).not.toContain(secret)
      expect(stored).not.toContain(secret)
    }
    // The copied link opens the invited person's list and contains no secret.
    for (const { id, email, invite_link } of listed) {
      const query = new URLSearchParams({ invitation_id: id, email, slug: slugOf(ada) })
      expect(invite_link).toBe(`/invitations/?${query}`)
    }
    const { invite_link: _, ...first } = listed[0] ?? { id: '', invite_link: '' }
    expect(await ada.call(api.get, { params: { id: first.id } })).toEqual(first)
  })

  it('leaves who is invited already as they are, also when five invite at once', async () => {
    const { ada } = await workspaceOf('ada')
    const email = fresh()
    const body = { emails: [{ email, role: MEMBER }, { email }] }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ada.call(api.create, { body })),
    )
    expect(answers.flatMap(({ invitations }) => invitations)).toHaveLength(1)
    expect(await ada.call(api.list)).toMatchObject([{ email, role: MEMBER }])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  // @cap:members.invite-to-workspace
  it('refuses all when one cannot be invited, with the reason, and sends nothing', async () => {
    const { ada, mel, gus } = await workspaceOf('ada', ['mel', MEMBER], ['gus', GUEST])
    const attempt = (by: Client, ...emails: { email: string; role?: number }[]) =>
      attemptInVain(() =>
        by.attempt(api.create, { body: { emails: [{ email: fresh() }, ...emails] } }),
      )
    expect(await attemptInVain(() => ada.attempt(api.create, { body: { emails: [] } }))).toEqual({
      status: 400,
      body: { error: 'Emails are required' },
    })
    expect(await attempt(mel, { email: fresh(), role: ADMIN })).toEqual({
      status: 400,
      body: { error: 'You cannot invite a user with higher role' },
    })
    expect(await attempt(ada, { email: 'nobody@' })).toEqual({
      status: 400,
      body: {
        error:
          'Invalid email - nobody@ provided a valid email address is required to send the invite',
      },
    })
    const email = await emailOf(gus)
    const members = await ada.call(workspacesApi.members)
    expect(await attempt(ada, { email: email.toUpperCase() })).toEqual({
      status: 400,
      body: {
        error: 'Some users are already member of workspace',
        workspace_users: members.filter(({ member }) => member.id === gus.user_id),
      },
    })
    expect(await attempt(gus, { email: fresh() })).toEqual(refused)
    const several = [GUEST, MEMBER, ADMIN].map((role) => ({ email: fresh(), role }))
    const { invitations } = await ada.call(api.create, { body: { emails: several } })
    expect(invitations.map(({ role }) => role).toSorted()).toEqual(
      [MEMBER, ADMIN, GUEST].toSorted(),
    )
    for (const { email: invited } of several) expect(await mailsTo(invited)).toHaveLength(1)
  })
})

describe('pending invitations', () => {
  it('change their role, up to that of whom changes it', async () => {
    const { ada, mel } = await workspaceOf('ada', ['mel', MEMBER])
    const { id } = await inviteOne(ada, fresh())
    const set = (by: Client, role: number) =>
      by.attempt(api.change, { params: { id }, body: { role } })
    const higher = { status: 400, body: { error: 'You cannot invite a user with higher role' } }
    expect(await set(mel, MEMBER)).toMatchObject({ status: 200, body: { id, role: MEMBER } })
    expect(await attemptInVain(() => set(mel, ADMIN))).toEqual(higher)
    expect(await set(ada, ADMIN)).toMatchObject({ status: 200, body: { role: ADMIN } })
    expect(await attemptInVain(() => set(mel, GUEST))).toEqual(higher)
    const shown = () => mel.attempt(api.resend, { params: { id } })
    expect(await attemptInVain(shown)).toEqual(higher)
  })

  it('are sent again with a new link; the old one is dead', async () => {
    const { ada } = await workspaceOf('ada')
    const old = await inviteOne(ada, fresh())
    await sql`update workspace_invitations set expires_at = now() where id = ${old.id}`.execute(db)
    expect(await open(slugOf(ada), old)).toEqual(missing)
    const renewed = await ada.call(api.resend, { params: { id: old.id } })
    expect(renewed).toEqual({ ...old, invite_link: expect.any(String) })
    expect(await open(slugOf(ada), old)).toEqual(missing)
    expect(await open(slugOf(ada), renewed)).toMatchObject({ status: 200, body: { id: old.id } })
    const mails = await mailsTo(old.email)
    expect(mails).toHaveLength(2)
    expect(mails[1]?.text).toContain(renewed.invite_link)
  })

  it('can be revoked; the link is dead and the address can be invited anew', async () => {
    const { ada } = await workspaceOf('ada')
    const issued = await inviteOne(ada, fresh())
    const params = { id: issued.id }
    expect(await ada.attempt(api.revoke, { params })).toEqual({ status: 204, body: null })
    expect(await open(slugOf(ada), issued)).toEqual(missing)
    expect(await attemptInVain(() => answer(stranger, slugOf(ada), issued))).toEqual(missing)
    expect(await attemptInVain(() => ada.attempt(api.revoke, { params }))).toEqual(missing)
    expect((await inviteOne(ada, issued.email)).id).not.toBe(issued.id)
  })

  it('are one 404 for other workspaces, and nothing for guests', async () => {
    const { ada, gus } = await workspaceOf('ada', ['gus', GUEST])
    const { eve } = await workspaceOf('eve')
    const { id } = await inviteOne(ada, fresh())
    for (const call of [api.get, api.change, api.resend, api.revoke]) {
      const knock = (by: Client) =>
        attemptInVain(() =>
          by.attempt(call, { params: { id }, ...(call === api.change && { body: { role: 5 } }) }),
        )
      expect(await knock(eve)).toEqual(missing)
      expect(await knock(gus)).toEqual(refused)
    }
    expect(await gus.attempt(api.list)).toEqual(refused)
    expect(await eve.call(api.list)).toEqual([])
  })
})

describe('the link', () => {
  it('shows the invitation to whoever holds it, and to nobody else', async () => {
    const { ada } = await workspaceOf('ada')
    const issued = await inviteOne(ada, fresh())
    const body = await ada.call(api.get, { params: { id: issued.id } })
    expect(await open(slugOf(ada), issued)).toEqual({
      status: 200,
      body: { ...body, people_count: 1, project_count: 0 },
    })
    expect(await open(slugOf(ada), issued, 'guessed')).toEqual(missing)
    expect(await open(slugOf(ada), issued, '')).toEqual(missing)
    expect(await open('elsewhere', issued)).toEqual(missing)
  })

  it('makes a signed-in invitee a member with the invited role', async () => {
    const { ada } = await workspaceOf('ada')
    const joe = await person('joe')
    const issued = await inviteOne(ada, await emailOf(joe), MEMBER)
    expect(await answer(joe, slugOf(ada), issued)).toEqual(accepted)
    const workspace = await joe.at({ slug: slugOf(ada) }).call(workspacesApi.get)
    expect(workspace).toMatchObject({ role: MEMBER, total_members: 2 })
    expect((await joe.call(accountApi.profile)).last_workspace_id).toBe(workspace.id)
    expect(await ada.call(api.list)).toEqual([])
    expect(await attemptInVain(() => answer(joe, slugOf(ada), issued))).toEqual(missing)
  })

  it('brings a past member back with the invited role', async () => {
    const { ada, mel } = await workspaceOf('ada', ['mel', MEMBER])
    await mel.call(workspacesApi.leave)
    const issued = await inviteOne(ada, await emailOf(mel), GUEST)
    expect(await answer(mel, slugOf(ada), issued)).toEqual(accepted)
    expect(await mel.call(workspaceMembersApi.me)).toMatchObject({ role: GUEST, is_active: true })
  })

  it('is for the invited address only', async () => {
    const { ada } = await workspaceOf('ada')
    const eve = await person('eve')
    const issued = await inviteOne(ada, fresh())
    const attempt = (by: Client, body: object) =>
      attemptInVain(() => answer(by, slugOf(ada), issued, body))
    const forbidden = { status: 403, body: notYours }
    expect(await attempt(stranger, { email: '' })).toEqual(forbidden)
    expect(await attempt(stranger, { email: fresh() })).toEqual(forbidden)
    expect(await attempt(eve, {})).toEqual(forbidden)
    expect(await attempt(stranger, { token: 'guessed' })).toEqual(missing)
  })

  it('is not enough for an account nobody proved, until its person comes signed in', async () => {
    const { ada } = await workspaceOf('ada')
    const [joe, pam] = [await person('joe'), await person('pam')]
    await prove(pam)
    const forJoe = await inviteOne(ada, await emailOf(joe))
    const forPam = await inviteOne(ada, await emailOf(pam))
    expect(await answer(stranger, slugOf(ada), forJoe)).toEqual(accepted)
    expect(await answer(stranger, slugOf(ada), forPam)).toEqual(accepted)
    expect(await joe.call(workspacesApi.list)).toEqual([])
    expect(await pam.call(workspacesApi.list)).toMatchObject([{ slug: slugOf(ada) }])
    expect(await ada.call(api.list)).toMatchObject([{ id: forJoe.id, accepted: true }])
    const again = { error: 'You have already responded to the invitation request' }
    expect(await attemptInVain(() => answer(stranger, slugOf(ada), forJoe))).toEqual({
      status: 400,
      body: again,
    })
    expect(await answer(joe, slugOf(ada), forJoe)).toEqual(accepted)
    expect(await joe.call(workspacesApi.list)).toMatchObject([{ slug: slugOf(ada), role: GUEST }])
  })

  it('takes a no, once', async () => {
    const { ada } = await workspaceOf('ada')
    const joe = await person('joe')
    const issued = await inviteOne(ada, await emailOf(joe))
    expect(await answer(joe, slugOf(ada), issued, { accepted: false })).toEqual({
      status: 200,
      body: { message: 'Workspace Invitation was not accepted' },
    })
    expect(await ada.call(api.list)).toMatchObject([
      { accepted: false, responded_at: expect.any(String) },
    ])
    expect(await attemptInVain(() => answer(joe, slugOf(ada), issued))).toEqual({
      status: 400,
      body: { error: 'You have already responded to the invitation request' },
    })
  })

  it('makes one membership when ten open it at once', async () => {
    const { ada } = await workspaceOf('ada')
    const joe = await person('joe')
    await prove(joe)
    const issued = await inviteOne(ada, await emailOf(joe), MEMBER)
    const body = { invitations: [issued.id] }
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => answer(joe, slugOf(ada), issued)),
      joe.attempt(api.joinMine, { body }),
      joe.attempt(api.joinMine, { body }),
    ])
    expect(answers.filter(({ status }) => ![200, 204, 404].includes(status))).toEqual([])
    const rows = await ada.call(workspacesApi.members)
    expect(rows.filter(({ member }) => member.id === joe.user_id)).toMatchObject([{ role: MEMBER }])
  })

  it('dies with the workspace', async () => {
    const { ada } = await workspaceOf('ada')
    const issued = await inviteOne(ada, fresh())
    await ada.call(workspacesApi.remove)
    expect(await open(slugOf(ada), issued)).toEqual(missing)
  })
})

describe('the own list', () => {
  it('opens only to who proved their address', async () => {
    const { ada } = await workspaceOf('ada')
    const joe = await person('joe')
    const { id } = await inviteOne(ada, await emailOf(joe))
    const joinIt = () => joe.attempt(api.joinMine, { body: { invitations: [id] } })
    expect(await joe.call(api.mine)).toEqual([])
    expect(await attemptInVain(joinIt)).toEqual({ status: 204, body: null })
    await prove(joe)
    const listed = await ada.call(api.list)
    expect(await joe.call(api.mine)).toEqual(
      listed.map(({ invite_link: _, ...invitation }) => invitation),
    )
    expect(await joinIt()).toEqual({ status: 204, body: null })
    expect(await joe.call(workspacesApi.list)).toMatchObject([{ slug: slugOf(ada), role: GUEST }])
    expect(await joe.call(api.mine)).toEqual([])
  })

  it('joins several at once and ignores what is for others, declined or expired', async () => {
    const { ada } = await workspaceOf('ada')
    const { bob } = await workspaceOf('bob')
    const { cyd } = await workspaceOf('cyd')
    const { dan } = await workspaceOf('dan')
    const joe = await person('joe')
    await prove(joe)
    const email = await emailOf(joe)
    const [a, b] = [await inviteOne(ada, email), await inviteOne(bob, email, ADMIN)]
    const [declined, expired] = [await inviteOne(cyd, email), await inviteOne(dan, email)]
    await answer(joe, slugOf(cyd), declined, { accepted: false })
    await sql`update workspace_invitations set expires_at = now()
      where id = ${expired.id}`.execute(db)
    const foreign = await inviteOne(ada, fresh())
    expect((await joe.call(api.mine)).map(({ id }) => id)).toEqual([b.id, a.id])
    const ids = [a, b, declined, expired, foreign].map(({ id }) => id)
    await joe.call(api.joinMine, { body: { invitations: ids } })
    const joined = await joe.call(workspacesApi.list)
    expect(joined.map(({ slug, role }) => [slug, role])).toEqual([
      [slugOf(bob), ADMIN],
      [slugOf(ada), GUEST],
    ])
    expect((await ada.call(api.list)).map(({ id }) => id)).toEqual([foreign.id])
  })
})

describe('what a person sent out', () => {
  const removal = async (ada: Client, { user_id }: Client) => {
    const rows = await ada.call(workspacesApi.members)
    const id = rows.find(({ member }) => member.id === user_id)?.id ?? ''
    await ada.call(workspaceMembersApi.remove, { params: { id } })
  }
  const instanceAdmin = administrator('ivy')

  it.each<[string, (ada: Client, bob: Client) => Promise<unknown>]>([
    ['they are removed', removal],
    ['they leave', (_, bob) => bob.call(workspacesApi.leave)],
    ['they deactivate their account', (_, bob) => bob.call(accountApi.deactivate)],
    [
      'their account is deactivated',
      async (_, bob) =>
        (await instanceAdmin).call(instanceUsersApi.deactivate, { params: { id: bob.user_id } }),
    ],
  ])('ends when %s, and what others sent stays', async (_, end) => {
    const { ada, bob } = await workspaceOf('ada', 'bob')
    const bobsOther = await person('bob')
    const issued = await inviteOne(bob, await emailOf(bobsOther), ADMIN)
    const sentAgain = await inviteOne(ada, fresh(), ADMIN)
    const link = await bob.call(api.resend, { params: { id: sentAgain.id } })
    const untouched = await inviteOne(ada, fresh())
    await end(ada, bob)
    expect(await answer(bobsOther, slugOf(ada), issued)).toEqual(missing)
    expect(await open(slugOf(ada), link)).toEqual(missing)
    expect((await ada.call(api.list)).map(({ id }) => id)).toEqual([untouched.id])
  })

  it('ends where it gives a role they no longer have', async () => {
    const { ada, bob, mel } = await workspaceOf('ada', 'bob', ['mel', MEMBER])
    const [above, equal] = [
      await inviteOne(bob, fresh(), ADMIN),
      await inviteOne(bob, fresh(), MEMBER),
    ]
    const mels = await inviteOne(mel, fresh(), GUEST)
    const become = async ({ user_id }: Client, role: typeof MEMBER | typeof GUEST) => {
      const rows = await ada.call(workspacesApi.members)
      const id = rows.find(({ member }) => member.id === user_id)?.id ?? ''
      await ada.call(workspaceMembersApi.change, { params: { id }, body: { role } })
    }
    await become(bob, MEMBER)
    await become(mel, GUEST)
    expect(await open(slugOf(ada), above)).toEqual(missing)
    expect(await open(slugOf(ada), mels)).toEqual(missing)
    expect(await open(slugOf(ada), equal)).toMatchObject({ status: 200 })
  })

  it('is nothing after their removal, however close the two are', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { ada, bob } = await workspaceOf('ada', 'bob')
      await Promise.all([
        bob.attempt(api.create, { body: { emails: [{ email: fresh(), role: ADMIN }] } }),
        removal(ada, bob),
      ])
      expect(await ada.call(api.list)).toEqual([])
    }
  })
})

it('ends for the address of who is removed', async () => {
  const { ada, mel } = await workspaceOf('ada', ['mel', MEMBER])
  const email = fresh()
  const issued = await inviteOne(ada, email, ADMIN)
  await sql`update users set email = ${email} where id = ${mel.user_id}`.execute(db)
  await mel.call(workspacesApi.leave)
  expect(await answer(mel, slugOf(ada), issued)).toEqual(missing)
})

it('tells the others enough to keep their member lists right', async () => {
  const { ada } = await workspaceOf('ada')
  const joe = await person('joe')
  const issued = await inviteOne(ada, await emailOf(joe))
  const before = await ada.call(workspacesApi.members)
  const events = await ada.eventsOf(() => answer(joe, slugOf(ada), issued))
  const forAdmins = events.filter(
    (event): event is WorkspaceMemberEvent =>
      event.type === 'workspace_member.saved' && event.workspace_member.member.email !== undefined,
  )
  expect(forAdmins.reduce(applyWorkspaceMemberEvent, before)).toEqual(
    await ada.call(workspacesApi.members),
  )
  expect(events).toContainEqual({
    type: 'workspace.saved',
    workspace: await joe.at({ slug: slugOf(ada) }).call(workspacesApi.get),
  })
})

describe('as a way to send mail to strangers', () => {
  const tooMany = { status: 429, body: { error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' } }
  const hundred = () => Array.from({ length: 100 }, () => ({ email: fresh(), role: GUEST }))

  it('an invitation is sent to one address five times an hour, by all senders together', async () => {
    const { ada, bob } = await workspaceOf('ada', 'bob')
    const email = fresh()
    const { id } = await inviteOne(ada, email)
    const again = (by: Client) => by.attempt(api.resend, { params: { id } })
    const answers = []
    for (let n = 0; n < 60; n++) answers.push(await again(n % 2 ? ada : bob))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(answers.at(-1)).toEqual(tooMany)
    const { carol } = await workspaceOf('carol')
    expect(await carol.attempt(api.create, { body: { emails: [{ email }] } })).toEqual(tooMany)
    expect(await mailsTo(email)).toHaveLength(5)
  })

  it('a hundred colleagues are invited in one go, three hundred are not', async () => {
    const { ada } = await workspaceOf('ada')
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) {
      const before = await everything()
      const { status } = await ada.attempt(api.create, { body: { emails: hundred() } })
      statuses.push(status)
      if (status === 429) expect(await everything()).toEqual(before)
    }
    expect(statuses).toEqual([200, 200, 429])
    const { bob } = await workspaceOf('bob')
    expect(await inviteOne(bob, fresh())).toBeDefined()
  })

  it('several people of one workspace share its limit', async () => {
    const people = await workspaceOf('ada', 'bob', 'carol', 'dan', 'eve')
    const statuses: number[] = []
    for (const one of Object.values(people)) {
      statuses.push((await one.attempt(api.create, { body: { emails: hundred() } })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })
})
