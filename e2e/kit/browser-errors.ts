import type { BrowserContext, Page, TestInfo } from '@playwright/test'

/** Collects what browsers report as errors; a failed test prints it after its page snapshot. */
export function browserErrors(testInfo: TestInfo) {
  const lines: string[] = []
  function add(page: Page | null, text: string) {
    const url = page?.url()
    // Init scripts that use the storage of the site fail on the blank page.
    if (url !== 'about:blank') lines.push(`${url}: ${text}`)
  }
  return {
    collect(context: BrowserContext) {
      context.on('console', (message) => {
        if (message.type() === 'error') add(message.page(), message.text())
      })
      context.on('weberror', (thrown) => {
        const error = thrown.error()
        add(thrown.page(), error.stack ?? error.message)
      })
    },
    async attach() {
      if (testInfo.status === testInfo.expectedStatus || lines.length === 0) return
      const body = lines.slice(-40).join('\n')
      await testInfo.attach('browser-errors', { body, contentType: 'text/plain' })
    },
  }
}
