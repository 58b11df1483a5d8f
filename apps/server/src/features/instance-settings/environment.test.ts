import { authApi, instanceApi, instanceSettingsApi, workspacesApi } from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { browserOn, codeIn, fresh, strong } from '#features/auth/test-kit/browser.ts'
import { testServer } from '#test/server.ts'

const { app, administrator, database, person, stranger } = await testServer({
  environment: {
    ENABLE_SIGNUP: '0',
    DISABLE_WORKSPACE_CREATION: '1',
    LLM_API_KEY: 'sk-1',
    GITHUB_CLIENT_ID: 'id',
    GITHUB_CLIENT_SECRET: 'secret',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    IS_GOOGLE_ENABLED: '0',
  },
})
await sql`update instances set is_setup_done = true`.execute(database.db)
const Browser = browserOn(app)

it('holds what the environment says until an administrator says otherwise', async () => {
  const { config } = await stranger.call(instanceApi.info)
  expect(config).toMatchObject({
    enable_signup: false,
    is_workspace_creation_disabled: true,
    has_llm_configured: true,
    is_github_enabled: true,
    is_google_enabled: false,
  })
  const form = { email: fresh(), password: strong }
  expect(codeIn(await new Browser().post(authApi.signUp.url, form))).toBe(5015)
  const ada = await person('ada')
  const body = { name: 'Acme', slug: 'acme-seeded' }
  expect(await ada.attempt(workspacesApi.create, { body })).toMatchObject({ status: 403 })

  const root = await administrator('root')
  const patch = { ENABLE_SIGNUP: '1', DISABLE_WORKSPACE_CREATION: '0' }
  await root.call(instanceSettingsApi.change, { body: patch })
  expect(await new Browser().post(authApi.signUp.url, form)).toBe('/onboarding/')
  expect(await ada.attempt(workspacesApi.create, { body })).toMatchObject({ status: 201 })
})
