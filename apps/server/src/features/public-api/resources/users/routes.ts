import { usersV1 as api } from '@cairn/contract/v1'
import type { Feature } from '#kernel/http/app-type.ts'
import { readMe } from './service.ts'

export const users: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.me, handler: ({ person }) => readMe(db, person.user_id) })
}
