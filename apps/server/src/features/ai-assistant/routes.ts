import { aiAssistantApi as api } from '@cairn/contract'
import { createEgress } from '#kernel/egress/egress.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { describePlaces } from './queries.ts'
import { ask } from './service.ts'

export const aiAssistant: Feature = async (app) => {
  const { db, log } = app
  const { config, secrets } = app.deps
  const egress = createEgress({ allow: config.egressAllow })
  const house = { db, config, secrets, egress, log }
  app.route({ ...api.askInWorkspace, handler: ({ body }) => ask(house, body) })
  app.route({
    ...api.askInProject,
    handler: async ({ projectMember, body }) => ({
      ...(await ask(house, body)),
      ...(await describePlaces(db, projectMember)),
    }),
  })
}
