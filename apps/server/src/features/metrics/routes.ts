import { createHash, timingSafeEqual } from 'node:crypto'
import { metricsApi as api } from '@cairn/contract'
import { isOver, networkOf, refuseFor, refuseOver } from '#kernel/auth/throttle.ts'
import { visitorOf } from '#kernel/auth/visitor.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { pageNotFound } from '#kernel/http/errors.ts'
import { loopDelay } from './loop-delay.ts'
import { formatMetrics } from './service.ts'

const hashed = (text: string) => createHash('sha256').update(text).digest()

/** For monitoring programs with the token and for administrators; everyone else gets a 404. */
export const metrics: Feature = async (app) => {
  const { access, config } = app.deps
  const wanted = config.metricsToken ? hashed(`Bearer ${config.metricsToken}`) : undefined

  const delay = loopDelay()
  app.addHook('onClose', async () => delay.stop())

  app.route({
    ...api.read,
    handler: async (request, reply) => {
      const { authorization = '' } = request.headers
      const network = networkOf(request.ip)
      if (authorization) refuseFor(await isOver(app.db, 'wrongTokens', network))
      const isWatcher = wanted !== undefined && timingSafeEqual(hashed(authorization), wanted)
      const isAdmin =
        isWatcher || (await visitorOf(access, request, 'admin'))?.is_instance_admin === true
      if (!isAdmin && authorization) await refuseOver(app.db, 'wrongTokens', network)
      if (!isAdmin) throw pageNotFound()
      const text = await formatMetrics(app, delay.read())
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text)
    },
  })
}
