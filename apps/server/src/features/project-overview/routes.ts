import { projectOverviewApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { listLinks } from './link-queries.ts'
import { changeLink, createLink, readOverview, removeLink } from './service.ts'

export const projectOverview: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.get, handler: ({ projectMember }) => readOverview(db, projectMember) })
  app.route({ ...api.links, handler: ({ projectMember }) => listLinks(db, projectMember) })
  app.route({
    ...api.addLink,
    handler: ({ projectMember, body }) => createLink(db, projectMember, body),
  })
  app.route({
    ...api.changeLink,
    handler: ({ projectMember, params, body }) => changeLink(db, projectMember, params.id, body),
  })
  app.route({
    ...api.removeLink,
    handler: ({ projectMember, params }) => removeLink(db, projectMember, params.id),
  })
}
