import { authApi } from '@cairn/contract'
import { expect, it } from 'vitest'
import { openReceiver } from '#features/webhooks/test-kit/receiver.ts'
import { startSmtpServer } from '#kernel/mail/smtp-test-server.ts'
import { atEndOfFile } from '#test/end-of-file.ts'
import { databaseUrl, health, newFolder, start } from '#test/processes.ts'
import { setUp, type Visitor } from '#test/visitor.ts'
import { attributesOf, openCollector, type ReceivedSpan } from './test-kit/collector.ts'

/** Machines that run tests are busy, and spans are sent every two seconds. */
const patiently = { timeout: 120_000, interval: 1_000 }

/** Creates a workspace with one project; returns the URL of its work items. */
async function openProject(person: Visitor) {
  await person.call('POST', '/api/workspaces/', { name: 'Acme', slug: 'acme' })
  const projects = '/api/workspaces/acme/projects/'
  const body = { name: 'Trail Maps', identifier: 'TRAIL' }
  const { id } = await person.call<{ id: string }>('POST', projects, body)
  return `${projects}${id}/issues/`
}

/** Reports on standard output every module of a tracing library that is asked for. */
const reportsModules = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module'
    registerHooks({
      resolve(name, context, next) {
        if (name.includes('opentelemetry')) process.stdout.write('asked for ' + name + '\\n')
        return next(name, context)
      },
    })`)}`,
}

const count = (text: string, part: string) => text.split(part).length - 1

// @cap:operations.tracing
it('follows a request to its statements, its jobs, its mail and its webhook, and tells no secret', async () => {
  const collector = await openCollector()
  const receiver = await openReceiver()
  const smtp = await startSmtpServer()
  atEndOfFile(() => smtp[Symbol.asyncDispose]())
  const server = await start({
    ...{ DATABASE_URL: await databaseUrl(), DATA_DIR: await newFolder(), TRUST_PROXY: '1' },
    ...{ SMTP_HOST: smtp.settings.host, SMTP_PORT: String(smtp.settings.port), SMTP_TLS: 'off' },
    ...{ SMTP_FROM: smtp.settings.from, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=the%20key%20of%20the%20collector',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  const robin = await setUp(server.url)
  const items = await openProject(robin)
  const webhook = await robin.call<{ secret_key: string; url: string }>(
    ...(['POST', '/api/workspaces/acme/webhooks/'] as const),
    { url: receiver.address(), issue: true },
  )

  const spans = (name: string) => collector.spans().filter((span) => span.name === name)
  const parentOf = ({ parentSpanId }: ReceivedSpan) =>
    collector.spans().find(({ spanId }) => spanId === parentSpanId)
  const pathTo = (span: ReceivedSpan): string[] => {
    const parent = parentOf(span)
    return [...(parent ? pathTo(parent) : []), span.name]
  }
  const paths = (name: string) => spans(name).map((span) => pathTo(span).join(' > '))

  const creates = 'POST /api/workspaces/:slug/projects/:project_id/issues/'
  const invites = 'POST /api/workspaces/:slug/invitations/'
  const addresses: string[] = []
  // More than one: another request, or the schedule, may have started the job that sends them.
  await expect
    .poll(async () => {
      const email = `wren-${addresses.length}@cairn.test`
      addresses.push(email)
      const invited = { emails: [{ email, role: 15 }] }
      await robin.call('POST', '/api/workspaces/acme/invitations/', invited)
      await robin.call('POST', items, { name: 'Nobody reads this name' })
      const made = [...paths('mail account'), ...paths('mail workspace'), ...paths('webhook issue')]
      return made.map((path) => path.split(' > ').slice(-3).join(' > '))
    }, patiently)
    .toEqual(
      expect.arrayContaining([
        expect.stringContaining(`${invites} > job deliver-mails > mail `),
        expect.stringContaining(`${creates} > job call-webhooks > webhook issue`),
      ]),
    )

  // Only a proxy that is trusted may say which trace a request belongs to.
  const traces = { proxy: 'a'.repeat(32), client: 'b'.repeat(32) }
  const caller = 'c'.repeat(16)
  const ask = (trace: string, headers: Record<string, string>) =>
    fetch(`${server.url}/api/users/me/?secret=in+the+query`, {
      headers: {
        ...{ cookie: robin.cookie(), traceparent: `00-${trace}-${caller}-01` },
        ...headers,
      },
    })
  const fromProxy = await ask(traces.proxy, { 'x-forwarded-for': '192.0.2.1' })
  await ask(traces.client, {})
  await robin.form(authApi.signIn.url, { email: 'robin@cairn.test', password: 'not the password' })
  // What was not sent yet is sent before the process ends.
  expect(await server.stop()).toBe(0)

  const [asked] = collector.spans().filter(({ traceId }) => traceId === traces.proxy)
  const inTrace = collector.spans().filter(({ traceId }) => traceId === traces.proxy)
  const request = inTrace.find(({ kind }) => kind === 2)
  expect(asked).toBeDefined()
  expect(request).toMatchObject({ name: 'GET /api/users/me/', parentSpanId: caller })
  expect(request && attributesOf(request)).toEqual({
    ...{ 'http.request.method': 'GET', 'http.route': '/api/users/me/' },
    'http.response.status_code': 200,
    'cairn.request_id': fromProxy.headers.get('x-request-id'),
  })
  expect(collector.text()).not.toContain(traces.client)

  // Statements say what they read and write, and belong to the request that waited for them.
  const made = collector.spans().filter(({ name }) => name.includes('INSERT work_items '))
  expect(made.map((span) => parentOf(span)?.name)).toContain(creates)
  expect(made.map(attributesOf)).toContainEqual({
    ...{ 'db.system.name': 'postgresql', 'db.query.summary': made[0]?.name },
  })
  const [call] = spans('webhook issue')
  expect(call && attributesOf(call)).toEqual({
    'cairn.webhook.event': 'issue',
    'server.address': new URL(webhook.url).host,
    'http.response.status_code': 200,
  })
  const [mail] = collector.spans().filter(({ name }) => name.startsWith('mail '))
  expect(mail && attributesOf(mail)).toMatchObject({
    ...{ 'cairn.mail.recipients': 1, 'cairn.mail.attempt': 1 },
  })
  expect(new Set(collector.received().map(({ path, key }) => `${path} ${key}`))).toEqual(
    new Set(['/v1/traces the key of the collector']),
  )
  expect(collector.resources()[0]).toMatchObject({
    ...{ 'service.name': 'cairn', 'service.version': '0.1.0' },
    'deployment.environment.name': 'test',
  })

  expect(smtp.arrived.flatMap(({ to }) => to)).toEqual(
    expect.arrayContaining(['wren-0@cairn.test']),
  )
  for (const { headers } of receiver.received()) expect(headers).not.toHaveProperty('traceparent')
  const secrets = [
    ...['seven cairns above the tarn', 'not the password', 'in+the+query', 'Nobody reads'],
    ...['robin@cairn.test', ...addresses, webhook.secret_key, new URL(webhook.url).pathname],
    ...[...robin.cookies.values(), 'the key of the collector', 'acme'],
  ]
  for (const secret of secrets) expect(collector.text()).not.toContain(secret)
})

// @cap:operations.tracing
it('loads nothing for it while no address is set', async () => {
  const server = await start({
    ...{ DATABASE_URL: await databaseUrl(), DATA_DIR: await newFolder(), ...reportsModules },
  })
  const robin = await setUp(server.url)
  await robin.call('POST', await openProject(robin), { name: 'Map' })
  expect(await server.stop()).toBe(0)
  expect(server.said()).not.toContain('asked for')
})

// @cap:operations.tracing
it('answers while the collector is away, says so once, and goes on when it is back', async () => {
  const collector = await openCollector()
  collector.goAway(true)
  const server = await start({
    ...{ DATABASE_URL: await databaseUrl(), DATA_DIR: await newFolder(), LOG_LEVEL: 'info' },
    ...{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/elsewhere`, ...reportsModules },
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  })
  // What the test above would have found.
  expect(server.said()).toContain('asked for @opentelemetry/sdk-trace')

  const away = 'traces do not reach the collector'
  const back = 'traces reach the collector again'
  const answers = new Set<number>()
  const visit = async () => {
    answers.add((await health(server.url)).status)
  }
  const afterTries = async (tries: number) => {
    const before = collector.tries()
    await expect
      .poll(async () => {
        await visit()
        return collector.tries() - before
      }, patiently)
      .toBeGreaterThanOrEqual(tries)
  }
  await afterTries(3)
  await expect.poll(server.said, patiently).toContain(away)
  expect(count(server.said(), away)).toBe(1)

  collector.goAway(false)
  await afterTries(2)
  await expect.poll(server.said, patiently).toContain(back)
  expect(collector.received()[0]?.path).toBe('/elsewhere')

  collector.goAway(true)
  await afterTries(2)
  // It does not stay because it could not tell.
  expect(await server.stop()).toBe(0)
  expect([...answers]).toEqual([200])
  expect(count(server.said(), away)).toBe(2)
  expect(count(server.said(), back)).toBe(1)
})
