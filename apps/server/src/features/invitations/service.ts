import {
  GUEST,
  type Invitation,
  type InvitationAnswer,
  type IssuedInvitation,
  MEMBER,
  type NewInvitations,
  readEmail,
} from '@cairn/contract'
import { languageOf, updateProfile } from '#features/account/service.ts'
import { admitToProject } from '#features/projects/service.ts'
import { admitMember, listActiveByEmail } from '#features/workspace-members/service.ts'
import type { Member, Person } from '#kernel/auth/member.ts'
import { refuseOver } from '#kernel/auth/throttle.ts'
import { hashToken, randomToken } from '#kernel/auth/tokens.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { queueMail } from '#kernel/mail/delivery.ts'
import type { AcceptedLink } from './accepted-links.ts'
import { invitationWords } from './mail-words.ts'
import {
  countWorkspace,
  findByLink,
  findInvitation,
  findProvedAccount,
  findUnanswered,
  insertInvitation,
  insertProjects,
  listInvitations,
  lockAccepted,
  lockByLink,
  lockGivableProjects,
  lockInvitedProjects,
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
  // Sorted: two requests that invite the same addresses at once could deadlock otherwise.
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

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

interface Letter {
  issued: IssuedInvitation
  note: string
  projects: readonly { name: string }[]
}

async function mailInvitation(
  tx: Tx,
  { inviter, workspace, email: sender }: Inviter,
  { issued: { email, invite_link }, note, projects }: Letter,
  origin: string,
) {
  const language = await languageOf(tx, email, sender)
  const words = invitationWords[language]
  const listed = projects.map(({ name }) => oneLine(name)).join(', ')
  const parts = [
    oneLine(words.sentence(inviter, workspace)),
    note && `"${note}"`,
    listed && `${words.projects(projects.length)}: ${listed}`,
    `${words.open}\n${origin}${invite_link}`,
    words.end(email),
  ]
  return queueMail(tx, {
    to: email,
    subject: oneLine(words.subject(inviter, workspace)),
    text: `${parts.filter(Boolean).join('\n\n')}\n`,
    html: '',
  })
}

/**
 * All of them, or none: a project to which the caller may not add members is treated like a missing
 * one.
 */
async function readProjects(tx: Tx, member: Member, { projects = [] }: NewInvitations) {
  const roles = new Map(
    projects.map(({ project_id, role = MEMBER }) => [project_id.toLowerCase(), role]),
  )
  const ids = [...roles.keys()]
  const givable = ids.length > 0 ? await lockGivableProjects(tx, member, ids) : []
  const foreign = ids.find((wanted) => !givable.some(({ id }) => id === wanted))
  if (foreign) throw badRequest({ projects: [`Invalid pk "${foreign}" - object does not exist.`] })
  // In the order they were chosen.
  return ids.flatMap((project_id) => {
    const found = givable.find(({ id }) => id === project_id)
    return found ? { project_id, name: found.name, role: roles.get(project_id) ?? MEMBER } : []
  })
}

/** Counted before any write, and outside of the transaction. */
async function refuseTooMany(db: Db, { user_id, workspace_id }: Member, emails: string[]) {
  await refuseOver(db, 'invitationsByInviter', user_id, emails.length)
  await refuseOver(db, 'invitationsOfWorkspace', workspace_id, emails.length)
  for (const email of emails) await refuseOver(db, 'invitationsToAddress', email)
}

/** All of them or none. `origin` is the origin of the mailed links. */
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
    const projects = await readProjects(tx, member, wanted)
    const note = wanted.note?.trim() ?? ''
    const invitations: IssuedInvitation[] = []
    // The message of the contract; the mail uses the recipient's language.
    const message = oneLine(invitationWords.en.sentence(names.inviter, names.workspace))
    for (const invitee of invitees) {
      const token = randomToken(SECRET_LENGTH)
      const values = { ...invitee, note, message, token_hash: hashToken(token) }
      const created = await insertInvitation(tx, member, values)
      const known = created ?? (await findUnanswered(tx, member, invitee.email))
      if (known && projects.length > 0) {
        await insertProjects(tx, member, known.id, projects)
      }
      if (!created) continue
      const issued = withLink(created, member.slug, token)
      await mailInvitation(tx, names, { issued, note, projects }, origin)
      invitations.push(issued)
    }
    return { message: 'Emails sent successfully', invitations }
  })
}

/** Each with the path to it for signed-in invitees; the secret is shown only once, elsewhere. */
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

/** Not for roles above the caller's own: anyone shown the link could use it. */
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
    const { note, projects } = await readInvitation(tx, member, id)
    await mailInvitation(tx, names, { issued, note, projects }, origin)
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
  return { ...invitation, ...(await countWorkspace(db, invitation.workspace.id)) }
}

/** Existing project members keep their role. */
async function join(tx: Tx, invitation: Invitation, user_id: string) {
  const { id, email, role, workspace, created_by } = invitation
  const { id: workspace_id, slug } = workspace
  await admitMember(tx, { workspace_id, user_id, role, created_by })
  for (const seat of await lockInvitedProjects(tx, id, user_id)) {
    const { project_id, workspace_role } = seat
    const newcomer = { user_id, email, is_instance_admin: false, user_timezone: 'UTC' }
    const member: Member = { ...newcomer, workspace_id, slug, workspace_role }
    const people = [{ user_id, role: seat.role }]
    await admitToProject(tx, member, project_id, people, { retainsRole: true })
  }
  await noteAnswer(tx, id, { accepted: true, deleted_at: now })
}

/**
 * Answers an invitation by its link. Without a session only an account with a verified address
 * joins: anyone could have created one with this address and waited. Otherwise the acceptance is
 * stored until sign-in: `waits` is true then.
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

/** Accepts those of these invitations that are open for this user; ignores the others. */
export const joinWaiting = (db: Db, { user_id }: Person, ids: string[]) =>
  db.transaction().execute(async (tx) => {
    if (ids.length === 0) return
    for (const invitation of await lockWaiting(tx, user_id, ids)) {
      await join(tx, invitation, user_id)
    }
  })

/**
 * At every sign-in: turns invitations the user accepted, and proved to be theirs, into memberships.
 */
export const joinAccepted = (db: Db, user_id: string, links: AcceptedLink[] = []) =>
  db.transaction().execute(async (tx) => {
    const keys = links.map(({ id, token }) => ({ id, token_hash: hashToken(token) }))
    for (const invitation of await lockAccepted(tx, user_id, keys)) {
      await join(tx, invitation, user_id)
    }
  })
