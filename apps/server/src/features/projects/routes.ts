import { projectsApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { listProjectMembers, listProjects } from './queries.ts'
import { checkIdentifier, createProject, readProject } from './service.ts'

export const projects: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ member }) => listProjects(db, member) })
  app.route({ ...api.create, handler: ({ member, body }) => createProject(db, member, body) })
  app.route({
    ...api.get,
    handler: ({ member, params }) => readProject(db, member, params.project_id),
  })
  app.route({
    ...api.members,
    handler: ({ projectMember }) => listProjectMembers(db, projectMember),
  })
  app.route({
    ...api.identifierCheck,
    handler: ({ member, query }) => checkIdentifier(db, member, query.name),
  })
}
