import { instanceSettingsApi as api, instanceApi, type SettingKey } from '@cairn/contract'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '#config'
import { testServer } from '#test/server.ts'
import { readValues } from './service.ts'

const { app, database, administrator, stranger } = await testServer()
const { db } = database
const { secrets } = app.deps
const ada = await administrator('ada')
const bob = await administrator('bob')

afterEach(() => sql`delete from instance_settings`.execute(db))

const change = (body: Partial<Record<SettingKey, string>>) => ada.attempt(api.change, { body })
const stored = async (key: SettingKey) =>
  (await ada.call(api.list)).find((setting) => setting.key === key)?.value

const refused = { status: 400, body: { error: 'At least one way to sign in has to stay on.' } }

describe('the last usable way to sign in', () => {
  it('cannot be switched off', async () => {
    expect(await change({ ENABLE_EMAIL_PASSWORD: '0', ENABLE_SIGNUP: '0' })).toEqual(refused)
    expect(await stored('ENABLE_EMAIL_PASSWORD')).toBe('1')
    expect(await stored('ENABLE_SIGNUP')).toBe('1')
  })

  it('is not one that is on but cannot work', async () => {
    await change({ ENABLE_MAGIC_LINK_LOGIN: '1', IS_OIDC_ENABLED: '1', IS_GITHUB_ENABLED: '1' })
    expect(await change({ ENABLE_EMAIL_PASSWORD: '0' })).toEqual(refused)
    await change({ EMAIL_HOST: 'mail.example' })
    expect(await change({ ENABLE_EMAIL_PASSWORD: '0' })).toMatchObject({ status: 200 })
  })

  it.each<[string, Partial<Record<SettingKey, string>>]>([
    ['GOOGLE', { GOOGLE_CLIENT_ID: 'x' }],
    ['GITHUB', { GITHUB_CLIENT_ID: 'x' }],
    ['GITLAB', { GITLAB_CLIENT_ID: 'x' }],
    ['OIDC', { OIDC_CLIENT_ID: 'x', OIDC_ISSUER: 'https://id.example' }],
  ])('may be %s, and then that one stays, with all it needs', async (name, keys) => {
    const secret = `${name}_CLIENT_SECRET` as SettingKey
    const flag = `IS_${name}_ENABLED` as SettingKey
    await change({ ...keys, [secret]: 'y', [flag]: '1' })
    expect(await change({ ENABLE_EMAIL_PASSWORD: '0' })).toMatchObject({ status: 200 })
    expect(await change({ [flag]: '0' })).toEqual(refused)
    for (const key of [secret, ...Object.keys(keys)]) {
      expect(await change({ [key]: '' })).toEqual(refused)
    }
    expect(await change({ [flag]: '0', ENABLE_EMAIL_PASSWORD: '1' })).toMatchObject({ status: 200 })
  })

  it('stays also when two administrators switch off one each at once', async () => {
    await change({
      ENABLE_EMAIL_PASSWORD: '1',
      IS_GITHUB_ENABLED: '1',
      GITHUB_CLIENT_ID: 'x',
      GITHUB_CLIENT_SECRET: 'y',
    })
    const answers = await Promise.all([
      ada.attempt(api.change, { body: { ENABLE_EMAIL_PASSWORD: '0' } }),
      bob.attempt(api.change, { body: { IS_GITHUB_ENABLED: '0' } }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe('the addresses of providers', () => {
  it.each([
    ['GITLAB_HOST', 'gitlab.example'],
    ['OIDC_ISSUER', 'ftp://id.example'],
    ['OIDC_ISSUER', 'javascript:alert(1)'],
  ])('%s is no %s', async (key, value) => {
    const answer = { status: 400, body: { [key]: ['Enter a valid URL.'] } }
    expect(await change({ [key]: value })).toEqual(answer)
  })
})

describe('the environment', () => {
  const seeded = readConfig({
    GITHUB_CLIENT_ID: 'id',
    GITHUB_CLIENT_SECRET: 'secret',
    GITLAB_CLIENT_ID: 'id',
    GITLAB_CLIENT_SECRET: 'secret',
    OIDC_CLIENT_ID: 'id',
    OIDC_NAME: 'Meridian',
  })

  it('brings keys, and switches on whoever has all of theirs', async () => {
    expect(await readValues(db, secrets, seeded)).toMatchObject({
      GITHUB_CLIENT_SECRET: 'secret',
      GITLAB_HOST: 'https://gitlab.com',
      OIDC_NAME: 'Meridian',
      IS_GOOGLE_ENABLED: '0',
      IS_GITHUB_ENABLED: '1',
      IS_GITLAB_ENABLED: '1',
      IS_OIDC_ENABLED: '0',
    })
  })

  it('holds until an administrator says otherwise', async () => {
    await change({ IS_GITHUB_ENABLED: '0', GITHUB_CLIENT_ID: 'other' })
    expect(await readValues(db, secrets, seeded)).toMatchObject({
      IS_GITHUB_ENABLED: '0',
      GITHUB_CLIENT_ID: 'other',
      GITHUB_CLIENT_SECRET: 'secret',
    })
  })
})

it('tells everybody which providers there are, and nothing of their keys', async () => {
  await change({
    IS_OIDC_ENABLED: '1',
    OIDC_NAME: 'Meridian',
    OIDC_ISSUER: 'https://id.internal.example',
    OIDC_CLIENT_ID: 'our-id',
    OIDC_CLIENT_SECRET: 'our-secret',
  })
  const info = await stranger.call(instanceApi.info)
  expect(info.config).toMatchObject({ is_oidc_enabled: true, oidc_name: 'Meridian' })
  expect(JSON.stringify(info)).not.toMatch(/our-|internal/)
})
