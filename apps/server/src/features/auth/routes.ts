import { authApi as api, instanceAuthApi as instanceApi } from '@cairn/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addDemoWorkspace } from '#features/demo/service.ts'
import { csrfFault, issueCsrfToken, rotateCsrf } from '#kernel/auth/csrf.ts'
import { closeSession, openSession } from '#kernel/auth/sessions.ts'
import { authenticationLimit, throttle } from '#kernel/auth/throttle.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { HttpError } from '#kernel/http/errors.ts'
import { AuthError, authErrorBody, errorTarget } from './redirects.ts'
import { checkEmail, landingFor, setUpInstance, signIn, signUp } from './service.ts'

const refusal = `<!doctype html><meta charset="utf-8"><title>CSRF Verification Failed</title>
<h1>CSRF Verification Failed</h1>
<p>This form was open for too long, or was not ours. <a href="/">Back to Cairn</a></p>`

/** For browser form posts: a page, since a person is looking at the answer. */
async function requireFormToken(request: FastifyRequest, reply: FastifyReply) {
  if (csrfFault(request)) return reply.code(403).type('text/html; charset=utf-8').send(refusal)
}

export const auth: Feature = async (app) => {
  const { db } = app

  const waitFor = (request: FastifyRequest) =>
    throttle(db, `authentication ${request.ip}`, authenticationLimit)

  async function refuseHaste(request: FastifyRequest) {
    if (await waitFor(request)) throw new AuthError('RATE_LIMIT_EXCEEDED')
  }

  /** A form post that fails goes back to its screen with the code in the address. */
  async function orBackTo(screen: string, request: FastifyRequest, deed: () => Promise<string>) {
    try {
      return await deed()
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      const { next_path } = (request.body ?? {}) as { next_path?: string }
      return errorTarget(screen, error, next_path)
    }
  }

  async function enter(request: FastifyRequest, reply: FastifyReply, user_id: string) {
    await openSession(db, request, reply, 'app', user_id)
    rotateCsrf(request, reply)
  }

  app.route({
    ...api.csrfToken,
    handler: async (request, reply) => ({ csrf_token: issueCsrfToken(request, reply) }),
  })

  app.route({
    ...api.emailCheck,
    handler: async (request) => {
      const wait = await waitFor(request)
      if (wait > 0) {
        const body = authErrorBody(new AuthError('RATE_LIMIT_EXCEEDED'))
        throw new HttpError(429, body, { 'retry-after': String(wait) })
      }
      return checkEmail(db, request.body.email).catch((error: unknown) => {
        throw error instanceof AuthError ? new HttpError(400, authErrorBody(error)) : error
      })
    },
  })

  app.route({
    ...api.signIn,
    preHandler: requireFormToken,
    handler: async (request, reply) => {
      const target = await orBackTo('/sign-in', request, async () => {
        await refuseHaste(request)
        const user_id = await signIn(db, request.body, request.ip)
        await enter(request, reply, user_id)
        return landingFor(db, user_id, request.body.next_path)
      })
      return reply.redirect(target, 302)
    },
  })

  app.route({
    ...api.signUp,
    preHandler: requireFormToken,
    handler: async (request, reply) => {
      const target = await orBackTo('/sign-up', request, async () => {
        await refuseHaste(request)
        const user_id = await signUp(db, request.body, request.ip)
        await enter(request, reply, user_id)
        return landingFor(db, user_id, request.body.next_path)
      })
      return reply.redirect(target, 302)
    },
  })

  app.route({
    ...api.signOut,
    preHandler: requireFormToken,
    handler: async (request, reply) => {
      await closeSession(db, request, reply, 'app')
      return reply.redirect('/', 302)
    },
  })

  app.route({
    ...instanceApi.signUp,
    preHandler: requireFormToken,
    handler: async (request, reply) => {
      const target = await orBackTo('/god-mode/', request, async () => {
        const user_id = await setUpInstance(db, request.body)
        await openSession(db, request, reply, 'admin', user_id)
        await enter(request, reply, user_id)
        if (request.body.demo !== '1') return '/onboarding/'
        return `/${await addDemoWorkspace(db, user_id)}/`
      })
      return reply.redirect(target, 302)
    },
  })
}
