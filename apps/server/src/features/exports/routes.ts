import { exportsApi as api } from '@cairn/contract'
import { limitByAccount } from '#kernel/auth/throttle.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { askForExport, openExport, pageExports } from './service.ts'

export const workItemExports: Feature = async (app) => {
  const { db } = app
  const { storage } = app.deps
  app.route({
    ...api.create,
    preHandler: limitByAccount('exports'),
    handler: ({ member, body }) => askForExport(db, member, body),
  })
  app.route({ ...api.list, handler: ({ member, query }) => pageExports(db, member, query) })
  app.route({
    ...api.file,
    handler: async ({ member, params }, reply) => {
      const { stream, headers } = await openExport(db, storage, member, params.id)
      return reply.headers(headers).send(stream)
    },
  })
}
