import {
  type InstanceSettingsPatch,
  instanceAuthApi,
  instanceSettings,
  instanceSettingsApi,
  settingKeys,
} from '@cairn/contract'
import type { APIRequestContext, Page } from '@playwright/test'
import { startModel } from './language-model.ts'
import { startServer } from './own-server.ts'
import { call, expect, password, postForm, test as visitors, withoutKeepAlive } from './visitors.ts'

export { call, expect, password, postForm } from './visitors.ts'

export const robin = { email: 'robin@cairn.test', password }

interface House {
  baseURL: string
  /** The first instance admin, without a browser. */
  request: APIRequestContext
}

interface Fixtures {
  /** A browser signed in to the administration area only. */
  admin: Page
}

const usual = Object.fromEntries(
  settingKeys.map((key) => [key, instanceSettings[key].fallback]),
) as InstanceSettingsPatch

/** One instance per worker: changes by a test do not affect others. */
export const test = visitors.extend<Fixtures, { house: House }>({
  house: [
    async ({ playwright }, use) => {
      const model = await startModel()
      const server = await startServer({
        LOG_LEVEL: 'warn',
        TRUST_PROXY: '1',
        LLM_BASE_URL: model.url,
        EGRESS_ALLOW: '127.0.0.0/8',
      })
      const { baseURL } = server
      const extraHTTPHeaders = withoutKeepAlive
      const request = await playwright.request.newContext({ baseURL, extraHTTPHeaders })
      await postForm(request, instanceAuthApi.signUp.url, {
        ...robin,
        first_name: 'Robin',
        last_name: 'Vale',
        company_name: 'Meridian',
      })
      await use({ baseURL, request })
      await request.dispose()
      await server.stop()
      model.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  baseURL: async ({ house }, use) => use(house.baseURL),

  admin: async ({ browser, house }, use) => {
    await call(house.request, instanceSettingsApi.change, { body: usual })
    const context = await browser.newContext()
    await postForm(context.request, instanceAuthApi.signIn.url, robin)
    await use(await context.newPage())
    await context.close()
  },
})

/** Switches, and waits until the server has it. */
export async function turn(page: Page, name: string | RegExp, on: boolean) {
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  const toggle = page.getByRole('switch', { name })
  await expect(toggle).toBeChecked({ checked: !on })
  await toggle.click()
  await expect(toggle).toBeChecked({ checked: on })
  expect((await saved).ok()).toBe(true)
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
