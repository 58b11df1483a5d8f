import { cyclesV1 as api } from '@cairn/contract/v1'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  addCycle,
  deleteCycle,
  editCycle,
  moveUnfinished,
  putAway,
  putItems,
  readArchivedCycles,
  readCycle,
  readCycles,
  readCyclesLite,
  readItem,
  readItems,
  takeItem,
  undelete,
} from './service.ts'

export const cycles: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.list,
    handler: ({ projectMember, query }) => readCycles(db, projectMember, query),
  })
  app.route({
    ...api.listLite,
    handler: ({ projectMember, query }) => readCyclesLite(db, projectMember, query),
  })
  app.route({
    ...api.create,
    handler: ({ projectMember, body }) => addCycle(db, projectMember, body),
  })
  app.route({
    ...api.get,
    handler: ({ projectMember, params, query }) =>
      readCycle(db, projectMember, params.cycle_id, query),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember, params, body }) =>
      editCycle(db, projectMember, params.cycle_id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ projectMember, params }) => deleteCycle(db, projectMember, params.cycle_id),
  })
  app.route({
    ...api.items,
    handler: ({ projectMember, params, query }) =>
      readItems(db, projectMember, params.cycle_id, query),
  })
  app.route({
    ...api.addItems,
    handler: ({ projectMember, params, body }) =>
      putItems(db, projectMember, params.cycle_id, body.issues),
  })
  app.route({
    ...api.item,
    handler: ({ projectMember, params }) =>
      readItem(db, projectMember, params.cycle_id, params.issue_id),
  })
  app.route({
    ...api.removeItem,
    handler: ({ projectMember, params }) =>
      takeItem(db, projectMember, params.cycle_id, params.issue_id),
  })
  app.route({
    ...api.transfer,
    handler: ({ projectMember, params, body }) =>
      moveUnfinished(db, projectMember, params.cycle_id, body.new_cycle_id),
  })
  for (const call of [api.archive, api.archiveOlder]) {
    app.route({
      ...call,
      handler: ({ projectMember, params }) => putAway(db, projectMember, params.cycle_id),
    })
  }
  app.route({
    ...api.listArchived,
    handler: ({ projectMember, query }) => readArchivedCycles(db, projectMember, query),
  })
  app.route({
    ...api.restore,
    handler: ({ projectMember, params }) => undelete(db, projectMember, params.cycle_id),
  })
}
