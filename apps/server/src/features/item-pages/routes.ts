import { itemPagesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { readItemPages } from './service.ts'

export const itemPages: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.read,
    handler: ({ projectMember: me, body }) => readItemPages(db, me, body.issue_ids),
  })
}
