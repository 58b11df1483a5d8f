import {
  ADMIN,
  GUEST,
  type NewProjectMembers,
  type ProjectMemberPatch,
  type ProjectMember as ProjectMemberRow,
} from '@cairn/contract'
import {
  admitToProject,
  emitProject,
  emitToUsers,
  listAudience,
} from '#features/projects/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { refuseOver } from '#kernel/auth/throttle.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { queueMail } from '#kernel/mail/delivery.ts'
import { toMailLanguage } from '#kernel/mail/language.ts'
import { lockProject } from '#product/lock-queries.ts'
import { addedMail } from './mails.ts'
import {
  findMember,
  findOwn,
  findRow,
  hasOtherAdmin,
  listColleagues,
  listRowsOf,
  nameForMail,
  updateMembership,
} from './queries.ts'

export { saveProperties } from './properties.ts'
export { dropFromFilters } from './queries.ts'

export async function readMember(db: Db, member: ProjectMember, id: string) {
  const found = await findMember(db, member, id)
  if (!found) throw notFound()
  return found
}

export async function readOwn(db: Db, member: ProjectMember) {
  const found = await findOwn(db, member)
  if (!found) throw notFound()
  return found
}

/**
 * The caller's row, read again with the project locked: if two administrators remove each other at
 * once, the second no longer is one.
 */
async function lockMembers(tx: Tx, member: ProjectMember): Promise<ProjectMemberRow> {
  await lockProject(tx, member)
  const [own] = await listRowsOf(tx, member, [member.user_id])
  if (!own) throw forbidden()
  return own
}

async function lockAsAdmin(tx: Tx, member: ProjectMember): Promise<void> {
  const { role } = await lockMembers(tx, member)
  if (role !== ADMIN) throw forbidden()
}

interface Wanted {
  user_id: string
  role: number
}

function readWanted({ members = [] }: NewProjectMembers): Wanted[] {
  if (members.length === 0) throw badRequest({ error: 'Atleast one member is required' })
  return members.map(({ member_id, role = GUEST }) => ({ user_id: member_id.toLowerCase(), role }))
}

const tooHigh = 'You cannot add a user with role higher than the workspace role'
const tooLow = 'You cannot add a user with role lower than the workspace role'

/**
 * A workspace guest cannot be more than a guest in a project, and administrators cannot be less.
 */
function refuseUnfitRole(role: number, inWorkspace: number) {
  if (inWorkspace === ADMIN && role < ADMIN) throw badRequest({ error: tooLow })
  if (inWorkspace === GUEST && role > GUEST) throw badRequest({ error: tooHigh })
}

/** All of them or none. `origin` is the origin of the mailed links. */
export async function addMembers(
  db: Db,
  member: ProjectMember,
  body: NewProjectMembers,
  origin: string,
) {
  const wanted = readWanted(body)
  await refuseOver(db, 'projectMembers', member.user_id, wanted.length)
  return db.transaction().execute(async (tx) => {
    await lockAsAdmin(tx, member)
    const ids = wanted.map(({ user_id }) => user_id)
    const found = await listColleagues(tx, member, ids)
    const colleagues = new Map(found.map((one) => [one.user_id, one]))
    for (const [index, { user_id, role }] of wanted.entries()) {
      const colleague = colleagues.get(user_id)
      if (!colleague) {
        const sentence = `Invalid pk "${user_id}" - object does not exist.`
        throw badRequest({ members: { [index]: [sentence] } })
      }
      refuseUnfitRole(role, colleague.role)
    }
    const known = new Set((await listRowsOf(tx, member, ids)).map((row) => row.member))
    const people = [...new Map(wanted.map((one) => [one.user_id, one])).values()]
    const rows = await admitToProject(tx, member, member.project_id, people, { retainsRole: false })
    const names = await nameForMail(tx, member)
    const link = `${origin}/${member.slug}/projects/${member.project_id}/issues`
    for (const { email, user_id, language } of colleagues.values()) {
      if (known.has(user_id)) continue
      const inviter = names.first_name || names.display_name
      const { workspace_id, project_id } = member
      const mail = addedMail(email, { ...names, inviter, link }, toMailLanguage(language))
      await queueMail(tx, mail, { recipient_id: user_id, workspace_id, project_id })
    }
    return rows
  })
}

async function findOther(tx: Tx, member: ProjectMember, id: string): Promise<ProjectMemberRow> {
  const row = await findRow(tx, member, id)
  if (!row) throw notFound({ error: 'Member not found' })
  return row
}

async function refuseRole(tx: Tx, member: ProjectMember, target: ProjectMemberRow, role: number) {
  const isOwn = target.member === member.user_id
  if (isOwn && member.workspace_role !== ADMIN) {
    throw badRequest({ error: 'You cannot update your own role' })
  }
  const [colleague] = await listColleagues(tx, member, [target.member])
  // The role of a service account is set in the workspace.
  if (!colleague) throw notFound({ error: 'Member not found' })
  if (colleague.role === GUEST && role > GUEST) throw badRequest({ error: tooHigh })
  if (role < ADMIN && !(await hasOtherAdmin(tx, member, target.member))) {
    throw badRequest({ error: 'A project needs at least one admin' })
  }
}

const everyone = ({ workspace_id, project_id }: ProjectMember) =>
  ({ workspace_id, project_id, for_everyone: true }) as const

export const changeMember = (
  db: Db,
  member: ProjectMember,
  id: string,
  patch: ProjectMemberPatch,
) =>
  db.transaction().execute(async (tx) => {
    await lockAsAdmin(tx, member)
    const target = await findOther(tx, member, id)
    const { role, comment, sort_order, ...props } = patch
    if (role !== undefined) await refuseRole(tx, member, target, role)
    const project_member = await updateMembership(tx, member, target.member, {
      ...(role !== undefined && { role, given_role: null }),
      ...(comment !== undefined && { comment }),
      ...(sort_order !== undefined && { sort_order }),
      ...Object.fromEntries(
        Object.entries(props).map(([key, value]) => [key, JSON.stringify(value)]),
      ),
    })
    if (!project_member) throw notFound()
    await emit(tx, { type: 'project_member.saved', project_member }, everyone(member))
    await emitToUsers(tx, member, member.project_id, [target.member])
    return readMember(tx, member, id)
  })

/** The row stays, with its role: the history refers to users, and assignments stay. */
async function endMembership(
  tx: Tx,
  member: ProjectMember,
  { id, member: user_id }: ProjectMemberRow,
) {
  const { project_id } = member
  const before = await listAudience(tx, member, project_id)
  await updateMembership(tx, member, user_id, { is_active: false })
  await emit(tx, { type: 'project_member.removed', id, project_id }, everyone(member))
  await emitProject(tx, member, project_id, { before, changedFor: [user_id] })
}

export const removeMember = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockAsAdmin(tx, member)
    const target = await findOther(tx, member, id)
    if (target.member === member.user_id) {
      const error = 'You cannot remove yourself from the workspace. Please use leave workspace'
      throw badRequest({ error })
    }
    await endMembership(tx, member, target)
  })

export const leaveProject = (db: Db, member: ProjectMember) =>
  db.transaction().execute(async (tx) => {
    const own = await lockMembers(tx, member)
    if (own.role === ADMIN && !(await hasOtherAdmin(tx, member, member.user_id))) {
      const error =
        'You cannot leave the project as your the only admin of the project you will have to either delete the project or create an another admin'
      throw badRequest({ error })
    }
    await endMembership(tx, member, own)
  })
