import { assetsApi as api, builtInCovers } from '@cairn/contract'
import { readValues } from '#features/instance-settings/service.ts'
import { visitorOf } from '#kernel/auth/visitor.ts'
import { createEgress } from '#kernel/egress/egress.ts'
import type { App, Feature } from '#kernel/http/app-type.ts'
import { takeUploadForm } from '#kernel/http/multipart.ts'
import { acceptUpload } from './arrival.ts'
import { findAddress, findShownAddress, openFile } from './delivery.ts'
import { completeOwn, createOwn, removeOwn, removeOwnByKey, restoreOwnByKey } from './own-assets.ts'
import { searchPictures } from './pictures.ts'
import type { House } from './service.ts'
import { readStorage } from './storage-limit.ts'
import {
  bindAssets,
  checkAsset,
  completeAsset,
  createAsset,
  duplicateAsset,
  removeAsset,
  removeByKey,
  restoreAsset,
  restoreByKey,
} from './workspace-assets.ts'

export const assets: Feature = async (app) => {
  const { db } = app
  const { storage, config, secrets } = app.deps
  const house = { db, storage, config }
  own(app, house)
  workspace(app, house)
  project(app, house)
  old(app, house)
  await files(app, house)

  const egress = createEgress({ allow: config.egressAllow })
  app.route({
    ...api.searchPictures,
    handler: async ({ query }) => {
      const { UNSPLASH_ACCESS_KEY: key } = await readValues(db, secrets, config)
      return searchPictures({ egress, key }, query)
    },
  })
  app.route({ ...api.covers, handler: async () => [...builtInCovers] })
}

function own(app: App, house: House) {
  app.route({ ...api.createOwn, handler: ({ person, body }) => createOwn(house, person, body) })
  app.route({
    ...api.completeOwn,
    handler: ({ person, params, body }) => completeOwn(house, person, params.id, body),
  })
  app.route({
    ...api.removeOwn,
    handler: ({ person, params }) => removeOwn(house, person, params.id),
  })
}

function workspace(app: App, house: House) {
  app.route({
    ...api.storage,
    handler: ({ member }) => readStorage(house.db, house.config, member.workspace_id),
  })
  app.route({ ...api.create, handler: ({ member, body }) => createAsset(house, member, body) })
  app.route({
    ...api.complete,
    handler: ({ member, params, body }) => completeAsset(house, member, params.id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ member, params }) => removeAsset(house, member, params.id),
  })
  app.route({
    ...api.get,
    handler: async ({ member, params }, reply) =>
      reply.redirect(await findAddress(house, member, params.id)),
  })
  app.route({
    ...api.download,
    handler: async ({ member, params }, reply) =>
      reply.redirect(await findAddress(house, member, params.id, true)),
  })
  app.route({
    ...api.restore,
    handler: ({ member, params }) => restoreAsset(house, member, params.id),
  })
  app.route({
    ...api.check,
    handler: ({ member, params }) => checkAsset(house.db, member, params.id),
  })
  app.route({
    ...api.duplicate,
    handler: ({ member, params, body }) => duplicateAsset(house, member, params.id, body),
  })
  app.route({
    ...api.bind,
    handler: ({ member, params, body }) =>
      bindAssets(house, member, params.entity_id, body.asset_ids),
  })
}

function project(app: App, house: House) {
  app.route({
    ...api.createInProject,
    handler: ({ projectMember, body }) => createAsset(house, projectMember, body),
  })
  app.route({
    ...api.completeInProject,
    handler: ({ projectMember, params, body }) =>
      completeAsset(house, projectMember, params.id, body),
  })
  app.route({
    ...api.removeInProject,
    handler: ({ projectMember, params }) => removeAsset(house, projectMember, params.id),
  })
  app.route({
    ...api.getInProject,
    handler: async ({ projectMember, params }, reply) =>
      reply.redirect(await findAddress(house, projectMember, params.id)),
  })
  app.route({
    ...api.downloadInProject,
    handler: async ({ projectMember, params }, reply) =>
      reply.redirect(await findAddress(house, projectMember, params.id, true)),
  })
  app.route({
    ...api.bindInProject,
    handler: ({ projectMember, params, body }) =>
      bindAssets(house, projectMember, params.entity_id, body.asset_ids),
  })
}

/** Links in texts written before assets had ids. */
function old(app: App, house: House) {
  app.route({
    ...api.removeOldOwn,
    handler: ({ person, params }) => removeOwnByKey(house, person, params.key),
  })
  app.route({
    ...api.restoreOldOwn,
    handler: ({ person, params }) => restoreOwnByKey(house, person, params.key),
  })
  app.route({
    ...api.removeOld,
    handler: ({ person, params }) => removeByKey(house, person, params.workspace_id, params.key),
  })
  app.route({
    ...api.restoreOld,
    handler: ({ person, params }) => restoreByKey(house, person, params.workspace_id, params.key),
  })
}

const MINUTES_SHOWN = 5

async function files(app: App, house: House) {
  app.route({
    ...api.shown,
    handler: async ({ params }, reply) => {
      const address = await findShownAddress(house, params.id)
      return reply
        .header('cache-control', `private, max-age=${MINUTES_SHOWN * 60}`)
        .redirect(address)
    },
  })
  app.route({
    ...api.file,
    handler: async (request, reply) => {
      const [path = '', query] = request.url.split('?')
      const key = path.slice(api.file.url.length - 1)
      const search = new URLSearchParams(query)
      const { status, headers, stream } = await openFile(
        house,
        { key, query: search, headers: request.headers },
        () => visitorOf(app.deps.access, request),
      )
      reply.statusCode = status
      return reply.headers(headers).send(stream)
    },
  })
  // Only here: no other route takes forms with files.
  await app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    forms.route({
      ...api.upload,
      handler: ({ raw }) => takeUploadForm(raw, 'file', (form) => acceptUpload(house, form)),
    })
  })
}
