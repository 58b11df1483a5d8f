import { oauthApi, readNextPath, spacesOauthApi } from '@cairn/contract'
import type { FastifyRequest } from 'fastify'
import {
  AuthError,
  enter,
  errorTarget,
  landingFor,
  spaceLandingFor,
} from '#features/auth/service.ts'
import { askedOrigin } from '#features/instance/service.ts'
import { networkOf, throttle } from '#kernel/auth/throttle.ts'
import { createEgress } from '#kernel/egress/egress.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { ATTEMPT_SECONDS } from './queries.ts'
import { finishSignIn, recall, startSignIn } from './service.ts'

const COOKIE = 'oauth-attempt'

/** Lax, not strict: the browser returns from another site. */
const cookieFor = ({ protocol }: FastifyRequest) =>
  ({ path: '/auth/', httpOnly: true, sameSite: 'lax', secure: protocol === 'https' }) as const

const sites = [
  { calls: oauthApi, front: '/', isSpace: false },
  { calls: spacesOauthApi, front: '/spaces/', isSpace: true },
] as const

export const oauth: Feature = async (app) => {
  const { db } = app
  const { config, secrets } = app.deps
  const egress = createEgress({ allow: config.egressAllow })
  const house = { db, secrets, config, egress, log: app.log }

  async function refuseHaste({ ip }: FastifyRequest) {
    if (await throttle(db, 'authentication', networkOf(ip))) {
      throw new AuthError('RATE_LIMIT_EXCEEDED')
    }
  }

  for (const { calls, front, isSpace } of sites) {
    const callbackOf = (provider: string) => calls.callback.url.replace(':provider', provider)

    app.route({
      ...calls.start,
      handler: async (request, reply) => {
        const { provider } = request.params
        const next_path = readNextPath(request.query.next_path)
        try {
          await refuseHaste(request)
          const { target, browser } = await startSignIn(house, {
            provider,
            callback: callbackOf(provider),
            origin: config.webUrl ?? askedOrigin(request),
            next_path,
          })
          reply.setCookie(COOKIE, browser, { ...cookieFor(request), maxAge: ATTEMPT_SECONDS })
          return reply.redirect(target, 302)
        } catch (error) {
          if (!(error instanceof AuthError)) throw error
          return reply.redirect(errorTarget(front, error, next_path), 302)
        }
      },
    })

    app.route({
      ...calls.callback,
      handler: async (request, reply) => {
        const { provider } = request.params
        const back = {
          provider,
          callback: callbackOf(provider),
          browser: request.cookies[COOKIE] ?? '',
          answer: new URLSearchParams(request.url.split('?')[1]),
        }
        let next_path = ''
        try {
          await refuseHaste(request)
          const attempt = await recall(house, back)
          next_path = attempt?.next_path ?? ''
          const user_id = await finishSignIn(house, back, attempt, request.ip)
          reply.clearCookie(COOKIE, cookieFor(request))
          await enter(db, request, reply, user_id)
          const landing = isSpace
            ? spaceLandingFor(next_path)
            : await landingFor(db, user_id, next_path)
          return reply.redirect(landing, 302)
        } catch (error) {
          if (!(error instanceof AuthError)) throw error
          return reply.redirect(errorTarget(front, error, next_path), 302)
        }
      },
    })
  }
}
