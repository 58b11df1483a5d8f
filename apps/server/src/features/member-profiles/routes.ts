import { memberProfilesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { exportActivity, pageActivity, readProfile, readStats } from './service.ts'

export const memberProfiles: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.stats,
    handler: ({ member, params, query }) => readStats(db, member, params.user_id, query),
  })
  app.route({
    ...api.profile,
    handler: ({ member, params }) => readProfile(db, member, params.user_id),
  })
  app.route({
    ...api.activity,
    handler: ({ member, params, query }) => pageActivity(db, member, params.user_id, query),
  })
  app.route({
    ...api.exportActivity,
    handler: async ({ member, params, body }, reply) => {
      const csv = await exportActivity(db, member, params.user_id, body.date)
      reply.header('content-disposition', 'attachment; filename="workspace-user-activity.csv"')
      return reply.type('text/csv; charset=utf-8').send(csv)
    },
  })
}
