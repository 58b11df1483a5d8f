import { instanceApi as api } from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

const { database, administrator, person, stranger } = await testServer()
const { db } = database

const row = async () => (await sql`select * from instances`.execute(db)).rows[0]

describe('what anyone may know of the instance', () => {
  // @cap:instance-admin.public-info
  it('is the whole contract before anybody is there, and no secret', async () => {
    const info = await stranger.call(api.info)
    expect(info.instance).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      created_by: null,
      updated_by: null,
      deleted_at: null,
      instance_name: '',
      instance_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      current_version: '',
      latest_version: '',
      edition: 'COMMUNITY',
      domain: '',
      namespace: null,
      whitelist_emails: null,
      last_checked_at: expect.any(String),
      is_telemetry_enabled: false,
      is_support_required: false,
      is_setup_done: false,
      is_signup_screen_visited: false,
      is_verified: false,
      is_test: false,
      is_activated: true,
      primary_owner_details: null,
      workspaces_exist: false,
    })
    expect(info.config).toEqual({
      enable_signup: true,
      is_workspace_creation_disabled: false,
      is_google_enabled: false,
      is_github_enabled: false,
      is_gitlab_enabled: false,
      is_oidc_enabled: false,
      oidc_name: 'SSO',
      is_magic_login_enabled: false,
      is_email_password_enabled: true,
      hides_accounts: false,
      is_smtp_configured: false,
      has_unsplash_configured: false,
      has_llm_configured: false,
      is_intercom_enabled: false,
      intercom_app_id: '',
      github_app_name: '',
      slack_client_id: null,
      posthog_api_key: null,
      posthog_host: null,
      file_size_limit: 104_857_600,
      admin_base_url: null,
      space_base_url: null,
      app_base_url: null,
      instance_changelog_url: '',
    })
  })

  it('names the first administrator to administrators only', async () => {
    const ada = await administrator('ada')
    await administrator('bea')
    const owner = {
      id: ada.user_id,
      first_name: 'ada',
      last_name: '',
      avatar: '',
      avatar_url: null,
      is_bot: false,
      display_name: 'ada',
      email: expect.stringMatching(/^ada-/),
      last_login_medium: 'email',
    }
    expect((await ada.call(api.info)).instance.primary_owner_details).toEqual(owner)
    for (const client of [stranger, await person('bob')]) {
      expect((await client.call(api.info)).instance.primary_owner_details).toBeNull()
    }
  })
})

describe('the general settings', () => {
  it('are changed one by one; what names the instance stays', async () => {
    const ada = await administrator('ada')
    const { instance: before } = await ada.call(api.info)
    const body = {
      instance_name: 'Meridian',
      domain: 'cairn.example',
      namespace: 'north',
      whitelist_emails: 'cairn.example',
      is_support_required: true,
      id: crypto.randomUUID(),
      instance_id: 'x',
      is_setup_done: true,
      current_version: '99',
      edition: 'OTHER',
    }
    const changed = await ada.call(api.change, { body })
    expect(changed).toEqual({
      ...before,
      instance_name: 'Meridian',
      domain: 'cairn.example',
      namespace: 'north',
      whitelist_emails: 'cairn.example',
      is_support_required: true,
      updated_at: expect.any(String),
      updated_by: ada.user_id,
    })
    expect((await ada.call(api.info)).instance).toEqual(changed)
    expect(await ada.call(api.change, { body: { namespace: null } })).toMatchObject({
      instance_name: 'Meridian',
      namespace: null,
    })
  })

  it.each([
    [{ instance_name: '' }, { instance_name: ['This field may not be blank.'] }],
    [{ instance_name: null }, { instance_name: ['This field may not be null.'] }],
    [
      { instance_name: 'x'.repeat(256) },
      { instance_name: ['Ensure this field has no more than 255 characters.'] },
    ],
    [{ is_telemetry_enabled: 'no' }, { is_telemetry_enabled: ['Must be a valid boolean.'] }],
  ])('refuse %o and stay as they were', async (bad, answer) => {
    const ada = await administrator('ada')
    const before = await row()
    const body = { domain: 'other.example', ...bad } as object
    expect(await ada.attempt(api.change, { body })).toEqual({ status: 400, body: answer })
    expect(await row()).toEqual(before)
  })

  it('are nobody else’s business', async () => {
    const before = await row()
    const body = { instance_name: 'Mine' }
    const bob = await person('bob')
    for (const [client, status] of [
      [bob, 403],
      [stranger, 401],
    ] as const) {
      expect(await client.attempt(api.change, { body })).toMatchObject({ status })
    }
    expect(await row()).toEqual(before)
  })
})

it('remembers that the sign-up screen was seen', async () => {
  expect(await stranger.attempt(api.noteSignUpScreen)).toEqual({ status: 204, body: null })
  expect(await stranger.attempt(api.noteSignUpScreen)).toEqual({ status: 204, body: null })
  expect((await stranger.call(api.info)).instance.is_signup_screen_visited).toBe(true)
})
