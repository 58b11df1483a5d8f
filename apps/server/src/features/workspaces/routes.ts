import { workspacesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { findWorkspace, listWorkspaces } from './queries.ts'
import { checkSlug, createWorkspace, namePeople } from './service.ts'

export const workspaces: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ person }) => listWorkspaces(db, person.user_id) })
  app.route({
    ...api.create,
    handler: ({ person, body }) => createWorkspace(db, person.user_id, body),
  })
  app.route({ ...api.slugCheck, handler: ({ query }) => checkSlug(db, query.slug) })
  app.route({
    ...api.get,
    handler: ({ member }) => findWorkspace(db, member.user_id, member.workspace_id),
  })
  app.route({ ...api.members, handler: ({ member }) => namePeople(db, member) })
}
