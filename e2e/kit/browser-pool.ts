import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** A browser with one open page, used by one test at a time. */
export interface PooledBrowser {
  context: BrowserContext
  page: Page
}

interface Entry extends PooledBrowser {
  baseURL: string
  /** Of the page that was open when the browser was pooled. */
  session: CDPSession
  /** The test did something that cannot be undone, such as adding an init script. */
  isSpent: boolean
  spend: () => void
}

/** More idle browsers would only use memory. */
const MAX_IDLE = 3

/** A small response of the server's origin: a page that stays there keeps its renderer process. */
export const RESTING_PLACE = '/theme.js'

const STORAGE = 'local_storage,indexeddb,cache_storage,file_systems,service_workers'

/** What tests and their kit listen to. */
const EVENTS = [
  ...['request', 'response', 'requestfinished', 'requestfailed', 'websocket'],
  ...['console', 'dialog', 'pageerror', 'weberror', 'page', 'framenavigated'],
]

/**
 * The browsers of a worker. A new browser context starts a process, and downloads and compiles the
 * web app again: with a used one whose cookies and storage are cleared, opening a page takes half
 * the CPU time.
 */
export class BrowserPool {
  private idle: Entry[] = []
  private readonly taken = new Map<BrowserContext, Entry>()

  private readonly browser: Browser
  private readonly prepare: ((context: BrowserContext) => Promise<unknown>) | undefined

  constructor(browser: Browser, prepare?: (context: BrowserContext) => Promise<unknown>) {
    this.browser = browser
    this.prepare = prepare
  }

  async take(baseURL: string, extraHTTPHeaders: Record<string, string>): Promise<PooledBrowser> {
    const index = this.idle.findIndex((each) => each.baseURL === baseURL)
    const entry = index < 0 ? await this.open(baseURL) : this.idle.splice(index, 1)[0]!
    const { context } = entry
    this.taken.set(context, entry)
    context.on('page', (opened) => watchPage(opened, entry.spend))
    await context.setExtraHTTPHeaders(extraHTTPHeaders)
    return entry
  }

  private async open(baseURL: string): Promise<Entry> {
    const context = await this.browser.newContext({ baseURL })
    await this.prepare?.(context)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const spend = () => {
      entry.isSpent = true
    }
    const entry: Entry = { baseURL, context, page, session, isSpent: false, spend }
    afterCallOf(context, ['addInitScript', 'exposeFunction', 'exposeBinding'], spend)
    afterCallOf(context, ['newCDPSession', 'routeWebSocket'], spend)
    watchPage(page, spend)
    return entry
  }

  /** Takes a browser back after a test, or closes it if it cannot be cleared. */
  async putBack(context: BrowserContext, isReusable: boolean) {
    const entry = this.taken.get(context)
    this.taken.delete(context)
    const isCleared =
      entry && isReusable && !entry.isSpent && this.idle.length < MAX_IDLE && (await clear(entry))
    if (isCleared) this.idle.push(entry)
    else await context.close()
  }

  async close() {
    await Promise.all(this.idle.map(({ context }) => context.close()))
    this.idle = []
  }
}

function watchPage(page: Page, spend: () => void) {
  afterCallOf(page, ['addInitScript', 'exposeFunction', 'exposeBinding', 'routeWebSocket'], spend)
  afterCallOf(page.clock, ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'], spend)
  page.once('crash', spend)
}

function afterCallOf<T extends object>(
  owner: T,
  methods: readonly (keyof T & string)[],
  called: () => void,
) {
  for (const method of methods) {
    const original = owner[method] as (...args: unknown[]) => unknown
    const watched = (...args: unknown[]) => {
      called()
      return original.apply(owner, args)
    }
    Object.assign(owner, { [method]: watched })
  }
}

/** Leaves the site, and removes all that a test left behind; false if something prevents it. */
async function clear({ context, page, session, baseURL }: Entry) {
  if (page.isClosed()) return false
  try {
    await Promise.all([
      ...context.pages().flatMap((each) => (each === page ? [] : [each.close()])),
      context.unrouteAll({ behavior: 'ignoreErrors' }),
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.setOffline(false),
      context.clearPermissions(),
      page.emulateMedia({
        ...{ media: null, colorScheme: null, forcedColors: null, contrast: null },
        reducedMotion: 'reduce',
      }),
    ])
    for (const event of EVENTS) {
      context.removeAllListeners(event)
      page.removeAllListeners(event)
    }
    await page.goto(RESTING_PLACE, { timeout: 10_000 })
    await Promise.all([
      page.setViewportSize({ width: 1440, height: 900 }),
      page.mouse.move(-10, -10),
      page.evaluate(() => {
        sessionStorage.clear()
        window.name = ''
      }),
      context.clearCookies(),
      session.send('Storage.clearDataForOrigin', {
        origin: new URL(baseURL).origin,
        storageTypes: STORAGE,
      }),
    ])
    await session.send('Page.resetNavigationHistory')
    return true
  } catch {
    return false
  }
}
