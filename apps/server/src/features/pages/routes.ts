import { pagesApi as api, pageTemplatesApi, parseId } from '@cairn/contract'
import { addFavoriteOf, removeFavoriteOf } from '#features/favorites/service.ts'
import { containing } from '#features/search-issues/service.ts'
import type { App, Feature } from '#kernel/http/app-type.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { findVisible } from './page.ts'
import { countPages, listFavoritePages, listPages } from './queries.ts'
import {
  archivePage,
  changeAccess,
  changePage,
  createPage,
  duplicatePage,
  lockPage,
  movePage,
  readPage,
  readSubPages,
  removePage,
  restorePage,
} from './service.ts'
import { listTemplates } from './template-queries.ts'
import { changeTemplate, createFromTemplate, createTemplate, removeTemplate } from './templates.ts'
import {
  addLog,
  changeDescription,
  changeLog,
  readDescription,
  readVersion,
  removeLog,
  restoreVersion,
} from './text.ts'
import { listVersions } from './text-queries.ts'

function readLabel(typed: string) {
  const id = parseId(typed.trim())
  if (!id) throw badRequest({ labels: [`“${typed}” is not a valid UUID.`] })
  return id
}

export const pages: Feature = async (app) => {
  const { db } = app
  const { storage, config } = app.deps
  const house = { db, storage, config }

  app.route({
    ...api.list,
    handler: ({ projectMember, query: { search, type, nested, labels } }) =>
      listPages(db, projectMember, {
        ...(search && { pattern: containing(search) }),
        type,
        nested,
        labels: labels ? labels.split(',').map(readLabel) : undefined,
      }),
  })
  app.route({
    ...api.create,
    handler: ({ projectMember, body: { template, ...body } }) =>
      template
        ? createFromTemplate(house, projectMember, { ...body, template })
        : createPage(db, projectMember, body),
  })
  app.route({
    ...api.get,
    handler: ({ projectMember, params, query }) => readPage(db, projectMember, params.id, query),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember, params, body }) => changePage(db, projectMember, params.id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ projectMember, params }) => removePage(db, projectMember, params.id),
  })
  app.route({
    ...api.changeAccess,
    handler: ({ projectMember, params, body }) =>
      changeAccess(db, projectMember, params.id, body.access),
  })
  app.route({
    ...api.lock,
    handler: ({ projectMember, params }) => lockPage(db, projectMember, params.id, true),
  })
  app.route({
    ...api.unlock,
    handler: ({ projectMember, params }) => lockPage(db, projectMember, params.id, false),
  })
  app.route({
    ...api.archive,
    handler: ({ projectMember, params }) => archivePage(db, projectMember, params.id),
  })
  app.route({
    ...api.restore,
    handler: ({ projectMember, params }) => restorePage(db, projectMember, params.id),
  })
  app.route({
    ...api.listArchived,
    handler: ({ projectMember }) => listPages(db, projectMember, { type: 'archived' }),
  })
  app.route({
    ...api.listFavorites,
    handler: ({ projectMember }) => listFavoritePages(db, projectMember),
  })
  app.route({
    ...api.addFavorite,
    handler: ({ projectMember, params }) => addFavoriteOf(db, projectMember, 'page', params.id),
  })
  app.route({
    ...api.removeFavorite,
    handler: ({ projectMember, params }) => removeFavoriteOf(db, projectMember, 'page', params.id),
  })
  app.route({
    ...api.duplicate,
    handler: ({ projectMember, params }) => duplicatePage(house, projectMember, params.id),
  })
  app.route({
    ...api.move,
    handler: ({ projectMember, params, body }) =>
      movePage(db, projectMember, params.id, body.new_project_id),
  })
  app.route({
    ...api.listSubPages,
    handler: ({ projectMember, params }) => readSubPages(db, projectMember, params.id),
  })
  app.route({ ...api.summary, handler: ({ projectMember }) => countPages(db, projectMember) })

  app.route({
    ...api.getDescription,
    handler: async ({ projectMember, params }, reply) => {
      const bytes = await readDescription(db, projectMember, params.id)
      reply
        .type('application/octet-stream')
        .header('content-disposition', 'attachment; filename="page_description.bin"')
      return reply.send(bytes)
    },
  })
  app.route({
    ...api.changeDescription,
    handler: ({ projectMember, params, body }) =>
      changeDescription(db, projectMember, params.id, body),
  })
  app.route({
    ...api.listVersions,
    handler: async ({ projectMember, params }) => {
      await findVisible(db, projectMember, params.id)
      return listVersions(db, projectMember, params.id)
    },
  })
  app.route({
    ...api.getVersion,
    handler: ({ projectMember, params }) =>
      readVersion(db, projectMember, params.id, params.version_id),
  })
  app.route({
    ...api.restoreVersion,
    handler: ({ projectMember, params }) =>
      restoreVersion(db, projectMember, params.id, params.version_id),
  })

  app.route({
    ...api.addLog,
    handler: ({ projectMember, params, body }) => addLog(db, projectMember, params.id, body),
  })
  app.route({
    ...api.changeLog,
    handler: ({ projectMember, params, body }) =>
      changeLog(db, projectMember, params.id, params.transaction, body),
  })
  app.route({
    ...api.removeLog,
    handler: ({ projectMember, params }) =>
      removeLog(db, projectMember, params.id, params.transaction),
  })
  templates(app)
}

function templates(app: App) {
  const { db } = app
  const { storage, config } = app.deps
  app.route({
    ...pageTemplatesApi.list,
    handler: ({ projectMember }) => listTemplates(db, projectMember),
  })
  app.route({
    ...pageTemplatesApi.create,
    handler: ({ projectMember, params, body }) =>
      createTemplate({ db, storage, config }, projectMember, params.id, body),
  })
  app.route({
    ...pageTemplatesApi.change,
    handler: ({ projectMember, params, body }) =>
      changeTemplate(db, projectMember, params.id, body),
  })
  app.route({
    ...pageTemplatesApi.remove,
    handler: ({ projectMember, params }) => removeTemplate(db, projectMember, params.id),
  })
}
