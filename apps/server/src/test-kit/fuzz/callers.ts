import {
  ADMIN,
  apiTokensApi,
  GUEST,
  MEMBER,
  projectsApi,
  serviceAccountsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import type { Client } from '../client.ts'
import { furnish, furnishProject } from '../furnish.ts'
import type { TestServer } from '../server.ts'
import { tenantRows } from '../tenant-rows.ts'
import { idsByTable } from './ids.ts'
import type { Caller } from './requests.ts'

/** Contained in everything of the other tenant. */
export const FOREIGN = 'foreign lantern'
/** Contained in everything of a secret project that only its owner is in. */
const SECRET = 'secret lantern'

/** Another tenant with one of everything; no caller is a member. */
export async function foreignTenant({ projectOf }: TestServer): Promise<Client> {
  const { bob } = await projectOf('bob')
  await furnish(bob, FOREIGN)
  return bob
}

const flatIds = async (server: TestServer, client: Client) =>
  Object.values(await tenantRows(server.database.db, client)).flatMap((rows) =>
    rows.slice(0, 2).map(({ id }) => id),
  )

/** A workspace with one of everything and one caller of every kind; a walk only breaks its own. */
export async function callersOf(server: TestServer, foreign: Client): Promise<Caller[]> {
  const { db } = server.database
  const { owner, admin, member, guest, bystander } = await server.projectOf(
    'owner',
    ['admin', ADMIN],
    ['member', MEMBER],
    ['guest', GUEST],
    ['bystander', MEMBER],
  )
  await sql`delete from project_members where user_id = ${bystander.user_id}`.execute(db)
  await furnish(owner, 'Ours')
  const own = idsByTable(await tenantRows(db, owner), [
    ...[owner.user_id, admin.user_id, member.user_id, guest.user_id, bystander.user_id],
  ])
  const secret = await secretProject(server, owner)
  const { outsider } = await server.projectOf('outsider')
  const root = await server.administrator('root')
  const foreignIds = [...(await flatIds(server, foreign)), foreign.user_id]

  const caller = (name: string, client: Client, extra: Partial<Caller> = {}): Caller => ({
    name,
    cookies: client.cookies,
    headers: client.headers,
    place: owner.place,
    ids: { own, outOfReach: [...foreignIds, ...secret] },
    hidden: [FOREIGN, SECRET],
    isAtHome: () => false,
    ...extra,
  })
  const inApp = {
    proof: projectsApi.get.url,
    isAtHome: (path: string) => !/^\/api\/(v1|instances)\//.test(path),
  }
  const inPublicApi = {
    proof: '/api/v1/workspaces/:slug/projects/:project_id/',
    isAtHome: (path: string) => path.startsWith('/api/v1/'),
  }
  const inInstance = {
    proof: '/api/instances/admins/me/',
    isAtHome: (path: string) => path.startsWith('/api/instances/'),
  }
  // Workspace admins may join its secret projects, so none is out of their reach.
  const asAdmin = { ids: { own, outOfReach: foreignIds }, hidden: [FOREIGN] }
  // An instance admin may delete any workspace: the one used for comparison is not offered.
  const asRoot = { ids: { own, outOfReach: [] }, hidden: [FOREIGN] }
  const program = async (name: string, client: Client, extra?: Partial<Caller>) => {
    const { token } = await client.call(apiTokensApi.create, { body: {} })
    return caller(`program of ${name}`, client.showing(token), extra)
  }
  const { token: serviceToken } = await owner.call(serviceAccountsApi.create, {
    body: { name: 'Robot', role: ADMIN, project_ids: [owner.place.project_id ?? ''] },
  })
  return [
    caller('signed out', server.stranger),
    caller('with a made-up session', server.stranger, {
      cookies: { 'session-id': 'x'.repeat(128) },
    }),
    caller('guest', guest, inApp),
    caller('member', member, inApp),
    caller('member outside the project', bystander),
    caller('admin', admin, { ...asAdmin, ...inApp }),
    caller('outsider', outsider),
    caller('instance administrator', root, { ...asRoot, ...inInstance }),
    await program('guest', guest, inPublicApi),
    await program('member', member, inPublicApi),
    await program('admin', admin, { ...asAdmin, ...inPublicApi }),
    await program('outsider', outsider),
    // Its role counts in the listed projects only, so the secret one stays out of reach.
    caller('service account', owner.showing(serviceToken), inPublicApi),
  ]
}

async function secretProject({ database: { db } }: TestServer, owner: Client) {
  const body = { name: SECRET, identifier: 'SECRET', network: 0 } as const
  const { id: project_id } = await owner.call(projectsApi.create, { body })
  await furnishProject(owner.at({ project_id }), SECRET)
  const rows = Object.values(await tenantRows(db, owner)).flat()
  return rows
    .filter(({ row }) => row.includes(project_id))
    .map(({ id }) => id)
    .slice(0, 60)
}
