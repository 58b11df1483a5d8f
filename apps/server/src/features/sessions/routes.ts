import { sessionsApi as api } from '@cairn/contract'
import { sessionToken } from '#kernel/auth/sessions.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { listSessions } from './queries.ts'
import { revokeSession } from './service.ts'

export const sessions: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.list,
    handler: (request) =>
      listSessions(db, request.person.user_id, sessionToken(request, 'app') ?? ''),
  })
  app.route({
    ...api.revoke,
    handler: ({ person, params }) => revokeSession(db, person.user_id, params.id),
  })
}
