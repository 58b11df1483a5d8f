import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { connect } from '#kernel/database/connect.ts'
import { migrate } from '#kernel/database/migrate.ts'
import { WriteWatcher } from '#kernel/database/write-watcher.ts'
import { migrations } from '#migrations/index.ts'
import { databaseUrl, health, newFolder, run, scripts, start } from '#test/processes.ts'
import { setUp, type Visitor } from '#test/visitor.ts'

/** Machines that run tests are busy. */
const patiently = { timeout: 60_000 }

interface Named {
  id: string
  name: string
}

/** Creates a workspace with one project; returns the URL of its work items. */
async function openProject(person: Visitor, slug: string) {
  await person.call('POST', '/api/workspaces/', { name: 'Acme', slug })
  const projects = `/api/workspaces/${slug}/projects/`
  const body = { name: 'Trail Maps', identifier: 'TRAIL' }
  const { id } = await person.call<Named>('POST', projects, body)
  return `${projects}${id}/issues/`
}

/** Records the messages a browser would get, and the close code. */
async function listen(person: Visitor) {
  const socket = new WebSocket(`${person.url.replace('http', 'ws')}/api/live/`, {
    headers: { cookie: person.cookie() },
  })
  const heard: string[] = []
  let code: number | undefined
  socket.on('message', (data) => heard.push(String(data)))
  socket.on('close', (given) => {
    code = given
  })
  await expect.poll(() => heard.join(''), patiently).toContain('"ready"')
  return { heard: () => heard.join(''), code: () => code, close: () => socket.close() }
}

async function asking<T>(connectionString: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

describe('several processes on one database', { timeout: 180_000 }, () => {
  // @cap:operations.external-services
  // @cap:operations.graceful-shutdown
  it('tell each other, serve https behind a proxy, and finish what they began before they stop', async () => {
    const DATABASE_URL = await databaseUrl()
    // They also share the key, and the folder of files or a bucket.
    const shared = { DATABASE_URL, DATA_DIR: await newFolder(), TRUST_PROXY: '1' }
    const one = await start({ ...shared, WEB_URL: 'https://cairn.example.org' })
    const two = await start({ ...shared, WEB_URL: 'https://cairn.example.org' })
    expect(one.said()).toContain('https://cairn.example.org')

    const robin = await setUp(one.url)
    const items = await openProject(robin, 'acme')
    const there = robin.at(two.url)
    const ear = await listen(there)
    const { id } = await robin.call<Named>('POST', items, { name: 'Crosses over' })
    await expect.poll(ear.heard, patiently).toContain('Crosses over')
    expect(await there.call<Named>('GET', `${items}${id}/`)).toMatchObject({ name: 'Crosses over' })

    // The proxy ends TLS: cookies are for https only, and only its own pages may change anything.
    const through = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cairn.example.org' }
    const token = await fetch(`${two.url}/auth/get-csrf-token/`, { headers: through })
    expect(token.headers.getSetCookie()[0]).toMatch(/; Secure/)
    const rename = (origin: string) =>
      fetch(`${two.url}${items}${id}/`, {
        method: 'PATCH',
        headers: {
          ...{ ...through, origin, cookie: robin.cookie() },
          'content-type': 'application/json',
        },
        body: JSON.stringify({ name: 'Behind a proxy' }),
      })
    expect((await rename('https://elsewhere.example.org')).status).toBe(403)
    expect((await rename('https://cairn.example.org')).status).toBe(204)

    // A change waits for a lock when its server is told to stop.
    await asking(DATABASE_URL, async (client) => {
      await client.query('begin')
      await client.query('select from work_items where id = $1 for update', [id])
      const waiting = there.send('PATCH', `${items}${id}/`, { name: 'Finished' })
      // A new connection each time: inside a transaction the first result would be repeated.
      const lookForLocks = () =>
        asking(DATABASE_URL, async (other) => {
          const { rows } = await other.query(
            `select from pg_stat_activity
             where wait_event_type = 'Lock' and datname = current_database()`,
          )
          return rows.length
        })
      await expect.poll(lookForLocks, patiently).toBeGreaterThan(0)
      two.child.kill('SIGTERM')
      // Sockets are closed at once, with the code that asks to reconnect.
      await expect.poll(ear.code, patiently).toBe(1012)
      await client.query('commit')
      expect((await waiting).status).toBe(204)
    })
    expect(await two.ended).toBe(0)
    // A reconnecting client reaches the other server.
    expect(await robin.call<Named>('GET', `${items}${id}/`)).toMatchObject({ name: 'Finished' })
    const again = await listen(robin)
    await robin.call('PATCH', `${items}${id}/`, { name: 'Goes on' })
    await expect.poll(again.heard, patiently).toContain('Goes on')
    again.close()
    expect(await one.stop()).toBe(0)
  })
})

describe('a newer version', { timeout: 180_000 }, () => {
  // @cap:operations.upgrade-keeps-data
  it('takes over what an older one left, and leaves it untouched where it cannot', async () => {
    const DATABASE_URL = await databaseUrl()
    const DATA_DIR = await newFolder()
    // The database of an older version.
    const older = Object.entries(migrations).filter(([name]) => name < '0034')
    await asking(DATABASE_URL, (client) =>
      client.query('drop schema public cascade; create schema public'),
    )
    const { db } = connect({ connectionString: DATABASE_URL }, new WriteWatcher(), 1)
    await migrate(db, Object.fromEntries(older))
    await db.destroy()
    const remember = `
      select (select count(*)::int from migrations) as migrations,
        (select array_agg(display_name) from users where not is_bot) as people,
        to_regclass('exports')::text as exports`
    await asking(DATABASE_URL, (client) =>
      client.query(`
        insert into users (username, email, password_hash, display_name)
        values ('a', 'a@cairn.test', 'none', 'Ada');
        -- Ada's service token of one workspace, and of one that was deleted.
        insert into workspaces (name, slug, owner_id, deleted_at)
        select 'Acme', slug, id, gone from users, (values
          ('acme', null), ('gone', now())) as w (slug, gone);
        insert into workspace_members (workspace_id, user_id, role)
        select w.id, u.id, 20 from workspaces w, users u;
        insert into projects (workspace_id, name, identifier, network)
        select id, p.name, p.name, p.network from workspaces, (values
          ('OPEN', 2), ('SECRET', 0)) as p (name, network) where slug = 'acme';
        insert into project_members (workspace_id, project_id, user_id, role)
        select p.workspace_id, p.id, u.id, 20 from projects p, users u;
        insert into api_tokens (token_hash, user_id, workspace_id, label, is_service, created_by)
        select sha256(convert_to('api_' || w.slug, 'UTF8')), u.id, w.id, 'x', true, u.id
        from workspaces w, users u;
        -- Something of the operator's own stands in the way of a later migration.
        create table exports_history (); create table imports (id int)`),
    )
    const before = await asking(DATABASE_URL, async (client) => (await client.query(remember)).rows)
    const refused = run(scripts.built, { DATABASE_URL, DATA_DIR, PORT: '0' })
    expect(await refused.ended).toBe(1)
    expect(refused.said().trim()).toBe(
      'The database could not be brought up to this version, and is as it was: relation "imports" already exists (0034_exports). Start the older version again, or remove the cause.',
    )
    expect(
      await asking(DATABASE_URL, async (client) => (await client.query(remember)).rows),
    ).toEqual(before)

    await asking(DATABASE_URL, (client) => client.query('drop table imports'))
    const server = await start({ DATABASE_URL, DATA_DIR })
    expect(await health(server.url)).toMatchObject({ status: 200 })
    const [after] = await asking(DATABASE_URL, async (c) => (await c.query(remember)).rows)
    expect(after).toEqual({
      ...{ migrations: Object.keys(migrations).length, people: ['Ada'], exports: 'exports' },
    })
    const ask = async (path: string, token: string) => {
      const answer = await fetch(`${server.url}/api/v1/${path}`, {
        headers: { 'x-api-key': token },
      })
      return { status: answer.status, body: await answer.json() }
    }
    // The token that acted as Ada is now a separate account, in the projects every member may join.
    expect(await ask('users/me/', 'api_acme')).toMatchObject({
      ...{ status: 200, body: { display_name: 'Service account' } },
    })
    expect(await ask('workspaces/acme/projects/', 'api_acme')).toMatchObject({
      ...{
        status: 200,
        body: { total_count: 1, results: [{ identifier: 'OPEN', is_member: true }] },
      },
    })
    expect(await ask('users/me/', 'api_gone')).toMatchObject({ status: 403 })
    expect(await server.stop()).toBe(0)
  })
})

describe('a first start', { timeout: 180_000 }, () => {
  // @cap:operations.no-default-secrets
  // @cap:operations.logs-and-metrics
  it('makes its own keys, has no account, and writes down who asked but nothing secret', async () => {
    const DATABASE_URL = await databaseUrl()
    const folders = [await newFolder(), await newFolder()]
    const logged = { DATABASE_URL, LOG_LEVEL: 'trace', TRUST_PROXY: '1' }
    const [dataDir = '', other = ''] = folders
    const server = await start({ ...logged, DATA_DIR: dataDir })
    const second = await start({ ...logged, DATA_DIR: other })
    const keys = await Promise.all(
      folders.map((folder) => readFile(path.join(folder, 'secret.key'), 'utf8')),
    )
    expect(keys[0]).not.toBe(keys[1])
    expect((await stat(path.join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
    await second.stop()
    const people = await asking(
      DATABASE_URL,
      async (client) => (await client.query('select from users')).rows,
    )
    expect(people).toEqual([])

    const robin = await setUp(server.url)
    const password = 'seven cairns above the tarn'
    const wrong = 'eight cairns above the tarn'
    await robin
      .at(server.url)
      .form('/auth/sign-in/', { email: 'robin@cairn.test', password: wrong })
    const smtp = 'a word for the mail server'
    const saved = await robin.send('PATCH', '/api/instances/configurations/', {
      EMAIL_HOST_PASSWORD: smtp,
    })
    expect(saved.status).toBe(200)
    const { token } = await robin.call<{ token: string }>('POST', '/api/users/api-tokens/', {
      label: 'for a program',
    })
    await robin.send('GET', `/api/workspaces/?secret=${wrong}`)
    const me = await robin.call<Named>('GET', '/api/users/me/')
    const asked = await robin.send('GET', '/api/users/me/')
    const request = asked.headers.get('x-request-id') ?? ''
    await expect.poll(server.said, patiently).toContain(request)
    expect(await server.stop()).toBe(0)

    // @cap:auth.session-lifetime
    const again = await start({ ...logged, DATA_DIR: dataDir })
    expect(await robin.at(again.url).call<Named>('GET', '/api/users/me/')).toEqual(me)
    expect(await again.stop()).toBe(0)

    const lines = server
      .said()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
    const answered = lines.filter(({ msg }) => msg === 'answered')
    expect(answered.find(({ reqId }) => reqId === request)).toEqual({
      ...{ level: 30, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), reqId: request },
      ...{ method: 'GET', path: '/api/users/me/', status: 200, ms: expect.any(Number) },
      ...{ user: me.id, msg: 'answered' },
    })
    const secrets = [password, wrong, smtp, token, ...keys.map((key) => key.trim())]
    for (const secret of [...secrets, ...robin.cookies.values()]) {
      expect(server.said()).not.toContain(secret)
    }
    // The database has no secret in plain text either.
    const dump = await asking(DATABASE_URL, async (client) => {
      const { rows } = await client.query(`
        select string_agg(query_to_xml(format('select * from %I', table_name), true, true, '')::text, '') as all
        from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
      return String(rows[0].all)
    })
    expect(dump).toContain('robin@cairn.test')
    for (const secret of secrets) expect(dump).not.toContain(secret)
  })
})
