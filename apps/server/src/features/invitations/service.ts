import {
  GUEST,
  type Invitation,
  type InvitationAnswer,
  type IssuedInvitation,
  type NewInvitations,
  readEmail,
} from '@cairn/contract'
import { updateProfile } from '#features/account/service.ts'
import { admitMember, listActiveByEmail } from '#features/workspace-members/service.ts'
import type { Member, Person } from '#kernel/auth/member.ts'
import { refuseOver } from '#kernel/auth/throttle.ts'
import { hashToken, randomToken } from '#kernel/auth/tokens.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { queueMail } from '#kernel/mail/delivery.ts'
import type { AcceptedLink } from './accepted-links.ts'
import {
  findByLink,
  findInvitation,
  findProvedAccount,
  insertInvitation,
  listInvitations,
  lockAccepted,
  lockByLink,
  lockInviter,
  lockWaiting,
  noteAnswer,
  renewInvitation,
  revokeInvitation,
  updateRole,
} from './queries.ts'

export { acceptedLinks, dropLinks } from './accepted-links.ts'
export { listInvitations, removeSpentInvitations } from './queries.ts'

const SECRET_LENGTH = 48

function refuseHigherRole({ workspace_role }: Member, role: number) {
  if (role > workspace_role) {
    throw badRequest({ error: 'You cannot invite a user with higher role' })
  }
}

interface Invitee {
  email: string
  role: number
}

function readInvitees(member: Member, { emails = [] }: NewInvitations): Invitee[] {
  if (emails.length === 0) throw badRequest({ error: 'Emails are required' })
  for (const { role = GUEST } of emails) refuseHigherRole(member, role)
  const invitees = new Map<string, Invitee>()
  for (const { email: typed, role = GUEST } of emails) {
    const email = readEmail(typed)
    if (!email) {
      const error = `Invalid email - ${typed.slice(0, 255)} provided a valid email address is required to send the invite`
      throw badRequest({ error })
    }
    if (!invitees.has(email)) invitees.set(email, { email, role })
  }
  // In one order for all: two who invite the same people at once would wait for each other.
  return [...invitees.values()].sort((a, b) => (a.email < b.email ? -1 : 1))
}

type Issued = Omit<IssuedInvitation, 'invite_link'>

const withLink = ({ id, email, role }: Issued, slug: string, token: string): IssuedInvitation => {
  const query = new URLSearchParams({ invitation_id: id, email, slug, token })
  return { id, email, role, invite_link: `/workspace-invitations/?${query}` }
}

async function enterAsInviter(tx: Tx, member: Member) {
  const inviter = await lockInviter(tx, member)
  if (!inviter) throw forbidden()
  return inviter
}

type Inviter = Awaited<ReturnType<typeof enterAsInviter>>

const sentence = ({ inviter, workspace }: Inviter) =>
  `${inviter} invites you to join ${workspace} on Cairn.`.replace(/\s+/g, ' ')

const mailInvitation = (
  tx: Tx,
  names: Inviter,
  { email, invite_link }: IssuedInvitation,
  origin: string,
) =>
  queueMail(tx, {
    to: email,
    subject: `${names.inviter} invites you to ${names.workspace} on Cairn`,
    text: `${sentence(names)}

Open this link to accept or to decline:
${origin}${invite_link}

It is meant for ${email} and works for seven days. If you do not know what this is about, ignore it.
`,
    html: '',
  })

/** Counted before anything is written, and outside of the transaction. */
async function refuseTooMany(db: Db, { user_id, workspace_id }: Member, emails: string[]) {
  await refuseOver(db, 'invitationsByInviter', user_id, emails.length)
  await refuseOver(db, 'invitationsOfWorkspace', workspace_id, emails.length)
  for (const email of emails) await refuseOver(db, 'invitationsToAddress', email)
}

/** All of them or none. `origin` is where the mailed links lead. */
export async function invite(db: Db, member: Member, wanted: NewInvitations, origin: string) {
  const invitees = readInvitees(member, wanted)
  const emails = invitees.map(({ email }) => email)
  await refuseTooMany(db, member, emails)
  return db.transaction().execute(async (tx) => {
    const names = await enterAsInviter(tx, member)
    const workspace_users = await listActiveByEmail(tx, member, emails)
    if (workspace_users.length > 0) {
      throw badRequest({ error: 'Some users are already member of workspace', workspace_users })
    }
    const invitations: IssuedInvitation[] = []
    for (const invitee of invitees) {
      const token = randomToken(SECRET_LENGTH)
      const values = { ...invitee, message: sentence(names), token_hash: hashToken(token) }
      const created = await insertInvitation(tx, member, values)
      if (!created) continue
      const issued = withLink(created, member.slug, token)
      await mailInvitation(tx, names, issued, origin)
      invitations.push(issued)
    }
    return { message: 'Emails sent successfully', invitations }
  })
}

/** Each with where the invited find it once they are signed in; the secret is shown once, elsewhere. */
export async function listWithLinks(db: Db, member: Member) {
  const invitations = await listInvitations(db, member)
  return invitations.map((invitation) => {
    const { id, email, workspace } = invitation
    const query = new URLSearchParams({ invitation_id: id, email, slug: workspace.slug })
    return { ...invitation, invite_link: `/invitations/?${query}` }
  })
}

export async function readInvitation(db: Db, member: Member, id: string) {
  const invitation = await findInvitation(db, member, id)
  if (!invitation) throw notFound()
  return invitation
}

export const changeRole = (db: Db, member: Member, id: string, role?: number) =>
  db.transaction().execute(async (tx) => {
    await enterAsInviter(tx, member)
    const known = await readInvitation(tx, member, id)
    refuseHigherRole(member, Math.max(known.role, role ?? known.role))
    if (role !== undefined) await updateRole(tx, member, id, role)
    return readInvitation(tx, member, id)
  })

export async function revoke(db: Db, member: Member, id: string) {
  if (!(await revokeInvitation(db, member, id))) throw notFound()
}

/** Not for roles above the own: whoever is shown the link could take the seat themselves. */
export async function resend(db: Db, member: Member, id: string, origin: string) {
  const { email } = await readInvitation(db, member, id)
  await refuseTooMany(db, member, [email])
  return db.transaction().execute(async (tx) => {
    const names = await enterAsInviter(tx, member)
    const token = randomToken(SECRET_LENGTH)
    const renewed = await renewInvitation(tx, member, id, hashToken(token))
    if (!renewed) throw notFound()
    refuseHigherRole(member, renewed.role)
    const issued = withLink(renewed, member.slug, token)
    await mailInvitation(tx, names, issued, origin)
    return issued
  })
}

interface Link {
  slug: string
  id: string
  token: string
}

const keyOf = ({ slug, id, token }: Link) => ({ slug, id, token_hash: hashToken(token) })

export async function openInvitation(db: Db, link: Link) {
  const invitation = await findByLink(db, keyOf(link))
  if (!invitation) throw notFound()
  return invitation
}

async function join(tx: Tx, { id, role, workspace, created_by }: Invitation, user_id: string) {
  await admitMember(tx, { workspace_id: workspace.id, user_id, role, created_by })
  await noteAnswer(tx, id, { accepted: true, deleted_at: now })
}

/**
 * Somebody who holds the link answers. Who is not signed in joins only with an account whose address
 * was proved: anybody could have made one with this address and waited. The others' yes is kept until
 * they sign in: `waits` says so.
 */
export const answerInvitation = (
  db: Db,
  link: Link,
  { email = '', accepted = false }: InvitationAnswer,
  caller: Person | undefined,
) =>
  db.transaction().execute(async (tx) => {
    const invitation = await lockByLink(tx, keyOf(link))
    if (!invitation) throw notFound()
    const isInvited = readEmail(email) === invitation.email
    if (!isInvited || (caller && caller.email !== invitation.email)) {
      throw forbidden({ error: 'You do not have permission to join the workspace' })
    }
    const comesBack = invitation.accepted && caller !== undefined
    if (invitation.responded_at && !comesBack) {
      throw badRequest({ error: 'You have already responded to the invitation request' })
    }
    if (!accepted) {
      await noteAnswer(tx, invitation.id, { accepted: false })
      return { message: 'Workspace Invitation was not accepted', waits: false }
    }
    const account = caller ?? (await findProvedAccount(tx, invitation.email))
    if (account) {
      await join(tx, invitation, account.user_id)
      await updateProfile(tx, account.user_id, { last_workspace_id: invitation.workspace.id })
    } else await noteAnswer(tx, invitation.id, { accepted: true })
    return { message: 'Workspace Invitation Accepted', waits: !account }
  })

/** Of these, the ones that wait for this person; the others are none of theirs. */
export const joinWaiting = (db: Db, { user_id }: Person, ids: string[]) =>
  db.transaction().execute(async (tx) => {
    if (ids.length === 0) return
    for (const invitation of await lockWaiting(tx, user_id, ids)) {
      await join(tx, invitation, user_id)
    }
  })

/** At every sign-in: what this person accepted, and proved to be theirs, becomes membership. */
export const joinAccepted = (db: Db, user_id: string, links: AcceptedLink[] = []) =>
  db.transaction().execute(async (tx) => {
    const keys = links.map(({ id, token }) => ({ id, token_hash: hashToken(token) }))
    for (const invitation of await lockAccepted(tx, user_id, keys)) {
      await join(tx, invitation, user_id)
    }
  })
