import type { APIRequestContext, BrowserContext, Request } from '@playwright/test'

/** A test that delays a request itself cannot wait for it. */
const LIMIT_MS = 5_000

const trackers = new WeakMap<APIRequestContext, UnansweredChanges>()

/**
 * The changes that the browsers of a test have sent and the server has not answered. Screens show a
 * change before the server has it, so a test that sees it and then asks the server could overtake it.
 */
export class UnansweredChanges {
  private readonly sent = new Set<Request>()
  private readonly waiting = new Set<() => void>()

  watch(context: BrowserContext) {
    trackers.set(context.request, this)
    context.on('request', (request) => {
      if (isChange(request)) this.sent.add(request)
    })
    context.on('requestfinished', (request) => this.remove([request]))
    context.on('requestfailed', (request) => this.remove([request]))
    context.on('page', (page) =>
      page.on('close', () => {
        const isOfPage = (request: Request) => request.frame().page() === page
        this.remove([...this.sent].filter(isOfPage))
      }),
    )
  }

  private remove(requests: readonly Request[]) {
    for (const request of requests) this.sent.delete(request)
    if (this.sent.size > 0) return
    for (const done of this.waiting) done()
    this.waiting.clear()
  }

  async answered() {
    if (this.sent.size === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.waiting.add(resolve)
    const limit = setTimeout(resolve, LIMIT_MS)
    await promise
    clearTimeout(limit)
  }
}

const isChange = (request: Request) =>
  !['GET', 'HEAD'].includes(request.method()) && ['fetch', 'xhr'].includes(request.resourceType())

/** Waits for the changes of the browsers that belong to the same test as this one. */
export const changesAnswered = async (request: APIRequestContext) =>
  trackers.get(request)?.answered()
