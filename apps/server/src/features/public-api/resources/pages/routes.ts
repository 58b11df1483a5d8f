import { toPage } from '@cairn/contract'
import { pagesV1 as api, workspacePagesV1 } from '@cairn/contract/v1'
import { archivePage, removePage, restorePage } from '#features/pages/service.ts'
import type { App, Feature } from '#kernel/http/app-type.ts'
import { notFound, pageNotFound } from '#kernel/http/errors.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import { addPage, editPage, readPage, readPages, sizes } from './service.ts'

export const pages: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.list,
    handler: ({ projectMember, query }) => readPages(db, projectMember, query),
  })
  app.route({
    ...api.create,
    handler: ({ projectMember, body }) => addPage(db, projectMember, body),
  })
  app.route({
    ...api.get,
    handler: ({ projectMember, params, query }) =>
      readPage(db, projectMember, params.page_id, query),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember, params, body }) => editPage(db, projectMember, params.page_id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ projectMember, params }) => removePage(db, projectMember, params.page_id),
  })
  app.route({
    ...api.archive,
    handler: async ({ projectMember, params }) => {
      await archivePage(db, projectMember, params.page_id)
    },
  })
  app.route({
    ...api.restore,
    handler: ({ projectMember, params }) => restorePage(db, projectMember, params.page_id),
  })
  ofWorkspace(app)
}

/** There are none, and none are made: clients that look for them carry on. */
function ofWorkspace(app: App) {
  app.route({
    ...workspacePagesV1.list,
    handler: async ({ query }) =>
      toPage(sliceOf(query, sizes), { results: [], count: 0, total: 0 }),
  })
  app.route({
    ...workspacePagesV1.create,
    handler: async () => {
      throw pageNotFound()
    },
  })
  const find = async () => {
    throw notFound()
  }
  app.route({ ...workspacePagesV1.get, handler: find })
  app.route({ ...workspacePagesV1.remove, handler: find })
}
