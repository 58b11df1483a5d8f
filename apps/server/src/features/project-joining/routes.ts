import { projectJoiningApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { joinProjects } from './service.ts'

export const projectJoining: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.join,
    handler: ({ member, body }) => joinProjects(db, member, body.project_ids),
  })
}
