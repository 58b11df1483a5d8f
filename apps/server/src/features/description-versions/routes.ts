import {
  descriptionVersionsApi as api,
  epicDescriptionVersionsApi,
  workItemDescriptionVersionsApi,
} from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { pageVersions, readVersion } from './service.ts'

export const descriptionVersions: Feature = async (app) => {
  const { db } = app
  for (const [kind, calls] of [
    ['issues', api],
    ['epics', epicDescriptionVersionsApi],
    ['issues', workItemDescriptionVersionsApi],
  ] as const) {
    app.route({
      ...calls.list,
      handler: ({ projectMember: me, params, query }) =>
        pageVersions(db, me, params.id, query.cursor, kind),
    })
    app.route({
      ...calls.get,
      handler: ({ projectMember: me, params }) => readVersion(db, me, params, kind),
    })
  }
}
