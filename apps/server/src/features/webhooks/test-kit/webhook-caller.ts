import { expect } from 'vitest'
import { createEgress } from '#kernel/egress/egress.ts'
import type { App } from '#kernel/http/app-type.ts'
import { type Calling, callWebhooks, noticeChanges } from '../service.ts'
import { webhookEgress } from '../webhook-egress.ts'

/** Tells receivers all that happened until now; other test files' transactions are waited for. */
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
