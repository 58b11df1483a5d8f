import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ADMIN, projectsApi, type Role } from '@cairn/contract'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { readConfig } from '#config'
import { emittedItem } from '#features/work-items/service.ts'
import { ACCESS_CHANNEL, createAccess } from '#kernel/auth/access.ts'
import { hashToken, randomToken } from '#kernel/auth/tokens.ts'
import { listen } from '#kernel/database/listener.ts'
import { nodeName } from '#kernel/database/nodes.ts'
import { EVENTS_CHANNEL, followEvents } from '#kernel/events/stream.ts'
import type { App } from '#kernel/http/app-type.ts'
import { createLog } from '#kernel/log.ts'
import { createSecrets } from '#kernel/secrets.ts'
import { openStorage } from '#kernel/storage/open-storage.ts'
import { migrations } from '#migrations/index.ts'
import { createResponseCache } from '#product/response-cache.ts'
import { buildApp } from '../app.ts'
import { version } from '../version.ts'
import { checked } from './checked-cache.ts'
import { Client } from './client.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { atEndOfFile } from './end-of-file.ts'

export interface TestServer {
  app: App
  database: TestDatabase
  /** A user with an account and a session, in no workspace yet. */
  person(name: string): Promise<Client>
  /** A user with an admin session only. */
  administrator(name: string): Promise<Client>
  /** A new workspace with these users in it; the first one owns it. */
  workspaceOf<N extends string>(...people: (N | [N, Role])[]): Promise<Record<N, Client>>
  /** The same with one project in it; the roles apply there too. */
  projectOf<N extends string>(...people: (N | [N, Role])[]): Promise<Record<N, Client>>
  stranger: Client
  /** The folder of stored files. */
  files: string
}

interface Options {
  webRoot?: string
  environment?: NodeJS.ProcessEnv
  /** Log destination; without one, errors are printed. */
  log?: FastifyBaseLogger
}

// Each log has a timer and a process listener: one per worker is enough.
const errorsOnly = createLog('error')

/** The app on a database for this file, called without a network. */
export async function testServer({
  environment,
  log = errorsOnly,
  ...options
}: Options = {}): Promise<TestServer> {
  const database = await testDatabase()
  const { db, connection, watcher } = database
  const config = readConfig({
    ...{ LOG_LEVEL: 'silent', TRUST_PROXY: '1', API_KEY_RATE_LIMIT: 'off' },
    ...environment,
  })
  const schema = Object.keys(migrations).at(-1) ?? ''
  const listener = listen(connection, [ACCESS_CHANNEL, EVENTS_CHANNEL], {
    name: nodeName({ version, schema, port: config.port }),
  })
  const access = createAccess(db, listener, watcher)
  const stream = await followEvents(db, listener, watcher, emittedItem, () => {})
  const cache = checked(createResponseCache(listener, watcher))
  const secrets = createSecrets(randomBytes(32))
  const files = await mkdtemp(path.join(os.tmpdir(), 'cairn-files-'))
  const storage = await openStorage(config.bucket, {
    folder: files,
    secret: secrets.keyFor('files'),
  })
  const deps = { config, database, listener, access, stream, cache, secrets, storage, log }
  const app = await buildApp({ ...deps, ...options })
  await app.ready()
  atEndOfFile(async () => {
    await app.close()
    stream.stop()
    await listener.stop()
    await rm(files, { recursive: true, force: true })
  })

  async function person(name: string): Promise<Client> {
    const unique = `${name}-${randomToken(8)}`
    const { rows } = await sql<{ id: string }>`
      with person as (
        insert into users (username, email, password_hash, first_name, display_name)
        values (${unique}, ${`${unique}@cairn.test`}, 'none', ${name}, ${name}) returning id
      ), profile as (insert into profiles (user_id, is_onboarded) select id, true from person)
      select id from person`.execute(db)
    const user_id = rows[0]?.id ?? ''
    return new Client(app, user_id, { 'session-id': await openSession(user_id) })
  }

  async function administrator(name: string): Promise<Client> {
    const { user_id } = await person(name)
    await sql`insert into instance_admins (user_id) values (${user_id})`.execute(db)
    return new Client(app, user_id, { 'admin-session-id': await openSession(user_id, 'admin') })
  }

  async function openSession(user_id: string, kind = 'app'): Promise<string> {
    const token = randomToken(128)
    await sql`
      insert into sessions (token_hash, kind, user_id, expires_at)
      values (${hashToken(token)}, ${kind}, ${user_id}, now() + interval '1 hour')`.execute(db)
    return token
  }

  async function workspaceOf<N extends string>(...people: (N | [N, Role])[]) {
    const slug = `w-${randomToken(10)}`
    const clients: Partial<Record<N, Client>> = {}
    let workspace_id = ''
    for (const entry of people) {
      const [name, role] = Array.isArray(entry) ? entry : [entry, ADMIN as Role]
      const client = (await person(name)).at({ slug })
      if (!workspace_id) {
        const { rows } = await sql<{ id: string }>`
          insert into workspaces (name, slug, owner_id, created_by)
          values ('Acme', ${slug}, ${client.user_id}, ${client.user_id}) returning id`.execute(db)
        workspace_id = rows[0]?.id ?? ''
      }
      await sql`
        insert into workspace_members (workspace_id, user_id, role)
        values (${workspace_id}, ${client.user_id}, ${role})`.execute(db)
      clients[name] = client
    }
    return clients as Record<N, Client>
  }

  async function projectOf<N extends string>(...people: (N | [N, Role])[]) {
    const clients = await workspaceOf(...people)
    const names = Object.keys(clients) as N[]
    const owner = clients[names[0] as N]
    const body = { name: 'Trail Maps', identifier: 'TRAIL' }
    const { id: project_id } = await owner.call(projectsApi.create, { body })
    for (const [index, name] of names.entries()) {
      if (index > 0) {
        await sql`
          insert into project_members (workspace_id, project_id, user_id, role)
          select workspace_id, ${project_id}, user_id, role from workspace_members
          where user_id = ${clients[name].user_id}`.execute(db)
      }
      clients[name] = clients[name].at({ project_id })
    }
    return clients
  }

  const stranger = new Client(app, '', {})
  return { app, database, person, administrator, workspaceOf, projectOf, stranger, files }
}
