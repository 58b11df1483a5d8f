import { projectsApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { archiveProject, removeProject, restoreProject } from './archive.ts'
import { registerCovers } from './covers.ts'
import { listOrPage, readStats } from './list.ts'
import { listProjectMembers, listProjectsLite } from './queries.ts'
import { changeProject, checkIdentifier, createProject, readProject } from './service.ts'

export const projects: Feature = async (app) => {
  const { db } = app
  registerCovers()
  app.route({ ...api.list, handler: ({ member, query }) => listOrPage(db, member, query) })
  app.route({ ...api.listLite, handler: ({ member }) => listProjectsLite(db, member) })
  app.route({ ...api.create, handler: ({ member, body }) => createProject(db, member, body) })
  app.route({
    ...api.get,
    handler: ({ member, params }) => readProject(db, member, params.project_id),
  })
  for (const change of [api.change, api.replace]) {
    app.route({
      ...change,
      handler: ({ projectMember, body }) => changeProject(db, projectMember, body),
    })
  }
  app.route({
    ...api.archive,
    handler: ({ projectMember }) => archiveProject(db, projectMember),
  })
  app.route({
    ...api.restore,
    handler: ({ projectMember }) => restoreProject(db, projectMember),
  })
  app.route({
    ...api.members,
    handler: ({ projectMember }) => listProjectMembers(db, projectMember),
  })
  app.route({
    ...api.identifierCheck,
    handler: ({ member, query }) => checkIdentifier(db, member, query.name),
  })
  app.route({ ...api.stats, handler: ({ member, query }) => readStats(db, member, query) })
  app.route({
    ...api.remove,
    handler: ({ member, params }) => removeProject(db, member, params.project_id),
  })
}
