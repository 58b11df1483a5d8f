import {
  authApi as api,
  instanceAuthApi as instanceApi,
  spacesAuthApi as spacesApi,
} from '@cairn/contract'
import type { FastifyRequest } from 'fastify'
import { noteSignOut } from '#features/account/service.ts'
import { addDemoWorkspace } from '#features/demo/service.ts'
import { askedOrigin, linkOrigin } from '#features/instance/service.ts'
import { csrfFault, issueCsrfToken } from '#kernel/auth/csrf.ts'
import { requireFormToken } from '#kernel/auth/form-token.ts'
import { closeSession, openSession } from '#kernel/auth/sessions.ts'
import { networkOf, refuseFor, refuseOver, throttle } from '#kernel/auth/throttle.ts'
import { visitorOf } from '#kernel/auth/visitor.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { forbidden, HttpError } from '#kernel/http/errors.ts'
import { enter } from './entry.ts'
import { sendMagicCode, signInWithCode, signUpWithCode } from './magic-codes.ts'
import { changePassword, resetPassword, sendResetLink, setPassword } from './passwords.ts'
import { AuthError, authErrorBody, errorTarget } from './redirects.ts'
import {
  checkEmail,
  landingFor,
  setUpInstance,
  signIn,
  signUp,
  spaceLandingFor,
} from './service.ts'

/** For JSON requests, which send the token in the header. */
async function requireToken(request: FastifyRequest) {
  const fault = csrfFault(request)
  if (fault) throw forbidden({ detail: `CSRF Failed: ${fault}` })
}

/** JSON requests get as body what form posts get in the URL. */
function refuse(error: unknown): never {
  throw error instanceof AuthError ? new HttpError(400, authErrorBody(error)) : error
}

/** The application and the public site: the same flows with different redirects. */
const sites = [
  {
    calls: api,
    screens: { signIn: '/sign-in', signUp: '/sign-up', reset: '/accounts/reset-password' },
    front: '/',
    afterReset: '/sign-in?success=True',
    isSpace: false,
  },
  {
    calls: spacesApi,
    screens: { signIn: '/spaces/', signUp: '/spaces/', reset: '/spaces/' },
    front: '/spaces/',
    afterReset: '/spaces/',
    isSpace: true,
  },
] as const

export const auth: Feature = async (app) => {
  const { db } = app
  const { access, config } = app.deps

  const waitFor = (request: FastifyRequest) => throttle(db, 'authentication', networkOf(request.ip))

  async function refuseHaste(request: FastifyRequest) {
    if (await waitFor(request)) throw new AuthError('RATE_LIMIT_EXCEEDED')
  }

  const visitor = (request: FastifyRequest) => visitorOf(access, request)

  /** Anonymous requests are rate limited; requests with a session need the CSRF token. */
  async function requireTokenOrPatience(request: FastifyRequest) {
    if (await visitor(request)) await requireToken(request)
    else refuseFor(await waitFor(request))
  }

  /** A failed form post redirects to its screen with the code in the URL. */
  async function orBackTo(screen: string, request: FastifyRequest, action: () => Promise<string>) {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      const { next_path } = (request.body ?? {}) as { next_path?: string }
      return errorTarget(screen, error, next_path)
    }
  }

  app.route({
    ...api.csrfToken,
    handler: async (request, reply) => ({ csrf_token: issueCsrfToken(request, reply) }),
  })

  for (const { calls, screens, front, afterReset, isSpace } of sites) {
    const landing = async (user_id: string, next_path?: string, lacksPassword?: boolean) =>
      isSpace ? spaceLandingFor(next_path) : landingFor(db, user_id, next_path, lacksPassword)

    app.route({
      ...calls.emailCheck,
      preHandler: requireTokenOrPatience,
      handler: ({ body }) => checkEmail(db, config, body.email).catch(refuse),
    })

    app.route({
      ...calls.magicGenerate,
      preHandler: requireTokenOrPatience,
      handler: ({ body }) => sendMagicCode(db, config, body.email).catch(refuse),
    })

    app.route({
      ...calls.forgotPassword,
      preHandler: requireTokenOrPatience,
      handler: async (request) => {
        const { email = '' } = request.body
        await refuseOver(db, 'resetLinks', email.trim().toLowerCase().slice(0, 255))
        return sendResetLink(db, config, await linkOrigin(db, config, request), email).catch(refuse)
      },
    })

    app.route({
      ...calls.signIn,
      preHandler: requireFormToken,
      handler: async (request, reply) => {
        const target = await orBackTo(screens.signIn, request, async () => {
          await refuseHaste(request)
          const { user_id, record } = await signIn(db, config, request)
          await Promise.all([record(), enter(db, request, reply, user_id)])
          return landing(user_id, request.body.next_path)
        })
        return reply.redirect(target, 302)
      },
    })

    app.route({
      ...calls.signUp,
      preHandler: requireFormToken,
      handler: async (request, reply) => {
        const target = await orBackTo(screens.signUp, request, async () => {
          await refuseHaste(request)
          const user_id = await signUp(db, config, request.body, request.ip)
          await enter(db, request, reply, user_id)
          return landing(user_id, request.body.next_path)
        })
        return reply.redirect(target, 302)
      },
    })

    app.route({
      ...calls.magicSignIn,
      preHandler: requireFormToken,
      handler: async (request, reply) => {
        const target = await orBackTo(screens.signIn, request, async () => {
          await refuseHaste(request)
          const user = await signInWithCode(db, config, request.body, request.ip)
          await enter(db, request, reply, user.id)
          return landing(user.id, request.body.next_path, user.is_password_autoset)
        })
        return reply.redirect(target, 302)
      },
    })

    app.route({
      ...calls.magicSignUp,
      preHandler: requireFormToken,
      handler: async (request, reply) => {
        const target = await orBackTo(screens.signUp, request, async () => {
          await refuseHaste(request)
          const user_id = await signUpWithCode(db, config, request.body, request.ip)
          await enter(db, request, reply, user_id)
          return landing(user_id, request.body.next_path)
        })
        return reply.redirect(target, 302)
      },
    })

    app.route({
      ...calls.resetPassword,
      preHandler: requireFormToken,
      handler: async (request, reply) => {
        const target = await orBackTo(screens.reset, request, async () => {
          await refuseHaste(request)
          await resetPassword(db, request.params, request.body.password)
          return afterReset
        })
        return reply.redirect(target, 302)
      },
    })

    app.route({
      ...calls.signOut,
      preHandler: requireFormToken,
      handler: async (request, reply) => {
        const leaving = await visitor(request)
        if (leaving) await noteSignOut(db, leaving.user_id, request.ip)
        await closeSession(db, request, reply, 'app')
        const { next_path } = request.body
        return reply.redirect(isSpace ? spaceLandingFor(next_path) : front, 302)
      },
    })
  }

  app.route({
    ...api.setPassword,
    preHandler: requireToken,
    handler: async (request, reply) => {
      const { user_id } = request.person
      await refuseOver(db, 'oldPasswords', user_id)
      const user = await setPassword(db, user_id, request.body.password).catch(refuse)
      await enter(db, request, reply, user_id)
      return user
    },
  })

  app.route({
    ...api.changePassword,
    preHandler: requireToken,
    handler: async (request, reply) => {
      const { user_id } = request.person
      await refuseOver(db, 'oldPasswords', user_id)
      const answer = await changePassword(db, user_id, request.body).catch(refuse)
      await enter(db, request, reply, user_id)
      return answer
    },
  })

  app.route({
    ...instanceApi.signUp,
    preHandler: requireFormToken,
    handler: async (request, reply) => {
      const target = await orBackTo('/god-mode/', request, async () => {
        const origin = config.webUrl ?? askedOrigin(request)
        const user_id = await setUpInstance(db, request.body, { origin, ip: request.ip })
        await openSession(db, request, reply, 'admin', user_id)
        await enter(db, request, reply, user_id)
        if (request.body.demo !== '1') return '/onboarding/'
        return `/${await addDemoWorkspace(db, user_id)}/`
      })
      return reply.redirect(target, 302)
    },
  })
}
