import {
  ADMIN,
  GUEST,
  type WorkspaceMemberEvent,
  type WorkspaceMemberPatch,
  type WorkspaceUserProperties,
  type WorkspaceUserPropertiesPatch,
} from '@cairn/contract'
import { listProjects } from '#features/projects/service.ts'
import { emitWorkspace, listPeopleByRole } from '#features/workspaces/service.ts'
import type { Member, Person } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { userProperties } from '#product/user-property-queries.ts'
import { emitDepartures, emitRoles, emitVisibleProjects } from './project-events.ts'
import {
  demoteInProjects,
  findMember,
  findMemberAs,
  isAloneInSomeProject,
  leaveProjects,
  listMembersOfProjects,
  listSeats,
  lockWorkspace,
  revokeHigherInvitations,
  revokeInvitationsOf,
  updateMembership,
  upsertMembership,
} from './queries.ts'

export {
  leaveProjects,
  listActiveByEmail,
  lockWorkspace,
  revokeAllInvitationsOf,
  updateMembership,
  upsertMembership,
} from './queries.ts'

export async function readMember(db: Db, member: Member, id: string) {
  const found = await findMember(db, member, id)
  if (!found) throw notFound()
  return found
}

/** Emits the member and the member count to everyone, limited to what their role may see. */
async function emitMember(
  tx: Tx,
  type: WorkspaceMemberEvent['type'],
  workspace_id: string,
  user_id: string,
) {
  await emitToPeople(tx, type, workspace_id, user_id)
  await emitWorkspace(tx, workspace_id)
}

async function emitToPeople(
  tx: Tx,
  type: WorkspaceMemberEvent['type'],
  workspace_id: string,
  user_id: string,
) {
  for (const { role, user_ids } of await listPeopleByRole(tx, workspace_id)) {
    const workspace_member = await findMemberAs(tx, workspace_id, role, user_id)
    await emit(tx, { type, workspace_member }, { to: user_ids, within: { workspace_id } })
  }
}

/** Emits a changed name or avatar to everyone who works with the user. */
export async function emitPerson(tx: Tx, user_id: string) {
  for (const { workspace_id } of await listSeats(tx, user_id)) {
    await emitToPeople(tx, 'workspace_member.saved', workspace_id, user_id)
  }
}

/**
 * All users with the caller's role, read again under the lock: if two administrators remove each
 * other at once, the second no longer is one.
 */
async function lockMembers(tx: Tx, member: Member) {
  await lockWorkspace(tx, member)
  const people = await listPeopleByRole(tx, member.workspace_id)
  const peers = people.find(({ user_ids }) => user_ids.includes(member.user_id))
  if (!peers) throw forbidden()
  return peers
}

export async function lockAsAdmin(tx: Tx, member: Member): Promise<void> {
  const { role } = await lockMembers(tx, member)
  if (role !== ADMIN) throw forbidden()
}

async function findPresent(tx: Tx, member: Member, id: string) {
  const target = await findMember(tx, member, id)
  if (!target?.is_active) throw notFound({ error: 'Member not found' })
  return { user_id: target.member.id, role: target.role }
}

export const changeMember = (db: Db, member: Member, id: string, patch: WorkspaceMemberPatch) =>
  db.transaction().execute(async (tx) => {
    await lockAsAdmin(tx, member)
    const { user_id, role: workspace_role } = await findPresent(tx, member, id)
    if (user_id === member.user_id) {
      throw badRequest({ error: 'You cannot update your own role' })
    }
    const target = { ...member, user_id, workspace_role }
    const { role = workspace_role } = patch
    const before = role === workspace_role ? [] : await listProjects(tx, target)
    await updateMembership(tx, member, user_id, patch)
    if (role < workspace_role) await revokeHigherInvitations(tx, member, user_id, role)
    if (role === GUEST) await emitRoles(tx, member, await demoteInProjects(tx, member, user_id))
    if (role !== workspace_role) {
      await emitVisibleProjects(tx, before, { ...target, workspace_role: role })
    }
    await emitMember(tx, 'workspace_member.saved', member.workspace_id, user_id)
    return readMember(tx, member, id)
  })

/** The rows stay, with their roles: the history refers to users, and assignments stay. */
async function endMembership(tx: Tx, member: Member, user_id: string) {
  await updateMembership(tx, member, user_id, { is_active: false })
  await revokeInvitationsOf(tx, member, user_id)
  await emitDepartures(tx, member, await leaveProjects(tx, member, user_id))
  const { workspace_id: id } = member
  await emitMember(tx, 'workspace_member.removed', id, user_id)
  await emit(tx, { type: 'workspace.removed', id }, { to: [user_id], within: null })
}

/**
 * Leaves all workspaces at once; the caller must check that none is left without an administrator.
 */
export async function leaveEverything(tx: Tx, person: Person) {
  for (const seat of await listSeats(tx, person.user_id)) {
    await endMembership(tx, { ...person, ...seat }, person.user_id)
  }
}

export const removeMember = (db: Db, member: Member, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockAsAdmin(tx, member)
    const { user_id } = await findPresent(tx, member, id)
    if (user_id === member.user_id) {
      const error = 'You cannot remove yourself from the workspace. Please use leave workspace'
      throw badRequest({ error })
    }
    if (await isAloneInSomeProject(tx, member, user_id)) {
      const error =
        'User is a part of some projects where they are the only admin, they should either leave that project or promote another user to admin.'
      throw badRequest({ error })
    }
    await endMembership(tx, member, user_id)
  })

export const leaveWorkspace = (db: Db, member: Member) =>
  db.transaction().execute(async (tx) => {
    const { user_id } = member
    const { role, user_ids } = await lockMembers(tx, member)
    if (role === ADMIN && user_ids.length === 1) {
      const error =
        'You cannot leave the workspace as you are the only admin of the workspace you will have to either delete the workspace or promote another user to admin.'
      throw badRequest({ error })
    }
    if (await isAloneInSomeProject(tx, member, user_id)) {
      const error =
        'You are a part of some projects where you are the only admin, you should either leave the project or promote another user to admin.'
      throw badRequest({ error })
    }
    await endMembership(tx, member, user_id)
  })

type Admitted = Parameters<typeof upsertMembership>[1]

/** Does nothing and emits nothing if the user is an active member. */
export async function admitMember(tx: Tx, values: Admitted) {
  const { workspace_id, user_id } = values
  const admitted = await upsertMembership(tx, values)
  if (admitted) await emitMember(tx, 'workspace_member.saved', workspace_id, user_id)
}

export async function groupMembersByProject(db: Db, member: Member) {
  const rows = await listMembersOfProjects(db, member)
  return Object.fromEntries(Map.groupBy(rows, ({ project }) => project))
}

export async function saveView(db: Db, member: Member, view_props: Record<string, unknown> = {}) {
  await updateMembership(db, member, member.user_id, { view_props: JSON.stringify(view_props) })
}

const properties = userProperties<WorkspaceUserProperties>('workspace_user_properties')

const keyOf = ({ workspace_id, user_id }: Member) => ({ workspace_id, user_id })

export const readProperties = (db: Db, member: Member) => properties.read(db, keyOf(member))

export const changeProperties = (db: Db, member: Member, patch: WorkspaceUserPropertiesPatch) =>
  db.transaction().execute((tx) => properties.change(tx, keyOf(member), patch))
