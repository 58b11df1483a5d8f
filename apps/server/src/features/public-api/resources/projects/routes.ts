import { projectsV1 as api } from '@cairn/contract/v1'
import { archiveProject, removeProject, restoreProject } from '#features/projects/service.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { notFound } from '#kernel/http/errors.ts'
import { refusedAs } from '../../kit/refusals.ts'
import {
  addProject,
  editProject,
  readFeatures,
  readProject,
  readProjects,
  readProjectsLite,
  readSummary,
  switchFeatures,
  workspaceFeatures,
} from './service.ts'

export const projects: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ member, query }) => readProjects(db, member, query) })
  app.route({
    ...api.listLite,
    handler: ({ member, query }) => readProjectsLite(db, member, query),
  })
  app.route({ ...api.create, handler: ({ member, body }) => addProject(db, member, body) })
  app.route({
    ...api.get,
    handler: ({ member, params, query }) => readProject(db, member, params.project_id, query),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember, body }) => editProject(db, projectMember, body),
  })
  app.route({
    ...api.remove,
    handler: ({ member, params }) =>
      removeProject(db, member, params.project_id).catch(refusedAs(() => notFound())),
  })
  app.route({
    ...api.archive,
    handler: async ({ projectMember }) => {
      await archiveProject(db, projectMember)
    },
  })
  app.route({
    ...api.restore,
    handler: ({ projectMember }) => restoreProject(db, projectMember),
  })
  app.route({
    ...api.summary,
    handler: ({ member, params, query }) => readSummary(db, member, params.project_id, query),
  })
  app.route({ ...api.features, handler: ({ projectMember }) => readFeatures(db, projectMember) })
  app.route({
    ...api.changeFeatures,
    handler: ({ projectMember, body }) => switchFeatures(db, projectMember, body),
  })
  for (const call of [api.workspaceFeatures, api.changeWorkspaceFeatures]) {
    app.route({ ...call, handler: async () => workspaceFeatures })
  }
}
