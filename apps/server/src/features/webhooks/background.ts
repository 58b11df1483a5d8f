import { knownOrigin } from '#features/instance/service.ts'
import { createEgress } from '#kernel/egress/egress.ts'
import type { BackgroundOf } from '#kernel/jobs/background.ts'
import {
  type Calling,
  calledForTables,
  callWebhooks,
  noticeChanges,
  removeOldCalls,
} from './service.ts'
import { webhookEgress } from './webhook-egress.ts'

export const webhooksBackground: BackgroundOf = ({ db, config, secrets, log }) => {
  const calling: Calling = {
    ...{ db, secrets, log, egress: createEgress(webhookEgress(config)) },
    origin: () => knownOrigin(db, config),
  }
  async function deliver(): Promise<void> {
    const noticed = await noticeChanges(db)
    if (noticed === 'nobody listens') return
    // If this fails, the schedule runs it again.
    if (noticed === 'more to come') setTimeout(() => deliver().catch(() => {}), 250).unref()
    await callWebhooks(calling)
  }
  return {
    schedules: [
      { name: 'call-webhooks', cron: '* * * * *', run: deliver },
      { name: 'remove-old-webhook-calls', cron: '30 3 * * *', run: () => removeOldCalls(db) },
    ],
    onInsert: [
      {
        name: 'call-webhooks',
        tables: calledForTables,
        // Not awaited: a slow receiver must not delay other handlers.
        async run() {
          deliver().catch((error: unknown) =>
            log.warn({ err: error }, 'webhooks are waiting for their next turn'),
          )
        },
      },
    ],
  }
}
