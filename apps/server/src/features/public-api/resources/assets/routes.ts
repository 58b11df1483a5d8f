import { assetsV1, userAssetsV1 } from '@cairn/contract/v1'
import type { FastifyRequest } from 'fastify'
import { completeLooseFile, completeOwn, removeOwn } from '#features/assets/uploads/service.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { askForFile, askForOwn, assetNotFound, readFile } from './service.ts'

export const assets: Feature = async (app) => {
  const { db } = app
  const { storage, config } = app.deps
  const house = { db, storage, config }
  /** Relative to the request's origin, unless the operator has configured one. */
  const from =
    ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>) =>
    (path: string) =>
      new URL(path, config.webUrl ?? `${protocol}://${host}`).href

  app.route({
    ...assetsV1.create,
    handler: (request) => askForFile(house, request.member, request.body, from(request)),
  })
  app.route({
    ...assetsV1.get,
    handler: (request) => readFile(house, request.member, request.params.asset_id, from(request)),
  })
  app.route({
    ...assetsV1.complete,
    handler: ({ member, params, body }) =>
      completeLooseFile(house, member, params.asset_id, body).catch(assetNotFound),
  })

  const { create, createByServer, createOfUser, ...own } = userAssetsV1
  for (const call of [create, createByServer, createOfUser]) {
    app.route({
      ...call,
      handler: (request) => askForOwn(house, request.person, request.body, from(request)),
    })
  }
  for (const call of [own.complete, own.completeByServer]) {
    app.route({
      ...call,
      handler: ({ person, params, body }) => completeOwn(house, person, params.asset_id, body),
    })
  }
  for (const call of [own.remove, own.removeByServer]) {
    app.route({
      ...call,
      handler: ({ person, params }) => removeOwn(house, person, params.asset_id),
    })
  }
}
