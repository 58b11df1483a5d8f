import { homePreferencesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { changePreference, readPreferences } from './service.ts'

export const homePreferences: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ member }) => readPreferences(db, member) })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => changePreference(db, member, params.key, body),
  })
}
