import { trashApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { emptyTrash, readTrash, removeForGood, restore } from './service.ts'

export const trash: Feature = async (app) => {
  const { db } = app
  const house = { db, storage: app.deps.storage }
  app.route({
    ...api.list,
    handler: ({ member, params, query }) => readTrash(db, member, params.project_id, query),
  })
  app.route({
    ...api.restore,
    handler: ({ member, params, body }) => restore(db, member, params.project_id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ member, params, body }) => removeForGood(house, member, params.project_id, body),
  })
  app.route({
    ...api.empty,
    handler: ({ member, params }) => emptyTrash(house, member, params.project_id),
  })
}
