import {
  accountApi,
  aiAssistantApi,
  authApi,
  authErrors,
  deployBoardsApi,
  exportsApi,
  GUEST,
  instanceAuthApi,
  instanceSettingsApi,
  invitationsApi,
  linksApi,
  metricsApi,
  oauthApi,
  olderAnalyticsApi,
  projectMembersApi,
  publicDiscussionApi,
  pushApi,
  spacesAuthApi,
  timeZonesApi,
  webhooksApi,
} from '@cairn/contract'
import { usersV1 } from '@cairn/contract/v1'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOn, fresh, mailsTo, setUp, strong } from '#features/auth/test-kit/browser.ts'
import { openPushService } from '#features/push/test-kit/push-service.ts'
import { openReceiver } from '#features/webhooks/test-kit/receiver.ts'
import { webhookCallerOf } from '#features/webhooks/test-kit/webhook-caller.ts'
import { addItem } from '#features/work-items/test-kit/items.ts'
import { type LimitName, limits } from '#kernel/auth/limits.ts'
import { hashToken, randomToken } from '#kernel/auth/tokens.ts'
import { startSmtpServer } from '#kernel/mail/smtp-test-server.ts'
import { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { tableDumper } from '#test/table-dump.ts'

/**
 * Reaches every limit of `kernel/auth/limits.ts` through the routes it protects. Stored counts are set
 * close to the limit, so that one request decides. A limit without a case does not compile and fails.
 */
const { app, database, projectOf, workspaceOf, person, administrator } = await testServer({
  environment: {
    ...{ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', EGRESS_ALLOW: '127.0.0.0/8' },
    ...{ METRICS_TOKEN: 'a token of sixteen letters or more' },
  },
})
const { db } = database
const Browser = browserOn(app)
const receiver = await openReceiver()
const pushService = await openPushService()
const deliverWebhooks = webhookCallerOf(app)
const mailServer = await startSmtpServer()
const root = await administrator('root')
const model = receiver.address('/model')
const dump = await tableDumper(db, ['api_tokens', 'api_requests', 'throttles'])

beforeAll(async () => {
  await setUp(app)
  app.deps.config.smtp = mailServer.settings
  app.deps.config.llmAddresses = { openai: model }
  const choices = [{ message: { content: 'shorter' } }]
  receiver.answer(model, { status: 200, body: JSON.stringify({ choices }) })
  await root.call(instanceSettingsApi.change, { body: { LLM_API_KEY: 'sk-1' } })
  await app.openPublicApi()
})
afterAll(() => mailServer[Symbol.asyncDispose]())

type Response = Awaited<ReturnType<Client['respond']>>

/** One counted request, by a separate user, address, network or workspace. */
interface Counted {
  send(): Promise<Response>
  /** The contract's refusal; by default 429 with `retry-after`. */
  refusal?: object
  read(): Promise<number | undefined>
  fill(count: number): Promise<unknown>
  /** Simulates the end of the window. Missing where a new code starts a new window. */
  expire?(): Promise<unknown>
}

const inThrottles = (name: LimitName, who: string): Omit<Counted, 'send'> => {
  const key = `${name} ${who}`
  return {
    read: async () =>
      (await sql<{ count: number }>`select count from throttles where key = ${key}`.execute(db))
        .rows[0]?.count,
    fill: (count) =>
      sql`
      insert into throttles (key, count, ends_at)
        values (${key}, ${count}, now() + make_interval(secs => ${limits[name].seconds}))
      on conflict (key) do update set count = excluded.count, ends_at = excluded.ends_at`.execute(
        db,
      ),
    expire: () =>
      sql`update throttles set ends_at = now() - interval '1 second' where key = ${key}`.execute(
        db,
      ),
  }
}

const { RATE_LIMIT_EXCEEDED } = authErrors
const tooMany = { error_code: RATE_LIMIT_EXCEEDED, error_message: 'RATE_LIMIT_EXCEEDED' }

/**
 * The result of both kinds of responses: status and body for JSON, the code in the URL for forms.
 */
const outcomeOf = ({ statusCode, headers, body }: Response) =>
  statusCode === 302
    ? {
        error_code: Number(
          new URL(`${headers.location}`, 'http://x').searchParams.get('error_code'),
        ),
      }
    : { status: statusCode, body: body.startsWith('{') ? JSON.parse(body) : body }
const refusedForm = { error_code: RATE_LIMIT_EXCEEDED }
const refusedJson = { status: 429, body: tooMany }

const workspaceIdOf = async ({ place }: Client) =>
  (await sql<{ id: string }>`select id from workspaces where slug = ${place.slug}`.execute(db))
    .rows[0]?.id ?? ''

const form = (url: string, fields: () => Record<string, string>) => async () => {
  const browser = new Browser()
  const send = async () =>
    browser.send('POST', url, { ...fields(), csrfmiddlewaretoken: await browser.token() })
  return { ...inThrottles('authentication', browser.address), send, refusal: refusedForm }
}
const json = (url: string) => async () => {
  const browser = new Browser()
  const send = () => browser.respond(url, { email: fresh() })
  return { ...inThrottles('authentication', browser.address), send }
}
const page = (url: string, refusal?: object) => async () => {
  const browser = new Browser()
  const send = () => browser.send('GET', url)
  return { ...inThrottles('authentication', browser.address), send, ...(refusal && { refusal }) }
}
const guess = (url: string) => async () => {
  const email = fresh()
  const send = async () => {
    const browser = new Browser()
    const csrfmiddlewaretoken = await browser.token()
    return browser.send('POST', url, { email, password: 'wrong', csrfmiddlewaretoken })
  }
  return { ...inThrottles('guesses', `${email} `), send, refusal: refusedForm }
}
const password = (url: string, body: object) => async () => {
  const browser = new Browser()
  await browser.post(authApi.signUp.url, { email: fresh(), password: strong })
  const { id } = (await browser.me()).body
  return { ...inThrottles('oldPasswords', id), send: () => browser.respond(url, body) }
}

const credentials = () => ({ email: fresh(), password: strong })
const code = () => ({ email: fresh(), code: 'aaaa-aaaa-aaaa' })
const waysIn = Object.entries({ app: authApi, site: spacesAuthApi }).flatMap(([site, calls]) =>
  Object.entries({
    'e-mail check': json(calls.emailCheck.url),
    'code request': json(calls.magicGenerate.url),
    'forgotten password': json(calls.forgotPassword.url),
    'sign-in': form(calls.signIn.url, credentials),
    'sign-up': form(calls.signUp.url, credentials),
    'sign-in by code': form(calls.magicSignIn.url, code),
    'sign-up by code': form(calls.magicSignUp.url, code),
    'new password': form(
      calls.resetPassword.url.replace(':uidb64', 'YQ').replace(':token', 'a-b'),
      () => ({ password: strong }),
    ),
  }).map(([door, prepare]) => [`${door} of the ${site}`, prepare] as const),
)

const invited = async (name: LimitName, whoOf: (by: Client, email: string) => unknown) => {
  const { ada } = await workspaceOf('ada')
  const email = fresh()
  const send = () =>
    ada.respond(invitationsApi.create, { body: { emails: [{ email, role: GUEST }] } })
  return { ada, email, ...inThrottles(name, `${await whoOf(ada, email)}`), send }
}
const reminded = async (name: LimitName, whoOf: (by: Client, email: string) => unknown) => {
  const { ada, email, send: invite, ...counted } = await invited(name, whoOf)
  const [issued] = JSON.parse((await invite()).body).invitations
  const send = () => ada.respond(invitationsApi.resend, { params: { id: issued.id } })
  return { ada, email, ...counted, send }
}
const invitations = (name: LimitName, whoOf: (by: Client, email: string) => unknown) => ({
  invitation: () => invited(name, whoOf),
  reminder: () => reminded(name, whoOf),
})

const emailCode = (name: LimitName, whoOf: (by: Client, email: string) => string) => async () => {
  const [ada, email] = [await person('ada'), fresh()]
  const send = () => ada.respond(accountApi.emailCode, { body: { email } })
  return { ...inThrottles(name, whoOf(ada, email)), send }
}

const published =
  (endpoint: (typeof publicDiscussionApi)['vote' | 'react' | 'addComment'], body: object) =>
  async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'map')
    const enabled = {
      is_comments_enabled: true,
      is_reactions_enabled: true,
      is_votes_enabled: true,
    }
    const { anchor } = await ada.call(deployBoardsApi.publish, { body: enabled })
    const visitor = (await person('vic')).at({ anchor, id })
    return {
      ...inThrottles('publicWrites', visitor.user_id),
      send: () => visitor.respond(endpoint as typeof publicDiscussionApi.addComment, { body }),
    }
  }

const asked = (endpoint: (typeof aiAssistantApi)['askInWorkspace' | 'askInProject']) => ({
  by: (name: LimitName, whoOf: (by: Client) => Promise<string>) => async () => {
    const { ada } = await projectOf('ada')
    const body = { task: 'Shorten this.', prompt: 'A long text.' }
    return {
      ...inThrottles(name, await whoOf(ada)),
      send: () => ada.respond(endpoint as typeof aiAssistantApi.askInWorkspace, { body }),
    }
  },
})
const accountOf = async ({ user_id }: Client) => user_id

/** A client from a separate network. */
const elsewhere = (client: Client, headers: Record<string, string>) => {
  const { address } = new Browser()
  const all = { ...headers, 'x-forwarded-for': address }
  return { address, client: new Client(app, client.user_id, {}, client.place, all) }
}
const wrongToken = (endpoint: typeof usersV1.me, headers: Record<string, string>) => async () => {
  const { address, client } = elsewhere(root, headers)
  return { ...inThrottles('wrongTokens', address), send: () => client.respond(endpoint) }
}
const wrongLink = (send: (client: Client) => Promise<Response>) => async () => {
  const { ada } = await workspaceOf('ada')
  const body = { emails: [{ email: fresh(), role: GUEST }] }
  const { invitations: issued } = await ada.call(invitationsApi.create, { body })
  const { address, client } = elsewhere(ada.at({ id: issued[0]?.id ?? '' }), {})
  return { ...inThrottles('wrongLinks', address), send: () => send(client) }
}
const linked = async () => {
  const { ada } = await projectOf('ada')
  const { id } = await addItem(ada, 'map')
  return { ada: ada.at({ id }), ...inThrottles('linkPreviews', ada.user_id) }
}

type Cases = Record<string, () => Promise<Counted>>

const cases: Record<LimitName, Cases> = {
  authentication: {
    ...Object.fromEntries(waysIn),
    'administration area': form(instanceAuthApi.signIn.url, credentials),
    'a provider': page(oauthApi.start.url.replace(':provider', 'google'), refusedForm),
    'time zones': page(timeZonesApi.list.url),
  },
  guesses: {
    'sign-in': guess(authApi.signIn.url),
    'sign-in of the site': guess(spacesAuthApi.signIn.url),
    'administration area': guess(instanceAuthApi.signIn.url),
  },
  // Refuses no request: above the limit no mail is sent. Tested below.
  guessWarnings: {},
  oldPasswords: {
    change: password(authApi.changePassword.url, { old_password: 'x', new_password: 'y' }),
    'first password': password(authApi.setPassword.url, { password: strong }),
  },
  magicCodes: {
    code: async () => {
      const email = fresh()
      return {
        ...inCodes(email, 'codes'),
        send: () => new Browser().respond(authApi.magicGenerate.url, { email }),
        refusal: {
          status: 400,
          body: {
            error_code: authErrors.EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_UP,
            error_message: 'EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_UP',
            email,
          },
        },
      }
    },
  },
  magicCodeTries: {
    'sign-up': async () => {
      const email = fresh()
      const { expire, ...counted } = inCodes(email, 'tries')
      const { send } = await form(authApi.magicSignUp.url, () => ({ email, code: 'wrong' }))()
      return { ...counted, send, refusal: { error_code: authErrors.EXPIRED_MAGIC_CODE_SIGN_UP } }
    },
  },
  resetLinks: {
    'forgotten password': async () => {
      const email = fresh()
      const send = () => new Browser().respond(authApi.forgotPassword.url, { email })
      return { ...inThrottles('resetLinks', email), send }
    },
  },
  emailCodes: { code: emailCode('emailCodes', ({ user_id }) => user_id) },
  emailCodesToAddress: { code: emailCode('emailCodesToAddress', (_, email) => email) },
  emailCodeTries: {
    'new address': async () => {
      const [ada, email] = [await person('ada'), fresh()]
      return {
        read: async () =>
          (
            await sql<{ tries: number }>`
              select tries from email_changes where user_id = ${ada.user_id}`.execute(db)
          ).rows[0]?.tries,
        fill: (tries) =>
          sql`
          insert into email_changes (user_id, email, code_hash, tries, expires_at)
            values (${ada.user_id}, ${email}, ${hashToken('123456')}, ${tries},
              now() + interval '10 minutes')`.execute(db),
        send: () => ada.respond(accountApi.changeEmail, { body: { email, code: '654321' } }),
        refusal: { status: 400, body: { error: 'Verification code has expired or is invalid' } },
      }
    },
  },
  invitationsToAddress: invitations('invitationsToAddress', (_, email) => email),
  invitationsByInviter: invitations('invitationsByInviter', accountOf),
  invitationsOfWorkspace: invitations('invitationsOfWorkspace', workspaceIdOf),
  projectMembers: {
    members: async () => {
      const { ada } = await projectOf('ada')
      const colleague = await person('bob')
      await sql`
        insert into workspace_members (workspace_id, user_id, role)
        values (${await workspaceIdOf(ada)}, ${colleague.user_id}, ${GUEST})`.execute(db)
      const body = { members: [{ member_id: colleague.user_id, role: GUEST }] }
      const send = () => ada.respond(projectMembersApi.add, { body })
      return { ...inThrottles('projectMembers', ada.user_id), send }
    },
  },
  mailTests: {
    'test mail': async () => {
      const admin = await administrator('ada')
      const body = { receiver_email: fresh() }
      const send = () => admin.respond(instanceSettingsApi.checkEmail, { body })
      return { ...inThrottles('mailTests', admin.user_id), send }
    },
  },
  mailedCharts: {
    chart: async () => {
      const { ada } = await projectOf('ada')
      const body = { x_axis: 'priority', y_axis: 'issue_count' }
      const send = () => ada.respond(olderAnalyticsApi.export, { body })
      return { ...inThrottles('mailedCharts', ada.user_id), send }
    },
  },
  pushTests: {
    test: async () => {
      const ada = await person('ada')
      const { id } = await ada.call(pushApi.add, { body: pushService.subscribe().subscription })
      const send = () => ada.respond(pushApi.test, { params: { id } })
      return { ...inThrottles('pushTests', ada.user_id), send }
    },
  },
  pushDevices: {
    device: async () => {
      const ada = await person('ada')
      const send = () => ada.respond(pushApi.add, { body: pushService.subscribe().subscription })
      return { ...inThrottles('pushDevices', ada.user_id), send }
    },
  },
  wrongTokens: {
    'public API': wrongToken(usersV1.me, { 'x-api-key': 'api_none' }),
    metrics: wrongToken(metricsApi.read as never, { authorization: 'Bearer none' }),
  },
  wrongLinks: {
    opened: wrongLink((client) =>
      client.respond(invitationsApi.open, { query: { token: randomToken(32) } }),
    ),
    answered: wrongLink((client) =>
      client.respond(invitationsApi.answer, {
        body: { email: fresh(), accepted: true, token: randomToken(32) },
      }),
    ),
  },
  publicWrites: {
    vote: published(publicDiscussionApi.vote, { vote: 1 }),
    reaction: published(publicDiscussionApi.react, { reaction: '128077' }),
    comment: published(publicDiscussionApi.addComment, { comment_html: '<p>Nice</p>' }),
  },
  aiRequests: {
    'in a workspace': asked(aiAssistantApi.askInWorkspace).by('aiRequests', accountOf),
    'in a project': asked(aiAssistantApi.askInProject).by('aiRequests', accountOf),
  },
  aiRequestsOfWorkspace: {
    'in a workspace': asked(aiAssistantApi.askInWorkspace).by(
      'aiRequestsOfWorkspace',
      workspaceIdOf,
    ),
    'in a project': asked(aiAssistantApi.askInProject).by('aiRequestsOfWorkspace', workspaceIdOf),
  },
  exports: {
    export: async () => {
      const { ada } = await projectOf('ada')
      const send = () => ada.respond(exportsApi.create, { body: { provider: 'csv' } })
      return { ...inThrottles('exports', ada.user_id), send }
    },
  },
  imports: {
    file: async () => {
      const { ada } = await projectOf('ada')
      const { slug, project_id } = ada.place
      const send = () =>
        app.inject({
          method: 'POST',
          url: `/api/workspaces/${slug}/projects/${project_id}/imports/?name=hikes.csv`,
          cookies: ada.cookies,
          headers: { 'content-type': 'text/csv' },
          payload: 'Title\nridge\n',
        })
      return { ...inThrottles('imports', ada.user_id), send }
    },
  },
  webhookReplays: {
    call: async () => {
      const { ada } = await projectOf('ada')
      const body = { url: receiver.address(), issue: true }
      const { id } = await ada.call(webhooksApi.create, { body })
      await addItem(ada, 'map')
      await deliverWebhooks()
      const [log] = await ada.call(webhooksApi.logs, { params: { id } })
      const params = { id, log_id: log?.id ?? '' }
      const send = () => ada.respond(webhooksApi.sendAgain, { params })
      return { ...inThrottles('webhookReplays', await workspaceIdOf(ada)), send }
    },
  },
  linkPreviews: {
    'new link': async () => {
      const { ada, ...counted } = await linked()
      const body = { url: 'https://cairn.example' }
      return { ...counted, send: () => ada.respond(linksApi.create, { body }) }
    },
    'changed link': async () => {
      const { ada, ...counted } = await linked()
      const link = await ada.call(linksApi.create, { body: { url: 'https://cairn.example' } })
      const input = { params: { link_id: link.id }, body: { url: 'https://tarn.example' } }
      return { ...counted, send: () => ada.respond(linksApi.change, input) }
    },
  },
}

/** Sign-in codes have a row of their own, which counts both. */
function inCodes(email: string, column: 'codes' | 'tries') {
  return {
    read: async () =>
      (
        await sql<{ count: number }>`
          select ${sql.ref(column)} as count from magic_codes where email = ${email}`.execute(db)
      ).rows[0]?.count,
    fill: (count: number) =>
      sql`
      insert into magic_codes (email, code_hash, ${sql.ref(column)}, expires_at)
        values (${email}, ${hashToken('right')}, ${count}, now() + interval '10 minutes')`.execute(
        db,
      ),
    expire: () => sql`update magic_codes set expires_at = now() where email = ${email}`.execute(db),
  }
}

/** Requests and mails sent by the server. */
const sentOut = () => receiver.received().length + mailServer.arrived.length

it('has a case for every limit', () => {
  expect(Object.keys(cases)).toEqual(Object.keys(limits))
  const without = Object.entries(cases).filter(([, doors]) => Object.keys(doors).length === 0)
  expect(without.map(([name]) => name)).toEqual(['guessWarnings'])
})

const doors = Object.entries(cases).flatMap(([name, doorsOf]) =>
  Object.entries(doorsOf).map(([door, prepare]) => [name as LimitName, door, prepare] as const),
)

it.each(doors)('%s refuses what is beyond it, and does nothing: %s', async (name, _, prepare) => {
  const { most, seconds } = limits[name]
  // A guess at the limit is delayed by a second only; ten more are delayed by minutes.
  const full = name === 'guesses' ? most + 10 : most
  const [last, beyond] = [await prepare(), await prepare()]
  const refusal = beyond.refusal ?? refusedJson
  await last.fill(most - 1)
  await beyond.fill(full)
  expect(outcomeOf(await last.send())).not.toMatchObject(last.refusal ?? refusedJson)
  expect(await last.read()).toBe(most)

  const before = { rows: await dump(), sent: sentOut() }
  const response = await beyond.send()
  expect(outcomeOf(response)).toEqual(refusal)
  if (refusal === refusedJson) {
    const wait = Number(response.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(seconds)
  }
  expect({ rows: await dump(), sent: sentOut() }).toEqual(before)
  expect(await beyond.read()).toBe(full)

  if (!beyond.expire) return
  await beyond.expire()
  expect(outcomeOf(await beyond.send())).not.toMatchObject(refusal)
})

it('guessWarnings: the owner gets one mail a day, however long the guessing goes on', async () => {
  const warned = async (mails: number) => {
    const email = fresh()
    const browser = new Browser()
    await browser.post(authApi.signUp.url, { email, password: strong })
    const { id } = (await browser.me()).body
    await inThrottles('guessWarnings', id).fill(mails)
    await inThrottles('guesses', `${email} `).fill(9)
    await sql`update throttles set ends_at = ends_at - interval '10 minutes'
      where key = ${`guesses ${email} `}`.execute(db)
    await new Browser().post(authApi.signIn.url, { email, password: 'wrong' })
    return (await mailsTo(app, email)).length
  }
  expect(await warned(0)).toBe(1)
  expect(await warned(limits.guessWarnings.most)).toBe(0)
})
