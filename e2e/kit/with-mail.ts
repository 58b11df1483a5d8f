import {
  accountApi,
  authApi,
  type InstanceSettingsPatch,
  instanceAuthApi,
  instanceSettingsApi,
  workspacesApi,
} from '@cairn/contract'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import {
  startSmtpServer,
  type TestServer,
} from '../../apps/server/src/kernel/mail/smtp-test-server.ts'
import { startServer } from './own-server.ts'
import { call, password, postForm, test as visitors, withoutKeepAlive } from './visitors.ts'

export { call, expect, forgetSession, password, postForm } from './visitors.ts'

export const fresh = (name = 'eve') => `${name}-${crypto.randomUUID().slice(0, 8)}@cairn.test`

/** As a mail client shows it: undoes the quoted-printable encoding. */
const readText = (raw: string) =>
  raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** An instance that can send mail, its mail server, and its administrator. */
interface House {
  baseURL: string
  admin: APIRequestContext
  smtp: TestServer
}

interface Fixtures {
  /** The match in the last mail to this address that contains it. */
  mailTo: (email: string, wanted: RegExp, atLeast?: number) => Promise<string>
  /** A user who verified their address by a code, signed in in the given browser. */
  comeByCode: (page: Page, name?: string) => Promise<string>
  /** Changes settings of the instance for this test; they are restored afterwards. */
  settings: (patch: InstanceSettingsPatch) => Promise<void>
}

const usual: InstanceSettingsPatch = {
  ENABLE_SIGNUP: '1',
  ENABLE_EMAIL_PASSWORD: '1',
  ENABLE_MAGIC_LINK_LOGIN: '1',
  HIDE_ACCOUNT_EXISTENCE: '',
  DISABLE_WORKSPACE_CREATION: '0',
  EMAIL_HOST: '127.0.0.1',
  IS_GOOGLE_ENABLED: '0',
  IS_GITHUB_ENABLED: '0',
  IS_GITLAB_ENABLED: '0',
}

/** One per worker: changes of the instance by a test do not affect others. */
export const test = visitors.extend<Fixtures, { house: House }>({
  house: [
    async ({ playwright }, use) => {
      const smtp = await startSmtpServer()
      const server = await startServer({
        LOG_LEVEL: 'warn',
        TRUST_PROXY: '1',
        SMTP_HOST: smtp.settings.host,
        SMTP_PORT: String(smtp.settings.port),
        SMTP_FROM: smtp.settings.from,
        SMTP_TLS: 'off',
      })
      const { baseURL } = server
      const extraHTTPHeaders = withoutKeepAlive
      const admin = await playwright.request.newContext({ baseURL, extraHTTPHeaders })
      await postForm(admin, instanceAuthApi.signUp.url, {
        email: 'robin@cairn.test',
        password,
        first_name: 'Robin',
      })
      await call(admin, instanceSettingsApi.change, { body: usual })
      await use({ baseURL, admin, smtp })
      await admin.dispose()
      await server.stop()
      await smtp[Symbol.asyncDispose]()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  baseURL: async ({ house }, use) => use(house.baseURL),

  mailTo: async ({ house }, use) => {
    await use(async (email, wanted, atLeast = 1) => {
      const found = () =>
        house.smtp.arrived
          .filter(({ to }) => to.includes(email))
          .flatMap(({ raw }) => wanted.exec(readText(raw))?.[0] ?? [])
      const enough = () => found().length >= atLeast
      await expect.poll(enough, { message: `${atLeast} mails to ${email}` }).toBe(true)
      return found().at(-1) ?? ''
    })
  },

  comeByCode: async ({ mailTo }, use) => {
    await use(async (page, name) => {
      const email = fresh(name)
      const { request } = page.context()
      await call(request, authApi.magicGenerate, { body: { email } })
      const form = { email, code: await mailTo(email, code) }
      await postForm(request, authApi.magicSignUp.url, form)
      return email
    })
  },

  settings: async ({ house }, use) => {
    await use(async (patch) => {
      await call(house.admin, instanceSettingsApi.change, { body: patch })
    })
    await call(house.admin, instanceSettingsApi.change, { body: usual })
  },
})

export const code = /[a-z]{4}-[a-z]{4}-[a-z]{4}/
export const link = /http:\/\/localhost:\d+\/\S+/

/** An account with a password, signed in in this browser. */
export const signUp = (request: APIRequestContext, email: string) =>
  postForm(request, authApi.signUp.url, { email, password })

/** Completes onboarding for this account. */
export async function settle(request: APIRequestContext) {
  await call(request, accountApi.finishOnboarding, { body: { is_onboarded: true } })
  await call(request, accountApi.finishTour, { body: { is_tour_completed: true } })
}

export const addWorkspace = (request: APIRequestContext, name: string) =>
  call(request, workspacesApi.create, {
    body: { name, slug: `${name.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}` },
  })

export async function typeEmail(page: Page, email: string) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.keyboard.press('Enter')
}

export async function signIn(page: Page, email: string, secret = password) {
  await typeEmail(page, email)
  await page.getByRole('textbox', { name: /^Password/ }).fill(secret)
  await page.keyboard.press('Enter')
}

/** Toasts at the lower right. */
export const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' })
