import { projectTemplatesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  changeTemplate,
  createProjectFrom,
  createTemplate,
  listTemplates,
  removeTemplate,
} from './service.ts'

export const projectTemplates: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ member }) => listTemplates(db, member) })
  app.route({
    ...api.create,
    handler: ({ member, params, body }) => createTemplate(db, member, params.project_id, body),
  })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => changeTemplate(db, member, params.id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ member, params }) => removeTemplate(db, member, params.id),
  })
  app.route({
    ...api.use,
    handler: ({ member, params, body }) => createProjectFrom(db, member, params.id, body),
  })
}
