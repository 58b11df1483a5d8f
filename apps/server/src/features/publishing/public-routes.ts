import {
  publicBoardApi as board,
  publicDiscussionApi as discussion,
  publicAssetsApi,
  publicIntakeAliasApi,
  publicIntakeApi,
} from '@cairn/contract'
import type { FastifyRequest } from 'fastify'
import { rawJson, readParams } from '#features/work-items/service.ts'
import { memberOf } from '#kernel/auth/admit.ts'
import { sessionToken } from '#kernel/auth/sessions.ts'
import { visitorOf } from '#kernel/auth/visitor.ts'
import type { Db } from '#kernel/database/schema.ts'
import type { App, Feature } from '#kernel/http/app-type.ts'
import { notFound } from '#kernel/http/errors.ts'
import { withRequestAbort } from '#kernel/http/request-abort.ts'
import {
  bindPictures,
  completePicture,
  createPicture,
  findPictureAddress,
  removePicture,
  restorePicture,
} from './public-assets.ts'
import {
  asReader,
  invalidAnchor,
  notPublished,
  openBoard,
  openItemsBoard,
  type Reader,
  readSettings,
  readSettingsOfProject,
  slowDown,
} from './public-board.ts'
import * as actions from './public-discussion.ts'
import {
  changeRequest,
  readRequest,
  readRequests,
  removeRequest,
  submitRequest,
} from './public-intake.ts'
import { listPublicItems, readPublicItem } from './public-items.ts'
import {
  findMeta,
  findPage,
  listCycles,
  listFaces,
  listLabels,
  listMembers,
  listModules,
  listProjects,
  listProperties,
  listStates,
} from './public-queries.ts'

type Asked = FastifyRequest<{ Params: { anchor: string } }>

/** Published content may be read from any website, by anyone who has the link. */
export const publicSite: Feature = async (app) => {
  await app.register(async (site) => {
    site.addHook('onRequest', async (request, reply) => {
      if (request.method === 'GET') reply.header('access-control-allow-origin', '*')
    })
    readings(site)
    writings(site)
    intake(site)
    assets(site)
  })
}

/** The board of the URL and its visitor, signed in or not. */
async function visitOf(app: App, request: Asked, refusal = notPublished): Promise<actions.Visit> {
  const { db } = app
  const opened = await openItemsBoard(db, request.params.anchor, refusal)
  const person = request.person ?? (await visitorOf(app.deps.access, request))
  return { db, board: opened, reader: asReader(opened, person) }
}

/** The caller as a member of the named workspace, if they are one. */
async function memberAt(app: App, request: FastifyRequest<{ Params: { slug: string } }>) {
  const { slug } = request.params
  const token = sessionToken(request, 'app')
  const admission = token && (await app.deps.access.ask({ kind: 'app', token, slug }))
  return admission ? memberOf(admission, slug) : undefined
}

/** The same for requests that write. */
async function writingVisitOf(app: App, request: Asked) {
  await slowDown(app.db, request.person)
  return visitOf(app, request)
}

function readings(app: App) {
  const { db } = app

  app.route({ ...board.settings, handler: ({ params }) => readSettings(db, params.anchor) })
  app.route({
    ...board.meta,
    handler: async ({ params }) => {
      const opened = await openBoard(db, params.anchor, notPublished)
      const meta = await findMeta(db, asReader(opened), opened)
      if (!meta) throw notPublished()
      return meta
    },
  })
  app.route({
    ...board.ofProject,
    handler: async (request) =>
      readSettingsOfProject(db, await memberAt(app, request), request.params.project_id),
  })
  app.route({
    ...board.ofWorkspace,
    handler: async (request) => {
      const member = await memberAt(app, request)
      return member ? listFaces(db, member) : []
    },
  })
  app.route({
    ...board.page,
    handler: async ({ params }) => {
      const page = await findPage(db, await openBoard(db, params.anchor))
      if (!page) throw notFound()
      return page
    },
  })

  const listed = <Row>(list: (db: Db, reader: Reader) => Promise<Row[]>) => {
    return async ({ params }: { params: { anchor: string } }) =>
      list(db, asReader(await openItemsBoard(db, params.anchor, invalidAnchor)))
  }
  app.route({ ...board.states, handler: listed(listStates) })
  app.route({ ...board.labels, handler: listed(listLabels) })
  app.route({ ...board.projects, handler: listed(listProjects) })
  app.route({ ...board.cycles, handler: listed(listCycles) })
  app.route({ ...board.modules, handler: listed(listModules) })
  app.route({ ...board.members, handler: listed(listMembers) })
  app.route({
    ...board.properties,
    handler: async ({ params }) => {
      const opened = await openItemsBoard(db, params.anchor, invalidAnchor)
      return listProperties(db, asReader(opened), opened)
    },
  })

  app.route({
    ...board.items,
    ...rawJson,
    handler: async (request, reply) => {
      const { board: opened, reader } = await visitOf(app, request)
      const params = readParams(request.query)
      return withRequestAbort(reply, () => listPublicItems(db, opened, reader, params))
    },
  })
  app.route({
    ...board.item,
    handler: async (request) => {
      const { board: opened, reader } = await visitOf(app, request)
      return readPublicItem(db, opened, reader, request.params.id)
    },
  })
  app.route({
    ...board.activities,
    handler: async (request) =>
      actions.readActivities(await visitOf(app, request), request.params.id),
  })
}

function writings(app: App) {
  app.route({
    ...discussion.comments,
    handler: async (request) =>
      actions.readComments(await visitOf(app, request), request.params.id),
  })
  app.route({
    ...discussion.comment,
    handler: async (request) => actions.readComment(await visitOf(app, request), request.params),
  })
  app.route({
    ...discussion.addComment,
    handler: async (request) =>
      actions.sayComment(await writingVisitOf(app, request), request.params.id, request.body),
  })
  app.route({
    ...discussion.changeComment,
    handler: async (request) =>
      actions.changeOwn(await writingVisitOf(app, request), request.params, request.body),
  })
  app.route({
    ...discussion.removeComment,
    handler: async (request) => actions.removeOwn(await visitOf(app, request), request.params),
  })
  app.route({
    ...discussion.reactions,
    handler: async (request) =>
      actions.readItemReactions(await visitOf(app, request), request.params.id),
  })
  app.route({
    ...discussion.react,
    handler: async (request) =>
      actions.react(await writingVisitOf(app, request), request.params.id, request.body.reaction),
  })
  app.route({
    ...discussion.takeBack,
    handler: async (request) => actions.takeBack(await visitOf(app, request), request.params),
  })
  app.route({
    ...discussion.commentReactions,
    handler: async (request) =>
      actions.readReactionsOfComment(await visitOf(app, request), request.params.comment_id),
  })
  app.route({
    ...discussion.reactToComment,
    handler: async (request) => {
      const { params, body } = request
      const visit = await writingVisitOf(app, request)
      return actions.reactToPublicComment(visit, params.comment_id, body.reaction)
    },
  })
  app.route({
    ...discussion.takeBackFromComment,
    handler: async (request) => {
      const { comment_id, reaction } = request.params
      await actions.takeBackFromPublicComment(await visitOf(app, request), comment_id, reaction)
    },
  })
  app.route({
    ...discussion.votes,
    handler: async (request) => actions.readVotes(await visitOf(app, request), request.params.id),
  })
  app.route({
    ...discussion.vote,
    handler: async (request) =>
      actions.vote(await writingVisitOf(app, request), request.params.id, request.body.vote),
  })
  app.route({
    ...discussion.withdrawVote,
    handler: async (request) =>
      actions.withdrawVote(await visitOf(app, request), request.params.id),
  })
}

function intake(app: App) {
  for (const calls of [publicIntakeApi, publicIntakeAliasApi]) {
    app.route({
      ...calls.list,
      handler: async (request) =>
        readRequests(await visitOf(app, request), request.params.intake_id),
    })
    app.route({
      ...calls.create,
      handler: async (request) => {
        const { params, body } = request
        return submitRequest(await writingVisitOf(app, request), params.intake_id, body)
      },
    })
    app.route({
      ...calls.get,
      handler: async (request) => readRequest(await visitOf(app, request), request.params),
    })
    app.route({
      ...calls.change,
      handler: async (request) =>
        changeRequest(await writingVisitOf(app, request), request.params, request.body),
    })
    app.route({
      ...calls.remove,
      handler: async (request) => removeRequest(await visitOf(app, request), request.params),
    })
  }
}

const elsewhere = () => notFound({ error: 'Requested resource could not be found.' })

function assets(app: App) {
  const { db } = app
  const { storage, config, access } = app.deps
  const house = { db, storage, config }

  app.route({
    ...publicAssetsApi.get,
    handler: async (request, reply) => {
      const opened = await openBoard(db, request.params.anchor, elsewhere)
      const reader = asReader(opened, await visitorOf(access, request))
      const visit = { db, board: opened, reader }
      return reply.redirect(await findPictureAddress(house, visit, request.params.id))
    },
  })
  app.route({
    ...publicAssetsApi.create,
    handler: async (request) =>
      createPicture(house, await writingVisitOf(app, request), request.body),
  })
  app.route({
    ...publicAssetsApi.complete,
    handler: async (request) =>
      completePicture(house, await visitOf(app, request), request.params.id, request.body),
  })
  app.route({
    ...publicAssetsApi.remove,
    handler: async (request) =>
      removePicture(house, await visitOf(app, request), request.params.id),
  })
  app.route({
    ...publicAssetsApi.restore,
    handler: async (request) =>
      restorePicture(house, await visitOf(app, request), request.params.id),
  })
  app.route({
    ...publicAssetsApi.bind,
    handler: async (request) => {
      const { entity_id } = request.params
      await bindPictures(house, await visitOf(app, request), entity_id, request.body.asset_ids)
    },
  })
}
