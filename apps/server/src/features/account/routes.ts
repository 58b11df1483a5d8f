import { accountApi as api } from '@cairn/contract'
import { closeSession } from '#kernel/auth/sessions.ts'
import { visitorOf } from '#kernel/auth/visitor.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { changeEmail, sendEmailCode } from './email-change.ts'
import { registerPictures } from './pictures.ts'
import { findPreferences, findProfile, findUser, listAccounts } from './queries.ts'
import {
  changePreferences,
  changeProfile,
  changeUser,
  describeSettings,
  disconnectAccount,
  finish,
  readAccount,
  readProjectRoles,
} from './service.ts'

export const account: Feature = async (app) => {
  const { db } = app
  const { access, config } = app.deps
  registerPictures()
  app.route({ ...api.me, handler: ({ person }) => findUser(db, person.user_id) })
  app.route({
    ...api.change,
    handler: ({ person, body }) => changeUser(db, person.user_id, body),
  })
  app.route({
    ...api.session,
    handler: async (request) => {
      const admission = await visitorOf(access, request)
      if (!admission) return { is_authenticated: false }
      return { is_authenticated: true, user: await findUser(db, admission.user_id) }
    },
  })
  app.route({
    ...api.emailCode,
    handler: ({ person, body }) => sendEmailCode(db, config, person, body.email),
  })
  app.route({
    ...api.changeEmail,
    handler: async (request, reply) => {
      const user = await changeEmail(db, request.person, request.body)
      await closeSession(db, request, reply, 'app')
      return user
    },
  })
  app.route({ ...api.profile, handler: ({ person }) => findProfile(db, person.user_id) })
  app.route({
    ...api.changeProfile,
    handler: ({ person, body }) => changeProfile(db, person.user_id, body),
  })
  app.route({
    ...api.finishOnboarding,
    handler: ({ person, body }) => finish(db, person.user_id, body),
  })
  app.route({ ...api.finishTour, handler: ({ person, body }) => finish(db, person.user_id, body) })
  app.route({ ...api.settings, handler: ({ person }) => describeSettings(db, person) })
  app.route({ ...api.preferences, handler: ({ person }) => findPreferences(db, person.user_id) })
  app.route({
    ...api.changePreferences,
    handler: ({ person, body }) => changePreferences(db, person.user_id, body),
  })
  app.route({
    ...api.amInstanceAdmin,
    handler: async ({ person }) => ({ is_instance_admin: person.is_instance_admin }),
  })
  app.route({ ...api.accounts, handler: ({ person }) => listAccounts(db, person.user_id) })
  app.route({
    ...api.account,
    handler: ({ person, params }) => readAccount(db, person.user_id, params.id),
  })
  app.route({
    ...api.disconnect,
    handler: ({ person, params }) => disconnectAccount(db, person.user_id, params.id),
  })
  app.route({ ...api.projectRoles, handler: ({ member }) => readProjectRoles(db, member) })
}
