import { instanceApi } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { addDemoWorkspace } from './service.ts'

export const demo: Feature = async (app) => {
  app.route({
    ...instanceApi.addDemo,
    handler: async ({ person }) => ({ slug: await addDemoWorkspace(app.db, person.user_id) }),
  })
}
