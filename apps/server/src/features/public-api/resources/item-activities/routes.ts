import { issueActivitiesV1, workItemActivitiesV1 } from '@cairn/contract/v1'
import type { Feature } from '#kernel/http/app-type.ts'
import { readActivities, readActivity } from './service.ts'

export const itemActivities: Feature = async (app) => {
  const { db } = app
  for (const api of [workItemActivitiesV1, issueActivitiesV1]) {
    app.route({
      ...api.list,
      handler: ({ projectMember: me, params, query }) =>
        readActivities(db, me, params.issue_id, query),
    })
    app.route({
      ...api.get,
      handler: ({ projectMember: me, params, query }) => readActivity(db, me, params, query),
    })
  }
}
