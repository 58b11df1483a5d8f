import { historyApi as api, epicHistoryApi } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { readHistory } from './service.ts'

export const history: Feature = async (app) => {
  const { db } = app
  for (const [kind, calls] of [
    ['issues', api],
    ['epics', epicHistoryApi],
  ] as const) {
    app.route({
      ...calls.list,
      handler: ({ projectMember: me, params, query }) =>
        readHistory(db, me, params.id, query, kind),
    })
  }
}
