import {
  accountApi,
  authApi,
  type Endpoint,
  type Input,
  invitationsApi,
  type Output,
  projectMembersApi,
  projectsApi,
  type Role,
  workItemsApi,
  workspacesApi,
} from '@cairn/contract'
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  type Page,
  type TestInfo,
} from '@playwright/test'
import { browserErrors } from './browser-errors.ts'
import { BrowserPool, RESTING_PLACE } from './browser-pool.ts'
import { changesAnswered, UnansweredChanges } from './unanswered-changes.ts'

export { expect } from '@playwright/test'

export const password = 'seven cairns above the tarn'

const random = (length: number) => crypto.randomUUID().replaceAll('-', '').slice(0, length)
const address = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 250)).join('.')}`

/**
 * Calls the API as the browser of this context does, after the server has answered the changes that
 * the browsers of the test have sent.
 */
export async function call<E extends Endpoint>(
  request: APIRequestContext,
  endpoint: E,
  input: Input<E>,
): Promise<Output<E>> {
  const {
    params = {},
    query,
    body,
  } = input as {
    params?: Record<string, string>
    query?: Record<string, string>
    body?: object
  }
  const url = endpoint.url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  await changesAnswered(request)
  const response = await request.fetch(url, {
    method: endpoint.method,
    ...(query && { params: query }),
    ...(body !== undefined && { data: body }),
  })
  if (!response.ok()) {
    throw new Error(`${endpoint.method} ${url}: ${response.status()} ${await response.text()}`)
  }
  const text = await response.text()
  return (text ? JSON.parse(text) : null) as Output<E>
}

export async function postForm(
  request: APIRequestContext,
  url: string,
  form: Record<string, string>,
) {
  const { csrf_token } = await call(request, authApi.csrfToken, {})
  const fields = { ...form, csrfmiddlewaretoken: csrf_token }
  return request.post(url, { form: fields, maxRedirects: 0 })
}

/**
 * For requests without a browser that outlive a test: the server ends a connection that was idle for
 * a minute, maybe at the moment the next test uses it.
 */
export const withoutKeepAlive = { connection: 'close' }

/** Another user in the same workspace. */
interface Colleague {
  page: Page
  context: BrowserContext
  email: string
}

/**
 * Signs the browser out; first leaves the page, because an open screen would notice and redirect.
 */
export async function forgetSession(page: Page) {
  await page.goto(RESTING_PLACE)
  await page.context().clearCookies()
}

/**
 * Pages opened in this browser contain no embedded responses, so that a test can answer each
 * request itself.
 */
export const askForEverything = (page: Page) =>
  page.route(/^[^?]*\/$/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(/<script id="first-answers".*?<\/script>/s, '')
    await route.fulfill({ response, body })
  })

/** All lists of this page come from the server, so that a test can delay or count the requests. */
export const withoutLocalCache = (page: Page | BrowserContext) =>
  page.addInitScript(() => localStorage.setItem('LOCAL_DB_ENABLED', 'false'))

/** Toasts wait while the window is not focused, so that a slow machine has time to read them. */
export const saveMessages = (page: Page) =>
  page.addInitScript(() => void setInterval(() => window.dispatchEvent(new Event('blur')), 100))

/** A user with an account, a workspace and one project in it. */
export interface Visitor {
  page: Page
  context: BrowserContext
  email: string
  slug: string
  project_id: string
  /** The work-item list of the project. */
  list: string
  addItem(name: string, more?: object): Promise<Output<typeof workItemsApi.create>>
  /** Many, a few at a time: more would wait for the server's connections, and give up on a slow machine. */
  addItems(names: readonly string[], more?: object): Promise<void>
  /** Sets this user's display of the project's list: grouping, order, layout. */
  arrange(display_filters: object): Promise<void>
  /** A second browser of the same user. */
  secondBrowser(): Promise<Page>
  /** A browser in which the same user signs in again: a separate session. */
  signInElsewhere(): Promise<Page>
  /** A new user who joins the workspace with this role and display name. */
  addColleague(role: Role, display_name: string): Promise<Colleague>
}

interface Fixtures {
  /** A browser without a session. */
  stranger: Page
  ada: Visitor
}

interface Options {
  /**
   * Whether browsers cache the project's items. Loading the database for it takes a third of the
   * CPU time of a page, so only specs about lists use it.
   */
  localCache: boolean
}

interface Pools {
  plain: BrowserPool
  withLocalCache: BrowserPool
}

const hasPassed = ({ status, expectedStatus }: TestInfo) => status === expectedStatus

const headers = () => ({ 'x-forwarded-for': address() })

export const test = base.extend<Fixtures & Options, { pools: Pools }>({
  localCache: [false, { option: true }],

  pools: [
    async ({ browser }, use) => {
      const pools = {
        plain: new BrowserPool(browser, withoutLocalCache),
        withLocalCache: new BrowserPool(browser),
      }
      await use(pools)
      await Promise.all([pools.plain.close(), pools.withLocalCache.close()])
    },
    { scope: 'worker' },
  ],

  stranger: async ({ pools, baseURL }, use, testInfo) => {
    const errors = browserErrors(testInfo)
    const { context, page } = await pools.withLocalCache.take(baseURL ?? '', headers())
    errors.collect(context)
    await use(page)
    await errors.attach()
    await pools.withLocalCache.putBack(context, hasPassed(testInfo))
  },

  ada: async ({ pools, baseURL, localCache }, use, testInfo) => {
    const errors = browserErrors(testInfo)
    const pool = localCache ? pools.withLocalCache : pools.plain
    const contexts: BrowserContext[] = []
    const changes = new UnansweredChanges()
    async function openBrowser() {
      const opened = await pool.take(baseURL ?? '', headers())
      contexts.push(opened.context)
      changes.watch(opened.context)
      errors.collect(opened.context)
      return opened
    }
    const { context, page } = await openBrowser()
    const { request } = context
    const email = `ada-${random(8)}@cairn.test`
    const slug = `acme-${random(8)}`
    await postForm(request, authApi.signUp.url, { email, password })
    const workspace = await call(request, workspacesApi.create, { body: { name: 'Acme', slug } })
    await call(request, accountApi.finishOnboarding, { body: { is_onboarded: true } })
    await call(request, accountApi.finishTour, { body: { is_tour_completed: true } })
    await call(request, accountApi.changeProfile, { body: { last_workspace_id: workspace.id } })
    const project = await call(request, projectsApi.create, {
      params: { slug },
      body: { name: 'Trail Maps', identifier: 'TRAIL' },
    })
    const project_id = project.id
    const addItem: Visitor['addItem'] = (name, more = {}) =>
      call(request, workItemsApi.create, { params: { slug, project_id }, body: { name, ...more } })
    await use({
      page,
      context,
      email,
      slug,
      project_id,
      list: `/${slug}/projects/${project_id}/issues/`,
      addItem,
      async addItems(names, more) {
        for (let at = 0; at < names.length; at += 5) {
          await Promise.all(names.slice(at, at + 5).map((name) => addItem(name, more)))
        }
      },
      async arrange(display_filters) {
        await call(request, projectMembersApi.changeProperties, {
          params: { slug, project_id },
          body: { display_filters: { ...display_filters } },
        })
      },
      async secondBrowser() {
        const other = await openBrowser()
        await other.context.setStorageState(await context.storageState())
        return other.page
      },
      async signInElsewhere() {
        const { context: other, page } = await openBrowser()
        await postForm(other.request, authApi.signIn.url, { email, password })
        // A refused sign-in redirects as well.
        await call(other.request, accountApi.me, {})
        return page
      },
      async addColleague(role, display_name) {
        const { context: other, page } = await openBrowser()
        const colleague = { email: `colleague-${random(8)}@cairn.test`, role }
        await postForm(other.request, authApi.signUp.url, { email: colleague.email, password })
        await call(other.request, accountApi.change, { body: { display_name } })
        await call(other.request, accountApi.finishOnboarding, { body: { is_onboarded: true } })
        await call(other.request, accountApi.finishTour, { body: { is_tour_completed: true } })
        const { invitations } = await call(request, invitationsApi.create, {
          params: { slug },
          body: { emails: [colleague] },
        })
        for (const { id, email, invite_link } of invitations) {
          const token = new URL(invite_link, 'http://cairn.test').searchParams.get('token') ?? ''
          await call(other.request, invitationsApi.answer, {
            params: { slug, id },
            body: { email, accepted: true, token },
          })
        }
        return { page, context: other, email: colleague.email }
      },
    })
    await errors.attach()
    for (const each of contexts) await pool.putBack(each, hasPassed(testInfo))
  },
})

/** The dialog over the page. Toasts have the role of a dialog too, but are excluded. */
export const dialogOf = (page: Page) => page.locator('[role=dialog]:not([aria-modal="false"])')

/** The row at the end of a list that adds an item: it comes after the button in the header. */
export const addRowOf = (page: Page) =>
  page.locator('main button:not(header button)', { hasText: 'New work item' }).last()
