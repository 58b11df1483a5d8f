import { instanceApi as api } from '@cairn/contract'
import { addDemoWorkspace } from '#features/demo/service.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { listKeptMails } from './queries.ts'
import { describeInstance } from './service.ts'

export const instance: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.info, handler: () => describeInstance(db, app.deps.config) })
  app.route({ ...api.mails, handler: () => listKeptMails(db) })
  app.route({
    ...api.addDemo,
    handler: async ({ person }) => ({ slug: await addDemoWorkspace(db, person.user_id) }),
  })
}
