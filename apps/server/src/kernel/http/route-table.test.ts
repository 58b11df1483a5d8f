import { GUEST, MEMBER, type Policy } from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import type { RouteEntry } from './policies.ts'

const { app, projectOf, person, stranger, database } = await testServer()
const project = await projectOf('admin', ['member', MEMBER], ['guest', GUEST])
const other = await projectOf('outsider')
const place = project.admin.place

/** Everybody stands at the same address; only the sessions differ. */
const actors: Record<string, Client> = {
  'signed out': stranger.at(place),
  'other workspace': other.outsider.at(place),
  guest: project.guest,
  member: project.member,
  admin: project.admin,
}

const ours = app.routeTable.filter(
  ({ url, method }) =>
    /^\/(api|auth|health)\//.test(url) && !url.startsWith('/api/docs') && method !== 'OPTIONS',
)

const roles: Record<string, number> = { guest: 5, member: 15, admin: 20 }

/** What the policy promises an actor: let in, or which refusal. */
function promised(policy: Policy, actor: string): 'in' | 401 | 403 {
  if (policy.who === 'anyone') return 'in'
  // Nobody here has an administrator's session.
  if (policy.who === 'instance-admin' || actor === 'signed out') return 401
  if (policy.who === 'signed-in') return 'in'
  return policy.roles.some((role) => role === roles[actor]) ? 'in' : 403
}

async function knock({ method, url }: RouteEntry, client: Client) {
  const path = url.replace(
    /:(\w+)/g,
    (_, name: string) => client.place[name] ?? crypto.randomUUID(),
  )
  const response = await app.inject({
    method: method as 'GET',
    url: path,
    cookies: client.cookies,
    // Nothing valid: who is let in is told apart by not being refused.
    ...(method !== 'GET' && { payload: {} }),
  })
  return response.statusCode
}

const table = ours.flatMap((route) => Object.keys(actors).map((actor) => [route, actor] as const))

it.each(
  table.map(
    ([route, actor]) =>
      [`${route.method} ${route.url}`, actor, promised(route.policy, actor), route] as const,
  ),
)('%s answers %s with %s', async (_name, actor, promise, route) => {
  const client = actors[actor]
  if (!client) throw new Error(`nobody is ${actor}`)
  const status = await knock(route, client)
  if (promise !== 'in') return expect(status).toBe(promise)
  // A form without its token is refused as a form, not as a person.
  const form = route.url.startsWith('/auth/') || /\/admins\/sign-(up|in|out)\//.test(route.url)
  if (!form) expect([401, 403]).not.toContain(status)
  expect(status).toBeLessThan(500)
})

it('has something to check', () => {
  expect(ours.length).toBeGreaterThan(25)
})

it('refuses to boot a route without a policy', async () => {
  const { default: Fastify } = await import('fastify')
  const { enforcePolicies } = await import('./policies.ts')
  const bare = Fastify() as unknown as typeof app
  bare.decorate('deps', app.deps)
  enforcePolicies(bare)
  const register = () => bare.route({ method: 'GET', url: '/x/', handler: async () => 'x' })
  expect(register).toThrow('GET /x/ declares no policy')
})

it('lets an administrator’s own session, and nobody else’s, into the instance area', async () => {
  const ada = await person('ada')
  const { hashToken } = await import('#kernel/auth/tokens.ts')
  const knockWith = async (token: string) => {
    const cookies = { 'admin-session-id': token }
    return app.inject({ method: 'GET', url: '/api/instances/mails/', cookies })
  }
  const open = (token: string) =>
    sql`
    insert into sessions (token_hash, kind, user_id, expires_at)
    values (${hashToken(token)}, 'admin', ${ada.user_id}, now() + interval '1 hour')`.execute(
      database.db,
    )
  await open('not-yet')
  const refused = await knockWith('not-yet')
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toEqual({ detail: 'You do not have permission to perform this action.' })
  await sql`insert into instance_admins (user_id) values (${ada.user_id})`.execute(database.db)
  expect((await knockWith('not-yet')).statusCode).toBe(200)
  expect((await knockWith(ada.cookies['session-id'] ?? '')).statusCode).toBe(401)
})
