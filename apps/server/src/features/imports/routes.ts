import { importsApi as api, MAX_IMPORT_BYTES } from '@cairn/contract'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { limitByAccount } from '#kernel/auth/throttle.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { dispositionFor } from '#kernel/storage/disposition.ts'
import {
  askToRun,
  checkImport,
  errorFile,
  pageImports,
  readImport,
  undoImport,
  uploadImport,
} from './service.ts'

export const imports: Feature = async (app) => {
  const { db } = app
  const house = { db, storage: app.deps.storage }
  app.route({ ...api.list, handler: ({ member, query }) => pageImports(db, member, query) })
  app.route({
    ...api.get,
    handler: ({ projectMember: me, params }) => readImport(db, me, params.id),
  })
  app.route({
    ...api.check,
    handler: ({ projectMember: me, params, body }) => checkImport(house, me, params.id, body),
  })
  app.route({
    ...api.run,
    handler: ({ projectMember: me, params, body }) => askToRun(house, me, params.id, body),
  })
  app.route({
    ...api.undo,
    handler: ({ projectMember: me, params }) => undoImport(db, me, params.id),
  })
  app.route({
    ...api.errors,
    handler: async ({ projectMember: me, params }, reply) => {
      const { name, content } = await errorFile(house, me, params.id)
      return reply.headers(dispositionFor('text/csv', { name })).send(content)
    },
  })
  // Only here: no other route takes files of this kind.
  await app.register(async (files) => {
    files.removeAllContentTypeParsers()
    files.addContentTypeParser(
      'text/csv',
      { parseAs: 'buffer', bodyLimit: MAX_IMPORT_BYTES },
      (_request, body, done) => done(null, body),
    )
    files.withTypeProvider<TypeBoxTypeProvider>().route({
      ...api.upload,
      preHandler: limitByAccount('imports'),
      bodyLimit: MAX_IMPORT_BYTES,
      handler: ({ projectMember: me, query, body }) =>
        uploadImport(house, me, { name: query.name, body }),
    })
  })
}
