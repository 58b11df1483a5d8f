import {
  deployBoardsApi as api,
  teamViewPublicationsApi as ofTeam,
  workspaceViewPublicationsApi as ofWorkspace,
  pagePublicationsApi,
  viewPublicationsApi,
} from '@cairn/contract'
import { enterTeamspace } from '#features/teamspaces/service.ts'
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
import { publishViewAcross, readViewAcross, unpublishViewAcross } from './views-across.ts'

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

  app.route({
    ...ofWorkspace.get,
    handler: ({ member, params }) => readViewAcross(db, member, params.id),
  })
  app.route({
    ...ofWorkspace.publish,
    handler: ({ member, params }) => publishViewAcross(db, member, params.id),
  })
  app.route({
    ...ofWorkspace.unpublish,
    handler: ({ member, params }) => unpublishViewAcross(db, member, params.id),
  })
  app.route({
    ...ofTeam.get,
    handler: async ({ member, params: { teamspace_id, id } }) =>
      readViewAcross(db, await enterTeamspace(db, member, teamspace_id), id),
  })
  app.route({
    ...ofTeam.publish,
    handler: async ({ member, params: { teamspace_id, id } }) =>
      publishViewAcross(db, await enterTeamspace(db, member, teamspace_id), id),
  })
  app.route({
    ...ofTeam.unpublish,
    handler: async ({ member, params: { teamspace_id, id } }) =>
      unpublishViewAcross(db, await enterTeamspace(db, member, teamspace_id), id),
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
