import { ADMIN, GUEST, type Invitation, MEMBER, type Role, readEmail } from '@cairn/contract'
import type { InvitationPatchV1, InvitationV1, NewInvitationV1 } from '@cairn/contract/v1'
import {
  changeRole,
  invite,
  listInvitations,
  readInvitation,
  revoke,
} from '#features/invitations/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, HttpError } from '#kernel/http/errors.ts'

const shown = (invitation: Invitation): InvitationV1 => {
  const { id, email, role, created_at, updated_at, responded_at, accepted } = invitation
  return { id, email, role, created_at, updated_at, responded_at, accepted }
}

function readRole(role: number): Role {
  if (role === ADMIN || role === MEMBER || role === GUEST) return role
  throw badRequest({ role: ['Invalid role'] })
}

export const readInvitations = async (db: Db, member: Member) =>
  (await listInvitations(db, member)).map(shown)

export const readOne = async (db: Db, member: Member, id: string) =>
  shown(await readInvitation(db, member, id))

/** `origin` is the origin of the link in the mail. */
export async function addInvitation(
  db: Db,
  member: Member,
  { email: typed, role: wanted = GUEST }: NewInvitationV1,
  origin: string,
) {
  const email = readEmail(typed)
  if (!email) throw badRequest({ email: ['Invalid email address'] })
  const emails = [{ email, role: readRole(wanted) }]
  const { invitations } = await invite(db, member, { emails }, origin).catch((error: unknown) => {
    const isMember = error instanceof HttpError && 'workspace_users' in error.body
    throw isMember ? badRequest({ email: ['User is already a member of the workspace'] }) : error
  })
  const [made] = invitations
  if (!made) throw badRequest({ non_field_errors: ['Email already invited'] })
  return readOne(db, member, made.id)
}

export async function changeInvitation(
  db: Db,
  member: Member,
  id: string,
  { email, role }: InvitationPatchV1,
) {
  if (email !== undefined) {
    const error = 'Email cannot be updated after invite is created.'
    throw badRequest({ error, code: 'EMAIL_CANNOT_BE_UPDATED' })
  }
  return shown(await changeRole(db, member, id, role === undefined ? role : readRole(role)))
}

/** Answered invitations cannot be revoked. */
export async function revokeInvitation(db: Db, member: Member, id: string) {
  const { accepted, responded_at } = await readInvitation(db, member, id)
  if (accepted) {
    throw badRequest({ error: 'Invite already accepted', code: 'INVITE_ALREADY_ACCEPTED' })
  }
  if (responded_at) {
    throw badRequest({ error: 'Invite already responded', code: 'INVITE_ALREADY_RESPONDED' })
  }
  await revoke(db, member, id)
}
