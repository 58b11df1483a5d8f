import { dashboardApi as api } from '@cairn/contract'
import { rawJson } from '#features/work-items/service.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { withRequestAbort } from '#kernel/http/request-abort.ts'
import {
  changeWidget,
  readDashboard,
  readData,
  readHome,
  readSummary,
  readWidget,
} from './service.ts'

export const dashboard: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.summary,
    handler: ({ member }, reply) => withRequestAbort(reply, () => readSummary(db, member)),
  })
  app.route({
    ...api.home,
    handler: ({ member, query }) => readHome(db, member.user_id, query.dashboard_type),
  })
  app.route({
    ...api.data,
    ...rawJson,
    handler: ({ member, params, query }, reply) =>
      withRequestAbort(reply, () => readData(db, member, params.id, query)),
  })
  app.route({
    ...api.get,
    handler: ({ person, params }) => readDashboard(db, person.user_id, params.id),
  })
  app.route({
    ...api.widget,
    handler: ({ person, params }) => readWidget(db, person.user_id, params),
  })
  app.route({
    ...api.changeWidget,
    handler: ({ person, params, body }) => changeWidget(db, person.user_id, params, body),
  })
}
