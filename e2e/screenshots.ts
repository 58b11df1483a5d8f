import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import {
  accountApi,
  cyclesApi,
  deployBoardsApi,
  instanceAuthApi,
  pagesApi,
  projectsApi,
} from '@cairn/contract'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { startServer } from './kit/own-server.ts'
import { call, password, postForm } from './kit/visitors.ts'

/** `npm run screenshots`: the pictures of the README, from demo data on a separate server. */
const root = path.resolve(import.meta.dirname, '..')
const pictures = path.join(root, 'docs/pictures')
const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

async function take(page: Page, name: string) {
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready')
  // Nothing is loading any more.
  await page.locator('[role=status] > .sr-only + [aria-hidden]').waitFor({ state: 'detached' })
  await page.screenshot({ path: path.join(pictures, `${name}.png`) })
  process.stdout.write(`${name}.png\n`)
}

async function takeAll(browser: Browser, baseURL: string) {
  const options: BrowserContextOptions = { baseURL, locale: 'en-US', reducedMotion: 'reduce' }
  const first = await browser.newContext({ ...options, viewport: wide })
  const page = await first.newPage()
  await page.goto('/')
  await page.waitForURL('**/god-mode/**')
  await take(page, 'set-up')

  const form = { email: 'robin@meridian.example', password, first_name: 'Robin', last_name: 'Vale' }
  await postForm(first.request, instanceAuthApi.signUp.url, {
    ...form,
    company_name: 'Meridian',
    demo: '1',
  })
  await call(first.request, accountApi.finishTour, { body: { is_tour_completed: true } })
  const slug = 'meridian'
  const [project] = await call(first.request, projectsApi.list, { params: { slug } })
  const project_id = project?.id ?? ''
  const home = `/${slug}/projects/${project_id}/`
  const list = `${home}issues/`
  const cycles = await call(first.request, cyclesApi.list, { params: { slug, project_id } })
  const cycle = cycles.find(({ status }) => status === 'CURRENT')
  const pages = await call(first.request, pagesApi.list, {
    params: { slug, project_id },
    query: {},
  })
  const written = pages.find(({ name }) => name === 'How offline maps work')
  const { anchor } = await call(first.request, deployBoardsApi.publish, {
    params: { slug, project_id },
    body: { is_comments_enabled: true, is_reactions_enabled: true, is_votes_enabled: true },
  })
  await page.goto(`/${slug}/`)
  await take(page, 'home')
  await page.goto(`/${slug}/projects/`)
  await take(page, 'projects')
  await page.goto(list)
  await take(page, 'list')
  const storageState = await first.storageState()

  const item = `/${slug}/browse/TRAIL-16/`
  const layout = (name: string) => `${list}?layout=${name}&group_by=state`
  const looks = [
    ['board', layout('kanban'), { viewport: wide }],
    ['table', layout('spreadsheet'), { viewport: wide }],
    ['calendar', layout('calendar'), { viewport: wide }],
    ['timeline', layout('gantt_chart'), { viewport: wide }],
    ['item', item, { viewport: wide }],
    ['cycles', `${home}cycles/`, { viewport: wide }],
    ['cycle', `${home}cycles/${cycle?.id}/`, { viewport: wide }],
    ['modules', `${home}modules/`, { viewport: wide }],
    ['intake', `${home}intake/`, { viewport: wide }],
    ['pages', `${home}pages/`, { viewport: wide }],
    ['page', `${home}pages/${written?.id}/`, { viewport: wide }],
    ['analytics', `/${slug}/analytics/overview/`, { viewport: wide }],
    ['overview', `${home}overview/`, { viewport: wide }],
    ['search', `/${slug}/search/?q=offline`, { viewport: wide }],
    ['public-board', `/spaces/issues/${anchor}?board=kanban`, { viewport: wide }],
    ['board-dark', layout('kanban'), { viewport: wide, colorScheme: 'dark' }],
    ['item-mobile', item, { viewport: phone, hasTouch: true, isMobile: true }],
    ['list-dark', list, { viewport: wide, colorScheme: 'dark' }],
    ['list-mobile', list, { viewport: phone, hasTouch: true, isMobile: true }],
    ['home-mobile', `/${slug}/`, { viewport: phone, hasTouch: true, isMobile: true }],
  ] as const
  for (const [name, url, look] of looks) {
    const context = await browser.newContext({ ...options, ...look, storageState })
    const other = await context.newPage()
    await other.goto(url)
    await take(other, name)
    await context.close()
  }
  const stranger = await browser.newContext({ ...options, viewport: wide })
  const signIn = await stranger.newPage()
  await signIn.goto('/')
  await take(signIn, 'sign-in')
}

await mkdir(pictures, { recursive: true })
const server = await startServer({ LOG_LEVEL: 'warn' })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  await takeAll(browser, server.baseURL)
} finally {
  await browser.close()
  await server.stop()
}
