import { revertsApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { revertItems } from './service.ts'

export const reverts: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.revert,
    handler: ({ projectMember, body }) => revertItems(db, projectMember, body),
  })
}
