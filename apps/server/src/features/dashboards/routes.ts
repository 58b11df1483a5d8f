import { dashboardsApi as api } from '@cairn/contract'
import { rawJson } from '#features/work-items/service.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { withRequestAbort } from '#kernel/http/request-abort.ts'
import { readWidgetData } from './data.ts'
import { listDashboards } from './queries.ts'
import {
  changeDashboard,
  changeWidget,
  createDashboard,
  createWidget,
  readDashboard,
  readWidgets,
  removeDashboard,
  removeWidget,
} from './service.ts'

export const dashboards: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ member }) => listDashboards(db, member) })
  app.route({ ...api.create, handler: ({ member, body }) => createDashboard(db, member, body) })
  app.route({
    ...api.get,
    handler: ({ member, params }) => readDashboard(db, member, params.id),
  })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => changeDashboard(db, member, params.id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ member, params }) => removeDashboard(db, member, params.id),
  })
  app.route({
    ...api.widgets,
    handler: ({ member, params }) => readWidgets(db, member, params.id),
  })
  app.route({
    ...api.createWidget,
    handler: ({ member, params, body }) => createWidget(db, member, params.id, body),
  })
  app.route({
    ...api.changeWidget,
    handler: ({ member, params, body }) => changeWidget(db, member, params, body),
  })
  app.route({
    ...api.removeWidget,
    handler: ({ member, params }) => removeWidget(db, member, params),
  })
  app.route({
    ...api.data,
    ...rawJson,
    handler: ({ member, params }, reply) =>
      withRequestAbort(reply, () => readWidgetData(db, member, params)),
  })
}
