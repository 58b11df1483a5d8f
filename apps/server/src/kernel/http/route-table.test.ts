import {
  ADMIN,
  apiTokensApi,
  GUEST,
  isByToken,
  MEMBER,
  type Policy,
  type Role,
} from '@cairn/contract'
import { membersV1 } from '@cairn/contract/v1'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { everyRoute } from '#test/routes.ts'
import { testServer } from '#test/server.ts'
import type { RouteEntry } from './policies.ts'

const { app, projectOf, person, administrator, stranger, database } = await testServer()

interface Actor {
  client: Client
  /** Role in the workspace of the URL. */
  workspace?: Role
  /** Role in the project of the URL. */
  project?: Role
  session?: 'app' | 'admin'
  /** API token of this user. */
  token?: string
}

let casts = 0

/** Adds an API token to each user, for the routes only API clients may call. */
async function programs(): Promise<Record<string, Actor>> {
  const people = Object.entries(await cast()).map(async ([name, actor]) => {
    if (actor.session !== 'app') return [name, actor] as const
    const { token } = await actor.client.call(apiTokensApi.create, { body: {} })
    return [name, { ...actor, token }] as const
  })
  return Object.fromEntries(await Promise.all(people))
}

async function cast(): Promise<Record<string, Actor>> {
  casts += 1
  // Thousands of rows are added within minutes: plans made for the first few would scan all of
  // them.
  if (casts % 25 === 0) await sql`analyze`.execute(database.db)
  const { admin, member, guest, bystander, overseer } = await projectOf(
    'admin',
    ['member', MEMBER],
    ['guest', GUEST],
    ['bystander', MEMBER],
    ['overseer', ADMIN],
  )
  const { outsider } = await projectOf('outsider')
  await sql`
    delete from project_members
    where user_id in (${bystander.user_id}, ${overseer.user_id})`.execute(database.db)
  // If only admins may publish, members are refused by that rule.
  await sql`
    update projects set members_can_publish = true
    where id = ${admin.place.project_id}`.execute(database.db)
  const root = await administrator('root')
  const app = { session: 'app' } as const
  return {
    'signed out': { client: stranger.at(admin.place) },
    'other workspace': { client: outsider.at(admin.place), ...app },
    guest: { client: guest, workspace: GUEST, project: GUEST, ...app },
    'member, not in the project': { client: bystander, workspace: MEMBER, ...app },
    member: { client: member, workspace: MEMBER, project: MEMBER, ...app },
    'admin, not in the project': { client: overseer, workspace: ADMIN, ...app },
    admin: { client: admin, workspace: ADMIN, project: ADMIN, ...app },
    'instance admin': { client: root.at(admin.place), session: 'admin' },
  }
}

const readers = await cast()
const gather = { browser: cast, program: programs }
type Kind = keyof typeof gather

/** The same users for every route, until one of their requests changed something. */
const shared: Partial<Record<Kind, Promise<Record<string, Actor>>>> = {}
const unchanged = (kind: Kind) => (shared[kind] ??= gather[kind]())

const ours = (await everyRoute(app)).filter(
  ({ url, method }) =>
    /^\/(api|auth|health)\//.test(url) && !url.startsWith('/api/docs') && method !== 'OPTIONS',
)

/** 404: for an API client, a project it has no access to does not exist. */
type Verdict = 'in' | 401 | 403 | 404

/** What the policy promises an actor: let in, or which refusal. */
function promised(policy: Policy, { session, workspace, project }: Actor): Verdict {
  if (policy.who === 'anyone') return 'in'
  if (policy.who === 'instance-admin') return session === 'admin' ? 'in' : session ? 403 : 401
  if (session !== 'app') return 401
  if (policy.who === 'signed-in') return 'in'
  if (policy.who === 'workspace') return allows(policy.roles, workspace)
  if (policy.orWorkspaceAdmin && workspace === ADMIN) return 'in'
  if (isByToken(policy) && workspace && !project) return 404
  return allows(policy.roles, project)
}

const allows = (roles: readonly Role[], role: Role | undefined): Verdict =>
  role !== undefined && roles.includes(role) ? 'in' : 403

async function knock(
  { method, url }: RouteEntry,
  { client, token }: Actor,
  { onChange = () => {}, promise = 'in' }: { onChange?: () => void; promise?: Verdict } = {},
): Promise<Verdict | number> {
  const path = url.replace(
    /:(\w+)/g,
    (_, name: string) => client.place[name] ?? crypto.randomUUID(),
  )
  const { statusCode } = await app.inject({
    method: method as 'GET',
    url: path,
    cookies: client.cookies,
    headers: token ? { 'x-api-key': token } : {},
    // An invalid body: an actor is admitted if not refused.
    ...(method !== 'GET' && { payload: {} }),
  })
  if (method !== 'GET' && statusCode < 400) onChange()
  // A form without its token is refused for the form, not for the user.
  const isForm = url.startsWith('/auth/') || /\/admins\/sign-(up|in|out)\//.test(url)
  const isRefusal = statusCode === 401 || (statusCode === 403 && !isForm)
  if (url === membersV1.list.url && statusCode === 400) return 403
  // Where the contract hides a thing behind a 404, that 404 is a refusal.
  const isGone = statusCode === 404 && promise === 404
  return isRefusal || isGone || statusCode >= 500 ? statusCode : 'in'
}

// @cap:members.permission-check
// @cap:instance-admin.entry-for-admins-only
it.each(ours.map((route) => [`${route.method} ${route.url}`, route] as const))(
  '%s lets in whom its policy names',
  async (_name, route) => {
    const kind = isByToken(route.policy) ? 'program' : 'browser'
    const answers: Record<string, Verdict | number> = {}
    const promises: Record<string, Verdict> = {}
    for (const name of Object.keys(readers)) {
      const actor = (await unchanged(kind))[name]
      if (!actor) throw new Error(`nobody is called ${name}`)
      const promise = promised(route.policy, actor)
      promises[name] = promise
      answers[name] = await knock(route, actor, { onChange: () => delete shared[kind], promise })
    }
    expect(answers).toEqual(promises)
  },
)

it('has something to check', () => {
  expect(ours.length).toBeGreaterThan(25)
})

it('lets nobody in by a browser’s session where programs call', async () => {
  const { admin } = readers
  for (const route of ours.filter(({ policy }) => isByToken(policy))) {
    expect(admin && (await knock(route, admin)), route.url).toBe(401)
  }
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
