import {
  instanceSettingsApi as api,
  instanceApi,
  settingKeys,
  workspacesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#config'
import { deliverQueuedMails, queueMail } from '#kernel/mail/delivery.ts'
import { closedPort, startSmtpServer } from '#kernel/mail/smtp-test-server.ts'
import { createSecrets } from '#kernel/secrets.ts'
import { testServer } from '#test/server.ts'
import { listUnreadable, readSmtp, readValues } from './service.ts'

const { app, database, administrator, person, stranger } = await testServer()
const { db } = database
const { secrets, config } = app.deps
const ada = await administrator('ada')

const stored = async () =>
  (
    await sql<{ key: string; value: string }>`
    select key, value from instance_settings order by key`.execute(db)
  ).rows
const forget = () => sql`delete from instance_settings`.execute(db)
const shown = async (wanted: string) =>
  (await ada.call(api.list)).find(({ key }) => key === wanted)?.value

describe('the settings', () => {
  it('are all there from the first minute, with their categories and defaults', async () => {
    const settings = await ada.call(api.list)
    expect(settings.map(({ key }) => key)).toEqual(settingKeys)
    expect(settings.find(({ key }) => key === 'EMAIL_PORT')).toEqual({
      id: null,
      key: 'EMAIL_PORT',
      value: '587',
      category: 'SMTP',
      is_encrypted: false,
      is_set: true,
      created_at: null,
      updated_at: null,
      created_by: null,
      updated_by: null,
      deleted_at: null,
    })
    const sealed = settings.filter(({ is_encrypted }) => is_encrypted).map(({ key }) => key)
    expect(sealed).toEqual([
      'GOOGLE_CLIENT_SECRET',
      'GITHUB_CLIENT_SECRET',
      'GITLAB_CLIENT_SECRET',
      'OIDC_CLIENT_SECRET',
      'EMAIL_HOST_PASSWORD',
      'LLM_API_KEY',
      'UNSPLASH_ACCESS_KEY',
    ])
  })

  it('are changed by name; what is unknown is ignored, and the changed rows are the answer', async () => {
    const body = { ENABLE_SIGNUP: '0', GITHUB_CLIENT_ID: 'abc', PATH: '/tmp', id: 'x' }
    const changed = await ada.call(api.change, { body })
    expect(changed).toMatchObject([
      { key: 'ENABLE_SIGNUP', value: '0', created_by: ada.user_id, updated_by: null },
      { key: 'GITHUB_CLIENT_ID', value: 'abc', category: 'GITHUB' },
    ])
    expect(changed).toHaveLength(2)
    expect(await ada.call(api.list)).toEqual(expect.arrayContaining(changed))

    const again = await ada.call(api.change, { body: { ENABLE_SIGNUP: '1' } })
    expect(again).toMatchObject([{ id: changed[0]?.id, value: '1', updated_by: ada.user_id }])
    expect(await ada.call(api.change, { body: {} })).toEqual([])
    await forget()
  })

  it.each([
    [{ ENABLE_SIGNUP: true }, { ENABLE_SIGNUP: ['Not a valid string.'] }],
    [{ ENABLE_SIGNUP: 'yes' }, { ENABLE_SIGNUP: ['"yes" is not a valid choice.'] }],
    [{ EMAIL_HOST: 25 }, { EMAIL_HOST: ['Not a valid string.'] }],
    [{ EMAIL_HOST: null }, { EMAIL_HOST: ['This field may not be null.'] }],
    [{ EMAIL_PORT: '0' }, { EMAIL_PORT: ['A port is a number from 1 to 65535.'] }],
    [{ EMAIL_PORT: '65536' }, { EMAIL_PORT: ['A port is a number from 1 to 65535.'] }],
    [{ EMAIL_PORT: '25; rm' }, { EMAIL_PORT: ['A port is a number from 1 to 65535.'] }],
    [{ EMAIL_HOST: 'a\0b' }, { error: 'Please provide valid detail' }],
    [
      { LLM_MODEL: 'x'.repeat(4001) },
      { LLM_MODEL: ['Ensure this field has no more than 4000 characters.'] },
    ],
  ])('refuse %o and change nothing, the good values beside it neither', async (bad, answer) => {
    const body = { GITLAB_HOST: 'https://gitlab.example', ...bad } as object
    expect(await ada.attempt(api.change, { body })).toEqual({ status: 400, body: answer })
    expect(await stored()).toEqual([])
  })

  it('are nobody else’s business', async () => {
    const bob = await person('bob')
    for (const [client, status] of [
      [bob, 403],
      [stranger, 401],
    ] as const) {
      expect(await client.attempt(api.list)).toMatchObject({ status })
      const body = { ENABLE_SIGNUP: '0' }
      expect(await client.attempt(api.change, { body })).toMatchObject({ status })
    }
    expect(await stored()).toEqual([])
  })

  it('hold for the next request, without a restart', async () => {
    const bob = await person('bob')
    const wanted = { name: 'Acme', slug: `w-${crypto.randomUUID().slice(0, 8)}` }
    await ada.call(api.change, { body: { DISABLE_WORKSPACE_CREATION: '1', ENABLE_SIGNUP: '0' } })
    expect(await bob.attempt(workspacesApi.create, { body: wanted })).toMatchObject({ status: 403 })
    expect((await stranger.call(instanceApi.info)).config).toMatchObject({
      is_workspace_creation_disabled: true,
      enable_signup: false,
    })
    await ada.call(api.change, { body: { DISABLE_WORKSPACE_CREATION: '0' } })
    expect(await bob.attempt(workspacesApi.create, { body: wanted })).toMatchObject({ status: 201 })
    await forget()
  })
})

describe('secret settings', () => {
  const body = {
    GOOGLE_CLIENT_SECRET: 'google-secret',
    GITHUB_CLIENT_SECRET: 'github-secret',
    GITLAB_CLIENT_SECRET: 'gitlab-secret',
    OIDC_CLIENT_SECRET: 'oidc-secret',
    EMAIL_HOST_PASSWORD: 'mail-secret',
    LLM_API_KEY: 'ai-secret',
    UNSPLASH_ACCESS_KEY: 'image-secret',
  }

  // @cap:instance-admin.keys-encrypted
  it('are stored sealed, never answered, and take effect at once', async () => {
    const changed = await ada.call(api.change, { body })
    expect(changed.map(({ key }) => key).sort()).toEqual(Object.keys(body).sort())
    for (const row of changed) expect(row).toMatchObject({ value: '', is_set: true })
    expect(JSON.stringify(await ada.call(api.list))).not.toMatch(/[a-z]-secret/)
    for (const { key, value } of await stored()) {
      expect(value).toMatch(/^v1\.[\w-]+$/)
      expect(value).not.toContain('secret')
      expect(Buffer.from(value, 'base64url').toString('latin1')).not.toContain('secret')
      expect(await shown(key)).toBe('')
    }
    const info = await stranger.call(instanceApi.info)
    expect(info.config).toMatchObject({ has_llm_configured: true, has_unsplash_configured: true })
    expect(JSON.stringify(info)).not.toContain('secret')
    // A form without the secret does not change it.
    await ada.call(api.change, { body: { LLM_MODEL: 'gpt-4o' } })
    expect(await readValues(db, secrets, config)).toMatchObject(body)
    await ada.call(api.change, { body: { LLM_API_KEY: '' } })
    const cleared = (await ada.call(api.list)).find(({ key }) => key === 'LLM_API_KEY')
    expect(cleared).toMatchObject({ value: '', is_set: false })
    expect((await stranger.call(instanceApi.info)).config.has_llm_configured).toBe(false)
    expect(await readSmtp(db, secrets, config)).toBeNull()
    await ada.call(api.change, { body: { EMAIL_HOST: 'mail.example' } })
    expect(await readSmtp(db, secrets, config)).toMatchObject({ password: 'mail-secret' })
    await forget()
  })

  it('are kept by no browser', async () => {
    const { cookies } = ada
    for (const { method, url } of [api.list, api.change]) {
      const payload = method === 'PATCH' ? {} : undefined
      const { headers } = await app.inject({ method, url, cookies, ...(payload && { payload }) })
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  it('do not open under another name, nor with another instance’s secret', async () => {
    await ada.call(api.change, { body })
    await sql`
      update instance_settings set value =
        (select value from instance_settings where key = 'EMAIL_HOST_PASSWORD')
      where key = 'LLM_API_KEY'`.execute(db)
    expect(await shown('LLM_API_KEY')).toBe('')
    await ada.call(api.change, { body: { EMAIL_HOST: 'mail.example' } })
    const other = createSecrets(Buffer.alloc(32, 7))
    expect(await readSmtp(db, other, config)).toMatchObject({ password: '' })
    expect(await listUnreadable(db, secrets)).toEqual(['LLM_API_KEY'])
    expect(await listUnreadable(db, other)).toHaveLength(Object.keys(body).length)
    await forget()
  })
})

describe('the way mail leaves', () => {
  const seeded = readConfig({
    SMTP_HOST: 'mail.example',
    SMTP_PORT: '465',
    SMTP_USER: 'cairn',
    SMTP_PASSWORD: 'very secret',
    SMTP_FROM: 'cairn@example.com',
    SMTP_TLS: 'ssl',
  })

  it('is the environment’s until an administrator says otherwise, also by saying nothing', async () => {
    expect(await readSmtp(db, secrets, config)).toBeNull()
    expect(await readSmtp(db, secrets, seeded)).toEqual(seeded.smtp)
    await ada.call(api.change, { body: { EMAIL_HOST: 'other.example', EMAIL_PORT: '25' } })
    expect(await readSmtp(db, secrets, seeded)).toEqual({
      ...seeded.smtp,
      host: 'other.example',
      port: 25,
    })
    await ada.call(api.change, { body: { EMAIL_HOST: '' } })
    expect(await readSmtp(db, secrets, seeded)).toBeNull()
    await forget()
  })

  it('is the one of the next delivery, and everybody knows that there is one', async () => {
    await using server = await startSmtpServer()
    const deliver = () => deliverQueuedMails(db, () => readSmtp(db, secrets, config), app.log)
    const configured = async () => (await stranger.call(instanceApi.info)).config.is_smtp_configured
    const mail = { to: 'bob@example.com', subject: 'Hello', text: 'Hello', html: '' }

    expect(await configured()).toBe(false)
    await ada.call(api.change, { body: settingsOf(server.settings.port) })
    expect(await configured()).toBe(true)
    await queueMail(db, mail)
    expect(await deliver()).toMatchObject({ sent: 1 })
    expect(server.arrived).toMatchObject([{ from: 'cairn@example.com', to: ['bob@example.com'] }])
    await forget()
  })
})

const settingsOf = (port: number) => ({
  EMAIL_HOST: '127.0.0.1',
  EMAIL_PORT: String(port),
  EMAIL_FROM: 'cairn@example.com',
  EMAIL_USE_TLS: '0',
  EMAIL_USE_SSL: '0',
})

describe('the test mail', () => {
  const check = (receiver_email?: string) =>
    ada.attempt(api.checkEmail, { body: receiver_email === undefined ? {} : { receiver_email } })

  it.each([[undefined], [''], ['  ']])('needs a receiver, not %o', async (receiver) => {
    const body = { error: 'Receiver email is required' }
    expect(await check(receiver)).toEqual({ status: 400, body })
  })

  it('says so when nothing is set', async () => {
    const error = 'Could not send email. Please check your configuration'
    expect(await check('bob@example.com')).toEqual({
      status: 400,
      body: { error, conversation: [] },
    })
  })

  it('arrives, and shows the conversation without the credentials', async () => {
    await using server = await startSmtpServer({
      authOptional: false,
      authMethods: ['PLAIN'],
      onAuth: ({ password }, _session, done) =>
        done(password === 'mail-secret' ? null : refusing(535, 'no'), { user: 'cairn' }),
    })
    const credentials = { EMAIL_HOST_USER: 'cairn', EMAIL_HOST_PASSWORD: 'mail-secret' }
    await ada.call(api.change, { body: { ...settingsOf(server.settings.port), ...credentials } })

    const { status, body } = await check('bob@example.com')
    expect({ status, body }).toEqual({
      status: 200,
      body: { message: 'Email successfully sent.', conversation: expect.any(Array) },
    })
    expect(server.arrived).toMatchObject([{ to: ['bob@example.com'] }])
    const said = JSON.stringify(body)
    expect(said).toContain('C: RCPT TO:<bob@example.com>')
    expect(said).not.toContain('mail-secret')

    await ada.call(api.change, { body: { EMAIL_HOST_PASSWORD: 'wrong' } })
    expect(await check('bob@example.com')).toMatchObject({
      status: 400,
      body: { error: 'Invalid credentials provided' },
    })
    await forget()
  })

  it('names the reason when it does not arrive', async () => {
    await using server = await startSmtpServer({
      onMailFrom: (address, _session, done) =>
        done(address.address.startsWith('bad') ? refusing(553, 'bad sender') : null),
      onRcptTo: (address, _session, done) =>
        done(address.address.startsWith('nobody') ? refusing(550, 'no such user') : null),
    })
    await ada.call(api.change, { body: settingsOf(server.settings.port) })
    const reason = async (receiver: string) => {
      const { status, body } = await check(receiver)
      return { status, error: (body as { error?: string }).error }
    }
    expect(await reason('nobody@example.com')).toEqual({
      status: 400,
      error: 'All recipient addresses were refused.',
    })
    expect(await reason('bob@example.com\r\nBcc: eve@example.com')).toEqual({
      status: 400,
      error: 'Invalid email header.',
    })
    await ada.call(api.change, { body: { EMAIL_FROM: 'bad@example.com' } })
    expect(await reason('bob@example.com')).toEqual({
      status: 400,
      error: 'From address is invalid.',
    })
    await ada.call(api.change, { body: { EMAIL_PORT: String(await closedPort()) } })
    expect(await reason('bob@example.com')).toEqual({
      status: 400,
      error: 'Could not connect with the SMTP server.',
    })
    expect(server.arrived).toEqual([])
    await forget()
  })
})

const refusing = (code: number, text: string) =>
  Object.assign(new Error(text), { responseCode: code })
