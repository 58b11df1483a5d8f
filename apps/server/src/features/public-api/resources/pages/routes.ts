import { toPage } from '@cairn/contract'
import { pagesV1 as api, workspacePagesV1 } from '@cairn/contract/v1'
import { archivePage, removePage, restorePage } from '#features/pages/service.ts'
import type { App, Feature } from '#kernel/http/app-type.ts'
import { notFound } from '#kernel/http/errors.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import { notServed } from '../../kit/not-served.ts'
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
  for (const call of [api.change, api.replace]) {
    app.route({
      ...call,
      handler: ({ projectMember, params, body }) =>
        editPage(db, projectMember, params.page_id, body),
    })
  }
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

/**
 * There are no workspace pages, and none can be created: clients that look for them keep working.
 */
function ofWorkspace(app: App) {
  app.route({
    ...workspacePagesV1.list,
    handler: async ({ query }) =>
      toPage(sliceOf(query, sizes), { results: [], count: 0, total: 0 }),
  })
  notServed(app, workspacePagesV1.create)
  for (const call of workspacePagesV1.none) {
    app.route({
      ...call,
      handler: async () => {
        throw notFound()
      },
    })
  }
}
