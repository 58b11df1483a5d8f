import { restoreApi as api } from '@cairn/contract'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfFault } from '#kernel/auth/csrf.ts'
import { networkOf, refuseOver } from '#kernel/auth/throttle.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { forbidden } from '#kernel/http/errors.ts'
import { readChoice, refuseSetUp, startRestore, uploadBackup } from './restore.ts'

/** Protected like the set-up: a token, a limit, and only until the instance is set up. */
export const restoreAtSetUp: Feature = async (app) => {
  const { db } = app
  const { config, restorer } = app.deps
  const house = { db, config, restorer }

  async function onlyBeforeSetUp(_request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'no-store')
    await refuseSetUp(db)
  }

  async function onlyOurForms(request: FastifyRequest) {
    const fault = csrfFault(request)
    if (fault) throw forbidden({ detail: `CSRF Failed: ${fault}` })
    await refuseOver(db, 'authentication', networkOf(request.ip))
  }

  app.route({ ...api.list, preHandler: onlyBeforeSetUp, handler: () => readChoice(house) })
  app.route({
    ...api.start,
    preHandler: [onlyBeforeSetUp, onlyOurForms],
    handler: async ({ body }, reply) => {
      const begin = await startRestore(house, body)
      // The answer is sent before the server stops.
      reply.raw.once('close', begin)
      return null
    },
  })
  // Only here: no other route takes files of this kind.
  await app.register(async (files) => {
    files.removeAllContentTypeParsers()
    // The body is read by the handler, as it arrives.
    files.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null))
    files.withTypeProvider<TypeBoxTypeProvider>().route({
      ...api.upload,
      preHandler: [onlyBeforeSetUp, onlyOurForms],
      handler: ({ raw }) => uploadBackup(house, raw),
    })
  })
}
