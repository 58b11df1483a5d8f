import {
  analyticsApi as api,
  flowHistoryApi as history,
  olderAnalyticsApi as older,
} from '@cairn/contract'
import { readParams } from '#features/work-items/service.ts'
import { limitByAccount } from '#kernel/auth/throttle.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { withRequestAbort } from '#kernel/http/request-abort.ts'
import { mailChart } from './export.ts'
import { readChart, readSummary } from './older.ts'
import {
  changeAnalyticView,
  createAnalyticView,
  readAnalyticView,
  removeAnalyticView,
  runAnalyticView,
} from './saved.ts'
import { listAnalyticViews } from './saved-queries.ts'
import {
  listProjectFlowItems,
  listWorkspaceFlowItems,
  readCharts,
  readProjectCharts,
  readProjectFlow,
  readProjectHistory,
  readProjectStats,
  readProjectTotals,
  readStats,
  readTotals,
  readWorkspaceFlow,
  readWorkspaceHistory,
} from './service.ts'

export const analytics: Feature = async (app) => {
  const { db } = app

  app.route({
    ...api.totals,
    handler: ({ member, query }, reply) =>
      withRequestAbort(reply, () => readTotals(db, member, query)),
  })
  app.route({
    ...api.stats,
    handler: ({ member, query }, reply) =>
      withRequestAbort(reply, () => readStats(db, member, query)),
  })
  app.route({
    ...api.charts,
    handler: ({ member, query }, reply) =>
      withRequestAbort(reply, () => readCharts(db, member, query)),
  })
  app.route({
    ...api.flow,
    handler: ({ member, query }, reply) =>
      withRequestAbort(reply, () => readWorkspaceFlow(db, member, query)),
  })
  app.route({
    ...api.projectTotals,
    handler: ({ projectMember: me, query }, reply) =>
      withRequestAbort(reply, () => readProjectTotals(db, me, query)),
  })
  app.route({
    ...api.projectStats,
    handler: ({ projectMember: me, query }, reply) =>
      withRequestAbort(reply, () => readProjectStats(db, me, query)),
  })
  app.route({
    ...api.projectCharts,
    handler: ({ projectMember: me, query }, reply) =>
      withRequestAbort(reply, () => readProjectCharts(db, me, query)),
  })
  app.route({
    ...api.projectFlow,
    handler: ({ projectMember: me, query }, reply) =>
      withRequestAbort(reply, () => readProjectFlow(db, me, query)),
  })
  app.route({
    ...history.history,
    handler: ({ member, query }, reply) =>
      withRequestAbort(reply, () => readWorkspaceHistory(db, member, query)),
  })
  app.route({
    ...history.items,
    handler: ({ member, query }, reply) =>
      withRequestAbort(reply, () => listWorkspaceFlowItems(db, member, query)),
  })
  app.route({
    ...history.projectHistory,
    handler: ({ projectMember: me, query }, reply) =>
      withRequestAbort(reply, () => readProjectHistory(db, me, query)),
  })
  app.route({
    ...history.projectItems,
    handler: ({ projectMember: me, query }, reply) =>
      withRequestAbort(reply, () => listProjectFlowItems(db, me, query)),
  })
}

export const olderAnalytics: Feature = async (app) => {
  const { db } = app

  app.route({
    ...older.chart,
    handler: ({ member, query }, reply) =>
      withRequestAbort(reply, () => readChart(db, member, readParams(query))),
  })
  app.route({
    ...older.summary,
    handler: ({ member, query }, reply) =>
      withRequestAbort(reply, () => readSummary(db, member, readParams(query))),
  })
  app.route({ ...older.listSaved, handler: ({ member }) => listAnalyticViews(db, member) })
  app.route({
    ...older.createSaved,
    handler: ({ member, body }) => createAnalyticView(db, member, body),
  })
  app.route({
    ...older.getSaved,
    handler: ({ member, params }) => readAnalyticView(db, member, params.id),
  })
  app.route({
    ...older.changeSaved,
    handler: ({ member, params, body }) => changeAnalyticView(db, member, params.id, body),
  })
  app.route({
    ...older.removeSaved,
    handler: ({ member, params }) => removeAnalyticView(db, member, params.id),
  })
  app.route({
    ...older.runSaved,
    handler: ({ member, params, query }, reply) =>
      withRequestAbort(reply, () => runAnalyticView(db, member, params.id, query.segment)),
  })
  app.route({
    ...older.export,
    preHandler: limitByAccount('mailedCharts'),
    handler: ({ member, body }) => mailChart(db, member, body),
  })
}
