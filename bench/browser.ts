import { type BrowserContext, chromium, type Page } from '@playwright/test'
import type { Stage } from './stage.ts'

export interface Visit {
  context: BrowserContext
  page: Page
  /** The largest project's list. */
  list: string
}

/** A real Chromium, signed in, with a desktop viewport. */
export async function visit(
  { server, cookie, slug, projects }: Stage,
  use: (visit: Visit) => Promise<void>,
): Promise<void> {
  const root = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--disable-gpu', ...(root ? ['--no-sandbox'] : [])],
  })
  try {
    const context = await browser.newContext({
      baseURL: server.origin,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    })
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: server.origin }])
    const page = await context.newPage()
    await use({ context, page, list: `/${slug}/projects/${projects[0]?.id}/issues/` })
  } finally {
    await browser.close()
  }
}
