import { webhooksApi as api } from '@cairn/contract'
import { knownOrigin } from '#features/instance/service.ts'
import { limitByWorkspace } from '#kernel/auth/throttle.ts'
import { createEgress } from '#kernel/egress/egress.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  readLogs,
  readWebhook,
  regenerateSecret,
  removeWebhook,
  sendAgain,
} from './service.ts'
import { webhookEgress } from './webhook-egress.ts'

export const webhooks: Feature = async (app) => {
  const { db } = app
  const { config, secrets } = app.deps
  const egress = createEgress(webhookEgress(config))

  /** Prevents webhooks to this server itself, under any of its names. */
  async function rulesFor({ hostname }: { hostname: string }) {
    const known = URL.parse((await knownOrigin(db, config)) ?? '')?.hostname
    const { allowedHosts, disallowedDomains } = config.webhooks
    return {
      ...{ egress, allowedHosts },
      disallowedDomains: [...disallowedDomains, hostname.toLowerCase(), ...(known ? [known] : [])],
    }
  }

  app.route({ ...api.list, handler: ({ member }) => listWebhooks(db, member) })
  app.route({
    ...api.create,
    handler: async (request) =>
      createWebhook({ db, secrets }, request.member, request.body, await rulesFor(request)),
  })
  app.route({ ...api.get, handler: ({ member, params }) => readWebhook(db, member, params.id) })
  app.route({
    ...api.change,
    handler: async (request) => {
      const { member, params, body } = request
      return changeWebhook(db, member, params.id, body, await rulesFor(request))
    },
  })
  app.route({
    ...api.remove,
    handler: async ({ member, params }) => {
      await removeWebhook(db, member, params.id)
      return null
    },
  })
  app.route({
    ...api.regenerate,
    handler: ({ member, params }) => regenerateSecret(db, secrets, member, params.id),
  })
  app.route({ ...api.logs, handler: ({ member, params }) => readLogs(db, member, params.id) })
  app.route({
    ...api.sendAgain,
    preHandler: limitByWorkspace('webhookReplays'),
    handler: ({ member, params }) => sendAgain({ db, egress, secrets }, member, params),
  })
}
