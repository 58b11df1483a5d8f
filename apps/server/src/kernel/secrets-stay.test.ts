import {
  accountApi,
  apiTokensApi,
  authApi,
  instanceSettingsApi,
  invitationsApi,
  metricsApi,
  webhooksApi,
} from '@cairn/contract'
import { usersV1 } from '@cairn/contract/v1'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { browserOn, fresh, mailsTo, setUp, strong } from '#features/auth/test-kit/browser.ts'
import { openidKeys, openidProvider } from '#features/oauth/test-kit/openid-provider.ts'
import { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { createLog } from './log.ts'
import { deliverQueuedMails } from './mail/delivery.ts'
import { startSmtpServer } from './mail/smtp-test-server.ts'

const home = 'http://cairn.test'
const METRICS_TOKEN = 'a-token-of-the-watcher-0123456789'
const provider = await openidProvider([`${home}/auth/oidc/callback/`])

const lines: string[] = []
const { app, database, administrator, workspaceOf } = await testServer({
  environment: {
    WEB_URL: home,
    EGRESS_ALLOW: '127.0.0.1/32',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    METRICS_TOKEN,
  },
  log: createLog('trace', { write: (line: string) => void lines.push(line) }),
})
const { db } = database
const Browser = browserOn(app)
const ada = await administrator('ada')
beforeAll(() => setUp(app))

const secrets = new Map<string, string>()
function recordSecret(name: string, secret: string | undefined): string {
  if (!secret || secret.length < 6) throw new Error(`no ${name} was given`)
  secrets.set(name, secret)
  return secret
}
const errors: string[] = []
const record = (body: unknown) => errors.push(JSON.stringify(body))

/** Six digits are part of many timestamps: they count only as a separate word. */
const patternOf = (secret: string) => {
  const plain = secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return secret.length > 10 ? plain : `(^|[^0-9a-zA-Z.])${plain}([^0-9a-zA-Z]|$)`
}
const contains = (text: string, secret: string) => new RegExp(patternOf(secret)).test(text)

/** Every row of every table as text, read once. */
async function readTables(): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const parts = tables.map(
    ({ name }) => sql`
      select ${name}::text as name, coalesce(string_agg(t::text, ';'), '') as text
      from ${sql.table(name)} t`,
  )
  const { rows } = await sql<{ name: string; text: string }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ name, text }) => [name, text]))
}

/** A mail is in the queue until it is sent, and nowhere afterwards. */
async function sendMails() {
  await using server = await startSmtpServer()
  await deliverQueuedMails(db, async () => server.settings, app.log)
}

it('no flow leaves its secret in the log, the metrics, an error or the database', async () => {
  const email = fresh()
  const browser = new Browser()
  recordSecret('password', strong)
  await browser.post(authApi.signUp.url, { email, password: strong })
  recordSecret('session', browser.cookies['session-id'])
  recordSecret('CSRF secret', browser.cookies.csrftoken)
  recordSecret('CSRF token', await browser.token())
  recordSecret('known browser', browser.cookies['known-browser'])
  const client = new Client(app, '', browser.cookies)

  // Mailed codes and links.
  await new Browser().ask(authApi.magicGenerate.url, { email })
  recordSecret('sign-in code', (await mailsTo(app, email))[0]?.subject.slice(0, 14))
  await new Browser().ask(authApi.forgotPassword.url, { email })
  const link = /\S+reset-password\S+/.exec((await mailsTo(app, email))[0]?.text ?? '')?.[0] ?? ''
  const { uidb64 = '', token = '' } = Object.fromEntries(new URL(link).searchParams)
  recordSecret('reset token', token)
  const reset = (shown: string) =>
    authApi.resetPassword.url.replace(':uidb64', uidb64).replace(':token', shown)
  // Weak: the link stays valid, and must not be found in the log.
  record(await new Browser().post(reset(token), { password: 'x' }))
  // A link broken by a mail client: an unknown path.
  record((await app.inject(`/auth/reset-password/${uidb64}/${token}/more/`)).json())
  record((await app.inject({ method: 'DELETE', url: reset(token) })).json())
  const next = fresh()
  await client.call(accountApi.emailCode, { body: { email: next } })
  const change = recordSecret(
    'code of a new address',
    (await mailsTo(app, next))[0]?.subject.slice(0, 6),
  )
  record(
    (await client.attempt(accountApi.changeEmail, { body: { email: fresh(), code: change } })).body,
  )

  // Invitations.
  const { bob } = await workspaceOf('bob')
  const { invitations } = await bob.call(invitationsApi.create, {
    body: { emails: [{ email: fresh() }] },
  })
  const [invited] = invitations
  const secret = new URL(invited?.invite_link ?? '', home).searchParams.get('token') ?? ''
  recordSecret('invitation', secret)
  const opened = { params: { id: invited?.id ?? '' }, query: { token: secret } }
  await bob.call(invitationsApi.open, opened)

  // API clients.
  const { token: apiToken } = await client.call(apiTokensApi.create, { body: {} })
  recordSecret('API token', apiToken)
  await client.showing(apiToken).call(usersV1.me, { query: { api_key: apiToken } } as never)
  record((await client.showing(`${apiToken}x`).attempt(usersV1.me)).body)
  const webhook = await bob.call(webhooksApi.create, {
    body: { url: 'http://127.0.0.1:9/hook' },
  })
  recordSecret('webhook secret', webhook.secret_key)

  // Settings.
  const settings = {
    EMAIL_HOST_PASSWORD: recordSecret('mail password', 'a-mail-password-of-ours'),
    LLM_API_KEY: recordSecret('model key', 'sk-a-key-of-the-model'),
    UNSPLASH_ACCESS_KEY: recordSecret('image key', 'a-key-of-the-images'),
    OIDC_CLIENT_SECRET: recordSecret('client secret', openidKeys.secret),
  }
  const oidc = {
    ...{ IS_OIDC_ENABLED: '1', OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: openidKeys.id },
  }
  record(await ada.call(instanceSettingsApi.change, { body: { ...settings, ...oidc } }))
  record(await ada.call(instanceSettingsApi.list))

  // A provider.
  const wanderer = new Browser()
  const { headers } = await wanderer.send('GET', '/auth/oidc/')
  recordSecret('browser of an attempt', wanderer.cookies['oauth-attempt'])
  provider.people.wanda = { email: fresh(), email_verified: true }
  const back = new URL(await provider.visit(headers.location ?? '', 'wanda'))
  recordSecret('state', back.searchParams.get('state') ?? '')
  recordSecret('authorization code', back.searchParams.get('code') ?? '')
  await wanderer.send('GET', back.pathname + back.search)

  // URLs of files and of published projects.
  const signature = recordSecret('signature of a file', 'a-signature-0123456789abcdef')
  const anchor = recordSecret('anchor', 'anchor0123456789abcdef0123456789')
  for (const address of [
    `/api/assets/v2/files/somewhere/file.png?expires=1&signature=${signature}`,
    `/api/public/anchor/${anchor}/settings/`,
    `/spaces/issues/${anchor}`,
  ]) {
    record((await app.inject(address)).body)
  }

  // Monitoring.
  recordSecret('metrics token', METRICS_TOKEN)
  const metrics = await app.inject({
    url: metricsApi.read.url,
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  expect(metrics.statusCode).toBe(200)
  await sendMails()

  const log = lines.join('\n')
  expect(log).toContain('/auth/reset-password/:uidb64/:token/')
  const tables = await readTables()
  const found: string[] = []
  for (const [name, value] of secrets) {
    if (contains(log, value)) found.push(`${name} in the log`)
    if (contains(metrics.body, value)) found.push(`${name} in the metrics`)
    if (errors.some((body) => contains(body, value))) found.push(`${name} in an answer`)
    for (const [table, text] of tables) if (contains(text, value)) found.push(`${name} in ${table}`)
  }
  expect(found).toEqual([])
})
