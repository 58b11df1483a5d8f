import { deployBoardsApi as api, pagePublicationsApi, viewPublicationsApi } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  changeBoard,
  publishProject,
  readBoard,
  readBoardById,
  unpublishProject,
} from './boards.ts'
import {
  changePublication,
  ofPage,
  ofView,
  publish,
  readPublication,
  unpublish,
} from './publications.ts'

export const publishing: Feature = async (app) => {
  const { db } = app

  app.route({ ...api.current, handler: ({ projectMember: me }) => readBoard(db, me) })
  app.route({
    ...api.publish,
    handler: ({ projectMember: me, body }) => publishProject(db, me, body),
  })
  app.route({
    ...api.get,
    handler: ({ projectMember: me, params }) => readBoardById(db, me, params.id),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember: me, params, body }) => changeBoard(db, me, params.id, body),
  })
  app.route({
    ...api.unpublish,
    handler: ({ projectMember: me, params }) => unpublishProject(db, me, params.id),
  })

  for (const [kind, calls] of [
    [ofView, viewPublicationsApi],
    [ofPage, pagePublicationsApi],
  ] as const) {
    app.route({
      ...calls.get,
      handler: ({ projectMember: me, params }) => readPublication(db, me, kind, params.id),
    })
    app.route({
      ...calls.publish,
      handler: ({ projectMember: me, params, body }) => publish(db, me, kind, params.id, body),
    })
    app.route({
      ...calls.change,
      handler: ({ projectMember: me, params, body }) =>
        changePublication(db, me, kind, params.id, body),
    })
    app.route({
      ...calls.unpublish,
      handler: ({ projectMember: me, params }) => unpublish(db, me, kind, params.id),
    })
  }
}
