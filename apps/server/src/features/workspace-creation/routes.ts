import { workspacesApi } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { createWorkspace } from './service.ts'

export const workspaceCreation: Feature = async (app) => {
  app.route({
    ...workspacesApi.create,
    handler: ({ person, body }) => createWorkspace(app.db, app.deps.config, person, body),
  })
}
