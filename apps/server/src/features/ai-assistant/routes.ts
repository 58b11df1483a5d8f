import { aiAssistantApi as api } from '@cairn/contract'
import { limitByAccount, limitByWorkspace } from '#kernel/auth/throttle.ts'
import { createEgress } from '#kernel/egress/egress.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { describeNames } from './queries.ts'
import { ask } from './service.ts'

export const aiAssistant: Feature = async (app) => {
  const { db, log } = app
  const { config, secrets } = app.deps
  const egress = createEgress({ allow: config.egressAllow })
  const house = { db, config, secrets, egress, log }
  const preHandler = [limitByAccount('aiRequests'), limitByWorkspace('aiRequestsOfWorkspace')]
  app.route({ ...api.askInWorkspace, preHandler, handler: ({ body }) => ask(house, body) })
  app.route({
    ...api.askInProject,
    preHandler,
    handler: async ({ projectMember, body }) => ({
      ...(await ask(house, body)),
      ...(await describeNames(db, projectMember)),
    }),
  })
}
