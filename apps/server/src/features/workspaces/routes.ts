import { workspacesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { findWorkspace, listWorkspaces, listWorkspacesByName } from './queries.ts'
import { changeWorkspace, checkSlug, registerLogo, removeWorkspace } from './service.ts'

export const workspaces: Feature = async (app) => {
  const { db } = app
  registerLogo()
  app.route({
    ...api.list,
    handler: ({ person, query }) => listWorkspaces(db, person.user_id, query),
  })
  app.route({
    ...api.listByName,
    handler: ({ person }) => listWorkspacesByName(db, person.user_id),
  })
  app.route({ ...api.slugCheck, handler: ({ query }) => checkSlug(db, query.slug) })
  app.route({
    ...api.get,
    handler: ({ member }) => findWorkspace(db, member.user_id, member.workspace_id),
  })
  app.route({ ...api.change, handler: ({ member, body }) => changeWorkspace(db, member, body) })
  app.route({ ...api.remove, handler: ({ member }) => removeWorkspace(db, member) })
}
