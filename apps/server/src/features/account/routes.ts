import { accountApi as api } from '@cairn/contract'
import { sessionToken } from '#kernel/auth/sessions.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { findProfile, findUser } from './queries.ts'
import { changeProfile, finishOnboarding } from './service.ts'

export const account: Feature = async (app) => {
  const { db } = app
  const { access } = app.deps
  app.route({ ...api.me, handler: ({ person }) => findUser(db, person.user_id) })
  app.route({
    ...api.session,
    handler: async (request) => {
      const token = sessionToken(request, 'app')
      const admission = token && (await access.ask({ kind: 'app', token }))
      if (!admission) return { is_authenticated: false }
      return { is_authenticated: true, user: await findUser(db, admission.user_id) }
    },
  })
  app.route({ ...api.profile, handler: ({ person }) => findProfile(db, person.user_id) })
  app.route({
    ...api.changeProfile,
    handler: ({ person, body }) => changeProfile(db, person.user_id, body),
  })
  app.route({
    ...api.finishOnboarding,
    handler: ({ person, body }) => finishOnboarding(db, person.user_id, body.is_onboarded),
  })
  app.route({
    ...api.amInstanceAdmin,
    handler: async ({ person }) => ({ is_instance_admin: person.is_instance_admin }),
  })
}
