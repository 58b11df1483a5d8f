import { instanceApi as api } from '@cairn/contract'
import { visitorOf } from '#kernel/auth/visitor.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { listStoredMails, noteSignUpScreen } from './queries.ts'
import { changeInstance, describeInstance } from './service.ts'

export const instance: Feature = async (app) => {
  const { db } = app
  const { access, secrets, config } = app.deps

  app.route({
    ...api.info,
    handler: async (request) => {
      const admission = await visitorOf(access, request, 'admin')
      return describeInstance({ db, secrets, config }, admission?.is_instance_admin === true)
    },
  })
  app.route({
    ...api.change,
    handler: ({ person, body }) => changeInstance(db, person.user_id, body),
  })
  app.route({
    ...api.noteSignUpScreen,
    handler: async () => {
      await noteSignUpScreen(db)
      return null
    },
  })
  app.route({ ...api.mails, handler: () => listStoredMails(db) })
}
