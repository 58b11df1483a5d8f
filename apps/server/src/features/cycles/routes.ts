import { dayInZone } from '@cairn/calendar'
import { cyclesApi as api } from '@cairn/contract'
import { addFavoriteOf, listFavoritesOf, removeFavoriteOf } from '#features/favorites/service.ts'
import { recordVisit } from '#features/recent-visits/service.ts'
import {
  cachedResponse,
  itemsOfCycle,
  listItems,
  rawJson,
  readParams,
} from '#features/work-items/service.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { findVisible, readAnalytics, readProgress } from './analytics.ts'
import { readDays } from './days.ts'
import { addItems, removeItem, transferItems, undoTransfer } from './items.ts'
import { changeProperties, readProperties } from './properties.ts'
import {
  readActiveCycles,
  readArchivedCycle,
  readCycle,
  readCycles,
  readCyclesOfWorkspace,
} from './readings.ts'
import {
  archiveCycle,
  changeCycle,
  checkDates,
  createCycle,
  removeCycle,
  restoreCycle,
} from './service.ts'
import { restoreDeletedCycle } from './undelete.ts'

export const cycles: Feature = async (app) => {
  const { db } = app
  const { cache } = app.deps

  app.route({
    ...api.list,
    handler: ({ projectMember, query }) =>
      readCycles(db, cache, projectMember, { standing: query.cycle_view }),
  })
  app.route({
    ...api.create,
    handler: ({ projectMember, body }) => createCycle(db, projectMember, body),
  })
  app.route({
    ...api.get,
    handler: async ({ projectMember: me, params: { id } }) => {
      const cycle = await readCycle(db, cache, me, id)
      const { project_id } = me
      recordVisit(db, me, { entity_name: 'cycle', entity_identifier: id, project_id })
      return cycle
    },
  })
  for (const call of [api.change, api.replace]) {
    app.route({
      ...call,
      handler: ({ projectMember, params, body }) => changeCycle(db, projectMember, params.id, body),
    })
  }
  app.route({
    ...api.remove,
    handler: ({ projectMember, params }) => removeCycle(db, projectMember, params.id),
  })
  app.route({
    ...api.undelete,
    handler: ({ projectMember, params }) => restoreDeletedCycle(db, projectMember, params.id),
  })
  app.route({
    ...api.dateCheck,
    handler: ({ projectMember, body }) => checkDates(db, projectMember, body),
  })
  app.route({ ...api.listOfWorkspace, handler: ({ member }) => readCyclesOfWorkspace(db, member) })
  app.route({
    ...api.active,
    handler: ({ member, query }) => readActiveCycles(db, member, query),
  })

  app.route({
    ...api.items,
    ...rawJson,
    handler: async (request, reply) => {
      const { id } = await findVisible(db, request.projectMember, request.params.id)
      // Within a cycle the cycle filter is ignored.
      const { cycle, ...params } = readParams(request.query)
      return cachedResponse(cache, request, reply, (me) =>
        listItems(db, me, params, itemsOfCycle(db, me, id)),
      )
    },
  })
  app.route({
    ...api.addItems,
    handler: ({ projectMember, params, body }) =>
      addItems(db, projectMember, params.id, body.issues),
  })
  app.route({
    ...api.removeItem,
    handler: ({ projectMember, params }) =>
      removeItem(db, projectMember, params.id, params.issue_id),
  })
  app.route({
    ...api.transfer,
    handler: ({ projectMember, params, body }) =>
      transferItems(db, projectMember, params.id, body.new_cycle_id),
  })
  app.route({
    ...api.undoTransfer,
    handler: ({ projectMember, params }) =>
      undoTransfer(db, projectMember, params.id, params.transfer_id),
  })

  app.route({
    ...api.analytics,
    handler: async (request, reply) => {
      const { projectMember: me, query } = request
      const cycle = await findVisible(db, me, request.params.id)
      const answer = await cache.answer(
        me.project_id,
        ['analytics', cycle.id, query.type, me.sees_only_own && me.user_id]
          .concat(dayInZone(Date.now(), cycle.timezone))
          .join(' '),
        async () => JSON.stringify(await readAnalytics(db, me, cycle, query.type)),
      )
      return answer.send(request, reply)
    },
  })
  app.route({
    ...api.progress,
    handler: ({ projectMember, params }) => readProgress(db, projectMember, params.id),
  })
  app.route({
    ...api.days,
    handler: ({ projectMember, params }) => readDays(db, projectMember, params.id),
  })

  app.route({
    ...api.listArchived,
    handler: ({ projectMember }) => readCycles(db, cache, projectMember, { archived: true }),
  })
  app.route({
    ...api.getArchived,
    handler: ({ projectMember, params }) => readArchivedCycle(db, cache, projectMember, params.id),
  })
  app.route({
    ...api.archive,
    handler: ({ projectMember, params }) => archiveCycle(db, projectMember, params.id),
  })
  app.route({
    ...api.restore,
    handler: ({ projectMember, params }) => restoreCycle(db, projectMember, params.id),
  })

  app.route({
    ...api.listFavorites,
    handler: ({ projectMember }) => listFavoritesOf(db, projectMember, 'cycle'),
  })
  app.route({
    ...api.addFavorite,
    handler: ({ projectMember, body }) => addFavoriteOf(db, projectMember, 'cycle', body.cycle),
  })
  app.route({
    ...api.removeFavorite,
    handler: ({ projectMember, params }) => removeFavoriteOf(db, projectMember, 'cycle', params.id),
  })
  app.route({
    ...api.properties,
    handler: ({ projectMember, params }) => readProperties(db, projectMember, params.id),
  })
  app.route({
    ...api.changeProperties,
    handler: ({ projectMember, params, body }) =>
      changeProperties(db, projectMember, params.id, body),
  })
}
