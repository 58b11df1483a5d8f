import { closeAccount, languageOf } from '#features/account/service.ts'
import { endSessionsOf } from '#features/sessions/service.ts'
import { leaveEverything, revokeAllInvitationsOf } from '#features/workspace-members/service.ts'
import type { Person } from '#kernel/auth/member.ts'
import { hashPassword } from '#kernel/auth/passwords.ts'
import { randomToken } from '#kernel/auth/tokens.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { queueMail } from '#kernel/mail/delivery.ts'
import { deactivatedMail } from './mails.ts'
import { findAbandoned, lockWorkspacesOf } from './queries.ts'

interface From {
  ip: string
  origin: string
}

/**
 * Closes the account until an administrator reopens it; refused if members would be left without an
 * administrator.
 */
export async function deactivate(db: Db, person: Person, { ip, origin }: From): Promise<void> {
  const { user_id, email, is_instance_admin } = person
  if (is_instance_admin) {
    const error = 'You cannot deactivate your account since you are an instance admin'
    throw badRequest({ error })
  }
  const password_hash = await hashPassword(randomToken(40))
  await db.transaction().execute(async (tx) => {
    await lockWorkspacesOf(tx, user_id)
    const abandoned = await findAbandoned(tx, user_id)
    if (abandoned?.projects) {
      const error = 'You cannot deactivate account as you are the only admin in some projects.'
      throw badRequest({ error })
    }
    if (abandoned?.workspaces) {
      const error = 'You cannot deactivate account as you are the only admin in some workspaces.'
      throw badRequest({ error })
    }
    const language = await languageOf(tx, email)
    await leaveEverything(tx, person)
    await revokeAllInvitationsOf(tx, user_id)
    await closeAccount(tx, user_id, password_hash, ip)
    await endSessionsOf(tx, user_id)
    await queueMail(tx, deactivatedMail(email, origin, language))
  })
}
