import { timeApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  changeLog,
  createLog,
  discardTimer,
  readItemTime,
  readPersonTime,
  readProjectTime,
  readSetTime,
  readTimer,
  readTimesheet,
  removeLog,
  startTimer,
  stopTimer,
} from './service.ts'

export const time: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.ofItem,
    handler: ({ projectMember: me, params }) => readItemTime(db, me, params.id),
  })
  app.route({
    ...api.create,
    handler: ({ projectMember: me, params, body }) => createLog(db, me, params.id, body),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember: me, params, body }) => changeLog(db, me, params, body),
  })
  app.route({
    ...api.remove,
    handler: async ({ projectMember: me, params }) => {
      await removeLog(db, me, params)
      return null
    },
  })
  app.route({
    ...api.startTimer,
    handler: ({ projectMember: me, params }) => startTimer(db, me, params.id),
  })
  app.route({ ...api.timer, handler: ({ person }) => readTimer(db, person) })
  app.route({ ...api.stopTimer, handler: ({ person }) => stopTimer(db, person) })
  app.route({
    ...api.discardTimer,
    handler: async ({ person }) => {
      await discardTimer(db, person)
      return null
    },
  })
  app.route({ ...api.ofProject, handler: ({ projectMember: me }) => readProjectTime(db, me) })
  app.route({
    ...api.ofCycle,
    handler: ({ projectMember: me, params }) => readSetTime(db, me, 'cycle', params.cycle_id),
  })
  app.route({
    ...api.ofModule,
    handler: ({ projectMember: me, params }) => readSetTime(db, me, 'module', params.module_id),
  })
  app.route({
    ...api.ofPerson,
    handler: ({ member, params }) => readPersonTime(db, member, params.user_id),
  })
  app.route({
    ...api.timesheet,
    handler: ({ member, params, query }) => readTimesheet(db, member, params.user_id, query),
  })
}
