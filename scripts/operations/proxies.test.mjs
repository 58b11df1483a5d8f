import { spawn } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startEmbedded } from '../../apps/server/src/kernel/database/embedded/start-embedded.ts'
import { testBucket } from '../../apps/server/src/test-kit/bucket.ts'
import { atEndOfFile } from '../../apps/server/src/test-kit/end-of-file.ts'
import { freePort, health, newFolder, start } from '../../apps/server/src/test-kit/processes.ts'
import { setUp, Visitor } from '../../apps/server/src/test-kit/visitor.ts'
import { systemEnv } from '../system-packages.mjs'
import { root } from '../tools.mjs'
import { buildTraefik } from './traefik.mjs'

/** The largest file that Cairn accepts unless FILE_SIZE_LIMIT is set. */
const LARGEST = 104_857_600

/** How each reads the example, given its file and a folder of its own. */
const programs = {
  nginx(example, folder) {
    const main = join(folder, 'main.conf')
    const files = `pid ${folder}/pid; error_log stderr;`
    const http = `http { access_log off; client_body_temp_path ${folder}/body; include ${example}; }`
    writeFileSync(main, `daemon off; ${files} events {} ${http}\n`)
    return ['nginx', '-e', 'stderr', '-p', folder, '-c', main]
  },
  haproxy: (example) => ['haproxy', '-db', '-f', example],
  caddy: (example) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', example],
  async traefik(example, folder) {
    // Its first lines say with which options it is started.
    const [, options] = /^# traefik (.+)$/m.exec(readFileSync(example, 'utf8'))
    const args = options.replace('traefik-cairn.yaml', example).split(' ')
    return [await buildTraefik(folder), ...args]
  },
}
const examples = {
  ...{ nginx: 'nginx.conf', haproxy: 'haproxy.cfg', caddy: 'Caddyfile' },
  traefik: 'traefik-cairn.yaml',
}

/** Starts a proxy with its example, which differs only in the ports. */
async function startProxy(name, server) {
  const folder = await newFolder()
  // The processes that serve may belong to another user.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const example = join(folder, examples[name])
  const text = readFileSync(join(root, 'deploy/proxies', examples[name]), 'utf8')
  const ports = text
    .replace(/(listen |:)80\b/g, `$1${port}`)
    .replace('127.0.0.1:3000', server)
    .replace('cairn.example.org', '127.0.0.1')
  writeFileSync(example, name === 'caddy' ? withoutAdministration(ports) : ports)

  const url = `http://127.0.0.1:${port}`
  await runProxy(url, await programs[name](example, folder), folder)
  return url
}

async function runProxy(url, [program, ...args], folder) {
  const env = { ...systemEnv, WEB_URL: url, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, args, { env, stdio: 'inherit' })
  const ended = new Promise((resolve) => child.on('close', resolve))
  atEndOfFile(() => {
    child.kill('SIGTERM')
    return ended
  })
  const status = () => health(url).then((answer) => answer.status, String)
  await expect.poll(status).toBe(200)
}

/** The Caddyfile of the cluster, for servers of this test. */
async function startClusterProxy(url, hosts) {
  const folder = await newFolder()
  const file = join(folder, 'Caddyfile')
  const text = readFileSync(join(root, 'deploy/cluster/Caddyfile'), 'utf8')
  const named = text.replace(/\b(one|two|bucket):\d+/g, (_, name) => hosts[name])
  writeFileSync(file, withoutAdministration(named))
  await runProxy(url, programs.caddy(file), folder)
}

/** Caddy's own interface has one port for all that run. */
const withoutAdministration = (caddyfile) => `{\n\tadmin off\n}\n${caddyfile}`

let prepared

/** One server with a project for all proxies. Started in a test, for it waits with `expect.poll`. */
const prepare = () => (prepared ??= startServer())

async function startServer() {
  const { url } = await start({ DATA_DIR: await newFolder(), TRUST_PROXY: '1' })
  return { host: new URL(url).host, ...(await createProject(url)) }
}

/** The addresses of the work items of a new project, and of their attachments. */
async function createProject(url) {
  const robin = await setUp(url)
  await robin.call('POST', '/api/workspaces/', { name: 'Acme', slug: 'acme' })
  const project = { name: 'Trail Maps', identifier: 'TRAIL' }
  const { id } = await robin.call('POST', '/api/workspaces/acme/projects/', project)
  return {
    items: `/api/workspaces/acme/projects/${id}/issues/`,
    assets: `/api/assets/v2/workspaces/acme/projects/${id}/issues/`,
  }
}

/** Signs in as a client that forges the header of proxies. */
async function signIn(url) {
  const visitor = new Visitor(url)
  const { csrf_token } = await visitor.call('GET', '/auth/get-csrf-token/')
  const fields = { email: 'robin@cairn.test', password: 'seven cairns above the tarn' }
  const response = await fetch(`${url}/auth/sign-in/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: visitor.cookie(), origin: url, 'x-forwarded-for': '203.0.113.9' },
    body: new URLSearchParams({ ...fields, csrfmiddlewaretoken: csrf_token }),
  })
  for (const cookie of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)
    visitor.cookies.set(name, value)
  }
  return visitor
}

async function listen({ url, cookie }) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live/`, {
    headers: { cookie: cookie(), origin: url },
  })
  let heard = ''
  socket.addEventListener('message', ({ data }) => {
    heard += data
  })
  await expect.poll(() => heard).toContain('"ready"')
  return { heard: () => heard, close: () => socket.close() }
}

/** Uploads a file as a browser does; returns its address. */
async function upload(visitor, attachments, size) {
  const { upload_data, asset_id } = await visitor.call('POST', attachments, {
    ...{ name: 'map.bin', type: 'application/octet-stream', size },
  })
  const form = new FormData()
  for (const [field, value] of Object.entries(upload_data.fields)) form.append(field, value)
  form.append('file', new Blob([Buffer.alloc(size)]), 'map.bin')
  // In a bucket it has a complete address.
  const { pathname } = new URL(upload_data.url, visitor.url)
  expect((await visitor.send('POST', pathname, form)).status).toBe(204)
  const file = `${attachments}${asset_id}/`
  expect((await visitor.send('PATCH', file)).status).toBe(204)
  return file
}

it.each(Object.keys(programs))(
  'is served through %s as the example configures it',
  async (name) => {
    const { host, items, assets } = await prepare()
    const url = await startProxy(name, host)
    const visitor = await signIn(url)
    const sessions = await visitor.call('GET', '/api/users/me/sessions/')
    expect(sessions.find(({ is_current }) => is_current)).toMatchObject({ ip_address: '127.0.0.1' })

    const live = await listen(visitor)
    const { id } = await visitor.call('POST', items, { name: `Through ${name}` })
    await expect.poll(live.heard).toContain(`Through ${name}`)
    live.close()

    const rename = (origin) =>
      fetch(`${url}${items}${id}/`, {
        method: 'PATCH',
        headers: { origin, cookie: visitor.cookie(), 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Renamed' }),
      })
    expect((await rename(url)).status).toBe(204)
    expect((await rename('https://elsewhere.example.org')).status).toBe(403)

    await upload(visitor, `${assets}${id}/attachments/`, LARGEST)
  },
)

/** The settings of both servers, as the Compose file has them. */
function clusterSettings() {
  const text = readFileSync(join(root, 'deploy/cluster/compose.yaml'), 'utf8')
  const [, lines] = /^ {2}environment:\n((?: {4}.*\n)+)/m.exec(text)
  return Object.fromEntries(
    [...lines.matchAll(/^ {4}(\w+): (.*)$/gm)].map(([, name, value]) => [name, value]),
  )
}

async function startDatabase() {
  const log = { info() {}, warn() {}, error() {} }
  const { connection, stop } = await startEmbedded({ dataDir: await newFolder(), log })
  atEndOfFile(stop)
  const { host, port, user, database } = connection
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

// @cap:operations.external-services
it('is served by two servers with a bucket behind Caddy, as the Compose file configures them', async () => {
  const bucket = await testBucket()
  const url = `http://127.0.0.1:${await freePort()}`
  const settings = {
    ...clusterSettings(),
    ...bucket.environment,
    ...{ WEB_URL: url, DATABASE_URL: await startDatabase(), DATA_DIR: await newFolder() },
  }
  // At the same time: both find an empty database and no key.
  const [one, two] = await Promise.all([start(settings), start(settings)])
  const hosts = { one: new URL(one.url).host, two: new URL(two.url).host }
  await startClusterProxy(url, { ...hosts, bucket: new URL(bucket.url).host })
  const { items, assets } = await createProject(url)

  const visitor = await signIn(url)
  const live = await listen(visitor)
  for (const name of Object.keys(hosts)) {
    const direct = visitor.at(`http://${hosts[name]}`)
    await direct.call('POST', items, { name: `Through ${name}` })
    await expect.poll(live.heard).toContain(`Through ${name}`)
  }
  live.close()

  const { id } = await visitor.call('POST', items, { name: 'With a file' })
  const file = await upload(visitor, `${assets}${id}/attachments/`, 1_000_000)
  const { headers } = await visitor.send('GET', file)
  const target = headers.get('location')
  expect(target).toContain(`${url}/uploads/`)
  expect((await (await fetch(target)).arrayBuffer()).byteLength).toBe(1_000_000)

  expect(await one.stop()).toBe(0)
  expect(await visitor.call('GET', `${items}${id}/`)).toMatchObject({ name: 'With a file' })
  expect(await two.stop()).toBe(0)
})
