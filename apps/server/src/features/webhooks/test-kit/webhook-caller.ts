import { expect } from 'vitest'
import { createEgress } from '#kernel/egress/egress.ts'
import type { App } from '#kernel/http/app-type.ts'
import { type Calling, callWebhooks, noticeChanges } from '../service.ts'
import { webhookEgress } from '../webhook-egress.ts'

/** Calls webhooks for everything until now; waits for transactions of other test files. */
export function webhookCallerOf({ db, deps: { config, secrets, log } }: App) {
  const calling: Calling = {
    ...{ db, secrets, log, egress: createEgress(webhookEgress(config)) },
    origin: async () => config.webUrl,
  }
  return async () => {
    await expect.poll(() => noticeChanges(db)).not.toBe('more to come')
    await callWebhooks(calling)
  }
}
