import { issueWorklogsV1, totalWorklogsV1, workItemWorklogsV1 } from '@cairn/contract/v1'
import { sumByItem } from '#features/time/service.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { addWorklog, deleteWorklog, editWorklog, readWorklogs } from './service.ts'

export const worklogs: Feature = async (app) => {
  const { db } = app
  for (const api of [workItemWorklogsV1, issueWorklogsV1]) {
    app.route({
      ...api.list,
      handler: ({ projectMember: me, params }) => readWorklogs(db, me, params.issue_id),
    })
    app.route({
      ...api.create,
      handler: ({ projectMember: me, params, body }) => addWorklog(db, me, params.issue_id, body),
    })
    app.route({
      ...api.change,
      handler: ({ projectMember: me, params, body }) => editWorklog(db, me, params, body),
    })
    app.route({
      ...api.remove,
      handler: ({ projectMember: me, params }) => deleteWorklog(db, me, params),
    })
  }
  app.route({ ...totalWorklogsV1, handler: ({ projectMember: me }) => sumByItem(db, me) })
}
