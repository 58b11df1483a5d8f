import { timeZonesApi as api } from '@cairn/contract'
import { networkOf, refuseOver } from '#kernel/auth/throttle.ts'
import { visitorOf } from '#kernel/auth/visitor.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { timeZonesNow } from './service.ts'

export const timeZones: Feature = async (app) => {
  const { db } = app
  const { access } = app.deps
  app.route({
    ...api.list,
    handler: async (request) => {
      if (!(await visitorOf(access, request))) {
        await refuseOver(db, 'authentication', networkOf(request.ip))
      }
      return { timezones: timeZonesNow() }
    },
  })
}
