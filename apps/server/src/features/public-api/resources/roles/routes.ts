import { rolesV1 as api } from '@cairn/contract/v1'
import type { Feature } from '#kernel/http/app-type.ts'
import { readRole, readRoles } from './service.ts'

export const roles: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ member, query }) => readRoles(db, member, query) })
  app.route({ ...api.get, handler: async ({ params }) => readRole(params.role_id) })
}
