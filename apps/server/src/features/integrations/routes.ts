import { integrationsApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  installGithub,
  linkRepository,
  readInstalled,
  readIntegrations,
  readSyncs,
  uninstall,
} from './service.ts'

export const integrations: Feature = async (app) => {
  const { db } = app
  const { config } = app.deps
  app.route({ ...api.list, handler: () => readIntegrations(db, config) })
  app.route({ ...api.listInstalled, handler: ({ member }) => readInstalled(db, member) })
  app.route({ ...api.installGithub, handler: ({ member }) => installGithub(db, config, member) })
  app.route({
    ...api.uninstall,
    handler: async ({ member, params }) => {
      await uninstall(db, member, params.id)
      return null
    },
  })
  // The list of repositories would need a request to GitHub, which is not made.
  app.route({
    ...api.listRepositories,
    handler: async () => ({ repositories: [], total_count: 0 }),
  })
  app.route({
    ...api.listSyncs,
    handler: ({ projectMember, params }) => readSyncs(db, projectMember, params.id),
  })
  app.route({
    ...api.createSync,
    handler: ({ projectMember, params, body }) =>
      linkRepository(db, projectMember, params.id, body),
  })
}
