import { GUEST, invitationsApi, MEMBER } from '@cairn/contract'
import { invitationsV1 as api } from '@cairn/contract/v1'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { done, notAllowed, programServer, required } from '#test/programs.ts'

const { database, programsOf, refusesStrangers } = await programServer()
const { db } = database

const invite = (client: Client, email: string, role = 15) =>
  client.call(api.create, { body: { email, role } })

// @cap:public-api.users-and-members
it('invites, lists, changes and takes back', async () => {
  const { ada } = await programsOf('ada')
  const email = `new-${crypto.randomUUID()}@cairn.test`
  const answer = await ada.attempt(api.create, {
    body: { email: ` ${email.toUpperCase()} `, role: 15 },
  })
  expect(answer).toEqual({
    status: 201,
    body: {
      ...{ id: expect.any(String), email, role: 15, responded_at: null, accepted: false },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    },
  })
  const [invitation] = await ada.call(api.list)
  expect(invitation).toEqual(answer.body)
  const params = { invitation_id: invitation?.id ?? '' }
  expect(await ada.call(api.get, { params })).toEqual(invitation)
  expect(await ada.call(api.change, { params, body: { role: GUEST } })).toMatchObject({ role: 5 })
  const { rows } = await sql`select from mails where to_address = ${email}`.execute(db)
  expect(rows).toHaveLength(1)
  expect(await ada.browser.call(invitationsApi.list)).toMatchObject([{ email, role: 5 }])
  expect(await ada.attempt(api.revoke, { params })).toEqual(done)
  expect(await ada.call(api.list)).toEqual([])
  for (const call of [api.get, api.change, api.revoke]) {
    expect(await ada.attempt(call, { params, body: {} } as never)).toEqual(required)
  }
})

it('refuses what makes no sense', async () => {
  const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
  const create = (body: object) => ada.attempt(api.create, { body: body as never })
  expect(await create({ role: 5 })).toEqual({
    status: 400,
    body: { email: ['This field is required.'] },
  })
  expect(await create({ email: 'nobody', role: 5 })).toEqual({
    status: 400,
    body: { email: ['Invalid email address'] },
  })
  const email = `new-${crypto.randomUUID()}@cairn.test`
  const badRole = { status: 400, body: { role: ['Invalid role'] } }
  expect(await create({ email, role: 10 })).toEqual(badRole)
  const { id: invitation_id } = await invite(ada, email)
  expect(await create({ email, role: 5 })).toEqual({
    status: 400,
    body: { non_field_errors: ['Email already invited'] },
  })
  const { rows } = await sql<{ email: string }>`
    select email from users where id = ${mel.user_id}`.execute(db)
  expect(await create({ email: rows[0]?.email })).toEqual({
    status: 400,
    body: { email: ['User is already a member of the workspace'] },
  })
  const params = { invitation_id }
  expect(await ada.attempt(api.change, { params, body: { role: 1 } })).toEqual(badRole)
  expect(await ada.attempt(api.change, { params, body: { email } })).toEqual({
    status: 400,
    body: {
      error: 'Email cannot be updated after invite is created.',
      code: 'EMAIL_CANNOT_BE_UPDATED',
    },
  })
  expect(await ada.call(api.list)).toMatchObject([{ email, role: 15 }])
})

it('does not take back what was answered', async () => {
  const { ada } = await programsOf('ada')
  const { id: invitation_id } = await invite(ada, `new-${crypto.randomUUID()}@cairn.test`)
  const params = { invitation_id }
  const answered = (accepted: boolean) =>
    sql`
      update workspace_invitations set responded_at = now(), accepted = ${accepted}
      where id = ${invitation_id}`.execute(db)
  await answered(true)
  expect(await ada.attempt(api.revoke, { params })).toEqual({
    status: 400,
    body: { error: 'Invite already accepted', code: 'INVITE_ALREADY_ACCEPTED' },
  })
  await answered(false)
  expect(await ada.attempt(api.revoke, { params })).toEqual({
    status: 400,
    body: { error: 'Invite already responded', code: 'INVITE_ALREADY_RESPONDED' },
  })
  expect(await ada.call(api.list)).toHaveLength(1)
})

it('is for administrators of the workspace', async () => {
  const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const { eve } = await programsOf('eve')
  const email = `new-${crypto.randomUUID()}@cairn.test`
  const { id: invitation_id } = await invite(ada, email)
  const input = { params: { invitation_id }, body: { email, role: 5 } }
  for (const endpoint of Object.values(api)) {
    for (const client of [mel, gus]) {
      expect(await client.attempt(endpoint, input as never)).toEqual(notAllowed)
    }
    await refusesStrangers(endpoint, ada, input)
  }
  for (const call of [api.get, api.revoke]) {
    expect(await eve.attempt(call, input as never)).toEqual(required)
  }
  expect(await ada.call(api.list)).toHaveLength(1)
})
