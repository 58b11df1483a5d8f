import { instanceAdminsApi as api, instanceAuthApi } from '@cairn/contract'
import { findUser } from '#features/account/service.ts'
import { AuthError, errorTarget, rememberBrowser } from '#features/auth/service.ts'
import { joinAccepted } from '#features/invitations/service.ts'
import { rotateCsrf } from '#kernel/auth/csrf.ts'
import { requireFormToken } from '#kernel/auth/form-token.ts'
import { closeSession, openSession } from '#kernel/auth/sessions.ts'
import { networkOf, throttle } from '#kernel/auth/throttle.ts'
import { visitorOf } from '#kernel/auth/visitor.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { listInstanceAdmins } from './queries.ts'
import { addInstanceAdmin, removeInstanceAdmin, signInAdmin } from './service.ts'

export const instanceAdmins: Feature = async (app) => {
  const { db } = app
  const { access, config } = app.deps

  app.route({
    ...instanceAuthApi.signIn,
    preHandler: requireFormToken,
    handler: async (request, reply) => {
      try {
        const wait = await throttle(db, 'authentication', networkOf(request.ip))
        if (wait > 0) throw new AuthError('RATE_LIMIT_EXCEEDED')
        const user_id = await signInAdmin(db, config, request)
        await joinAccepted(db, user_id)
        await openSession(db, request, reply, 'admin', user_id)
        rotateCsrf(request, reply)
        rememberBrowser(request, reply, user_id)
        return reply.redirect('/god-mode/general', 302)
      } catch (error) {
        if (!(error instanceof AuthError)) throw error
        return reply.redirect(errorTarget('/god-mode/', error), 302)
      }
    },
  })

  app.route({
    ...instanceAuthApi.signOut,
    preHandler: requireFormToken,
    handler: async (request, reply) => {
      await closeSession(db, request, reply, 'admin')
      return reply.redirect('/god-mode/', 302)
    },
  })

  app.route({
    ...api.session,
    handler: async (request) => {
      const admission = await visitorOf(access, request, 'admin')
      if (!admission?.is_instance_admin) return { is_authenticated: false }
      return { is_authenticated: true, user: await findUser(db, admission.user_id) }
    },
  })
  app.route({ ...api.me, handler: ({ person }) => findUser(db, person.user_id) })

  app.route({ ...api.list, handler: () => listInstanceAdmins(db) })
  app.route({
    ...api.add,
    handler: ({ person, body }) => addInstanceAdmin(db, config, person.user_id, body),
  })
  app.route({ ...api.remove, handler: ({ params }) => removeInstanceAdmin(db, params.id) })
}
