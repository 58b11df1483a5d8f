import { type InstanceListQuery, toPage } from '@cairn/contract'
import { issueResetLink } from '#features/auth/service.ts'
import { lockInstance, readInstanceSlice } from '#features/instance/service.ts'
import { findAdministrator } from '#features/instance-admins/service.ts'
import { endSessionsOf } from '#features/sessions/service.ts'
import { revokeAllInvitationsOf } from '#features/workspace-members/service.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { countUsers, findPerson, listUsers, setActive } from './queries.ts'

export async function pageThroughUsers(db: Db, query: InstanceListQuery) {
  const slice = readInstanceSlice(query)
  const search = query.search?.trim() ?? ''
  const [results, total] = await Promise.all([listUsers(db, search, slice), countUsers(db, search)])
  return toPage(slice, { results, count: results.length, total })
}

/**
 * Sessions and invitations end with the commit. An instance admin must be dismissed first, because
 * one must remain.
 */
export const deactivateUser = (db: Db, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockInstance(tx)
    if (!(await setActive(tx, id, false))) throw notFound()
    if (await findAdministrator(tx, id)) {
      throw badRequest({ error: 'An instance admin cannot be deactivated' })
    }
    await revokeAllInvitationsOf(tx, id)
    await endSessionsOf(tx, id)
  })

export async function reactivateUser(db: Db, id: string): Promise<void> {
  if (!(await setActive(db, id, true))) throw notFound()
}

/**
 * For users who forgot their password and cannot receive mail. Nothing changes until it is used.
 */
export const makeResetLink = (db: Db, id: string) =>
  db.transaction().execute(async (tx) => {
    const person = await findPerson(tx, id)
    if (!person) throw notFound()
    if (!person.is_active) throw badRequest({ error: 'This account is deactivated' })
    return { reset_link: await issueResetLink(tx, person) }
  })
