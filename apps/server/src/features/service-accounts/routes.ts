import { serviceAccountsApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { listAccounts } from './queries.ts'
import {
  changeAccount,
  createAccount,
  openServiceToken,
  renewAccount,
  revokeAccount,
} from './service.ts'

export const serviceAccounts: Feature = async (app) => {
  const { db } = app
  const { secrets } = app.deps
  app.route({ ...api.list, handler: ({ member }) => listAccounts(db, member) })
  app.route({ ...api.create, handler: ({ member, body }) => createAccount(db, member, body) })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => changeAccount(db, member, params.id, body),
  })
  app.route({
    ...api.renew,
    handler: ({ member, params, body }) => renewAccount(db, secrets, member, params.id, body),
  })
  app.route({
    ...api.revoke,
    handler: ({ member, params }) => revokeAccount(db, member, params.id),
  })
  app.route({
    ...api.openToken,
    handler: async ({ member }, reply) => {
      const { isNew, token } = await openServiceToken(db, secrets, member)
      reply.code(isNew ? 201 : 200)
      return { token }
    },
  })
}
