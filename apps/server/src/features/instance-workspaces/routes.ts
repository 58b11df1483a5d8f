import { instanceWorkspacesApi as api } from '@cairn/contract'
import { checkSlug } from '#features/workspaces/service.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { changeWorkspaceAsAdmin, createWorkspaceAsAdmin, pageThroughWorkspaces } from './service.ts'

export const instanceWorkspaces: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ query }) => pageThroughWorkspaces(db, query) })
  app.route({
    ...api.create,
    handler: ({ person, body }) => createWorkspaceAsAdmin(db, person.user_id, body),
  })
  app.route({
    ...api.change,
    handler: ({ params, body }) => changeWorkspaceAsAdmin(db, params.id, body),
  })
  app.route({ ...api.slugCheck, handler: ({ query }) => checkSlug(db, query.slug) })
}
