import {
  accountApi,
  apiTokensApi,
  type Endpoint,
  GUEST,
  MEMBER,
  workspacesApi,
} from '@cairn/contract'
import { olderProjectMembersV1, projectMembersV1, usersV1 } from '@cairn/contract/v1'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { app, database, projectOf, person } = await testServer()
const { db } = database

const make = (owner: Client, body = {}) => owner.call(apiTokensApi.create, { body })

async function ask(
  endpoint: Endpoint,
  headers: Record<string, string>,
  { place, cookies }: Partial<Pick<Client, 'place' | 'cookies'>> = {},
) {
  const response = await app.inject({
    method: endpoint.method,
    url: endpoint.url.replace(/:(\w+)/g, (_, name: string) => place?.[name] ?? ''),
    headers,
    ...(cookies && { cookies }),
  })
  return { status: response.statusCode, body: response.json() }
}

const withKey = (token: string) => ({ 'X-Api-Key': token })
const notValid = { status: 403, body: { detail: 'Given API token is not valid' } }
const missing = { status: 404, body: { error: 'The requested resource does not exist.' } }
const notAllowed = {
  status: 403,
  body: { detail: 'You do not have permission to perform this action.' },
}

// @cap:api-tokens.use-and-expiry
it('acts as its owner, in either header, and notes when it was used last', async () => {
  const ada = await person('ada')
  const { token, id } = await make(ada)
  expect((await ada.call(apiTokensApi.get, { params: { id } })).last_used).toBeNull()
  for (const headers of [withKey(token), { authorization: `Bearer ${token}` }]) {
    expect(await ask(usersV1.me, headers)).toEqual({
      status: 200,
      body: {
        ...{ id: ada.user_id, first_name: 'ada', last_name: '', display_name: 'ada' },
        ...{ email: expect.stringMatching(/^ada-/), avatar: '', avatar_url: null },
      },
    })
  }
  // Written after the response.
  const sinceLastUse = async () => {
    const { last_used } = await ada.call(apiTokensApi.get, { params: { id } })
    return Math.abs(Date.now() - Date.parse(last_used ?? ''))
  }
  await expect.poll(sinceLastUse).toBeLessThan(60_000)
})

// @cap:api-tokens.use-and-expiry
it('may do what its owner may do, and no more', async () => {
  const { ada, bob, gus } = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
  const { eve } = await projectOf('eve')
  const { token } = await make(bob)
  const members = () => ask(olderProjectMembersV1.list, withKey(token), ada)
  expect(await members()).toMatchObject({
    status: 200,
    body: [
      { display_name: 'ada', role: 20, role_slug: 'admin', email: expect.any(String) },
      { display_name: 'bob', role: 15, role_slug: 'member', is_active: true, is_bot: false },
      { display_name: 'gus', role: 5, role_slug: 'guest' },
    ],
  })
  const guests = await make(gus)
  const seen = await ask(projectMembersV1.list, withKey(guests.token), ada)
  expect(seen.body).toHaveLength(3)
  expect(JSON.stringify(seen.body)).not.toContain('email')
  const foreign = await make(eve)
  expect(await ask(olderProjectMembersV1.list, withKey(foreign.token), ada)).toEqual(notAllowed)
  await sql`
    update project_members set is_active = false where user_id = ${bob.user_id}`.execute(db)
  expect(await members()).toEqual(missing)
  await bob.call(workspacesApi.leave)
  expect(await members()).toEqual(notAllowed)
})

// @cap:api-tokens.use-and-expiry
it('is refused once it expired, was switched off, or its owner is gone', async () => {
  const ada = await person('ada')
  const { token, id } = await make(ada)
  const me = () => ask(usersV1.me, withKey(token))
  const change = (is_active: boolean) =>
    ada.call(apiTokensApi.change, { params: { id }, body: { is_active } })
  await change(false)
  expect(await me()).toEqual(notValid)
  await change(true)
  expect(await me()).toMatchObject({ status: 200 })
  await sql`update api_tokens set expired_at = now() where id = ${id}`.execute(db)
  expect(await me()).toEqual(notValid)
  await sql`update api_tokens set expired_at = now() + interval '1 day' where id = ${id}`.execute(
    db,
  )
  expect(await me()).toMatchObject({ status: 200 })
  await ada.call(accountApi.deactivate)
  expect(await me()).toEqual(notValid)
  const bob = await person('bob')
  const his = await make(bob)
  await sql`update users set is_active = false where id = ${bob.user_id}`.execute(db)
  expect(await ask(usersV1.me, withKey(his.token))).toEqual(notValid)
})

// @cap:api-tokens.list-and-delete
it('stops at once when it is deleted', async () => {
  const ada = await person('ada')
  const { token, id } = await make(ada)
  expect(await ask(usersV1.me, withKey(token))).toMatchObject({ status: 200 })
  await ada.call(apiTokensApi.remove, { params: { id } })
  expect(await ask(usersV1.me, withKey(token))).toEqual(notValid)
})

it('is the only thing that counts where programs call, and counts nowhere else', async () => {
  const ada = await person('ada')
  const { token } = await make(ada)
  const nobody = {
    status: 401,
    body: { detail: 'Authentication credentials were not provided.' },
  }
  expect(await ask(usersV1.me, {})).toEqual(nobody)
  expect(await ask(usersV1.me, withKey(''))).toEqual(nobody)
  expect(await ask(usersV1.me, {}, ada)).toEqual(nobody)
  expect(await ask(usersV1.me, withKey(`${token}0`))).toEqual(notValid)
  expect(await ask(usersV1.me, withKey('x'.repeat(5_000)), ada)).toEqual(notValid)
  expect(await ask(accountApi.me, withKey(token))).toMatchObject({ status: 401 })
})
