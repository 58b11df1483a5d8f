import { draftsApi as api } from '@cairn/contract'
import { rawJson } from '#features/work-items/service.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { withRequestAbort } from '#kernel/http/request-abort.ts'
import {
  changeDraft,
  createDraft,
  listDrafts,
  readDraft,
  removeDraft,
  turnIntoItem,
} from './service.ts'

export const drafts: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.list,
    ...rawJson,
    handler: ({ member, query }, reply) =>
      withRequestAbort(reply, () => listDrafts(db, member, query)),
  })
  app.route({ ...api.create, handler: ({ member, body }) => createDraft(db, member, body) })
  app.route({ ...api.get, handler: ({ member, params }) => readDraft(db, member, params.id) })
  app.route({
    ...api.change,
    handler: async ({ member, params, body }) => {
      await changeDraft(db, member, params.id, body)
      return null
    },
  })
  app.route({
    ...api.remove,
    handler: async ({ member, params }) => {
      await removeDraft(db, member, params.id)
      return null
    },
  })
  app.route({
    ...api.toItem,
    handler: ({ member, params, body }) => turnIntoItem(db, member, params.id, body),
  })
}
