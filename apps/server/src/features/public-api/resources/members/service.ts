import { ADMIN, GUEST, MEMBER, type Role, readEmail } from '@cairn/contract'
import type {
  DepartureV1,
  MembersPageQueryV1,
  MembersQueryV1,
  MemberV1,
  NewProjectMemberV1,
} from '@cairn/contract/v1'
import {
  addMembers,
  changeMember,
  removeMember as removeFromProject,
} from '#features/project-members/service.ts'
import { containing } from '#features/search-issues/service.ts'
import { removeMember } from '#features/workspace-members/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, HttpError, notFound } from '#kernel/http/errors.ts'
import { answerPage } from '../../kit/answer-page.ts'
import { byEach, readOrder } from '../../kit/ordering-queries.ts'
import {
  findMember,
  findMembership,
  findSeat,
  listMembers,
  type MemberScope,
  pageOfMembers,
  type WantedMembers,
} from './queries.ts'

const slugs = new Map<number, string>([
  [ADMIN, 'admin'],
  [MEMBER, 'member'],
  [GUEST, 'guest'],
])

const NO_ROLE = 0

function readSlug(slug: string | undefined) {
  if (slug === undefined) return undefined
  const [role] = [...slugs].find(([, name]) => name === slug) ?? [NO_ROLE]
  return role
}

function readSwitch(field: 'is_active' | 'is_bot', typed: string | undefined) {
  if (typed === undefined) return undefined
  if (typed !== 'true' && typed !== 'false') {
    throw badRequest({ [field]: ['Must be a valid boolean.'] })
  }
  return typed === 'true'
}

const named = ['first_name', 'last_name', 'display_name', 'email'] as const

/** Active members by default. */
const readWanted = (query: MembersQueryV1): WantedMembers => ({
  containing: named.flatMap((column) => {
    const typed = query[column]
    return typed === undefined ? [] : [{ column, pattern: containing(typed) }]
  }),
  role: readSlug(query.role_slug),
  is_active: readSwitch('is_active', query.is_active) ?? true,
  is_bot: readSwitch('is_bot', query.is_bot),
})

type Row = Awaited<ReturnType<typeof listMembers>>[number]

const shown = ({ email, ...row }: Row): MemberV1 => ({
  ...row,
  ...(email !== null && { email }),
  role_slug: slugs.get(row.role) ?? 'guest',
})

export const readMembers = async (db: Db, place: MemberScope, query: MembersQueryV1) =>
  (await listMembers(db, place, readWanted(query))).map(shown)

const orders = {
  ...byEach('m', ['created_at', 'role']),
  ...byEach('u', ['first_name', 'last_name', 'display_name']),
}

export const readMembersPage = (db: Db, place: MemberScope, query: MembersPageQueryV1) => {
  const wanted = readWanted(query)
  const order = readOrder('m', query.order_by, 'created_at', orders)
  return answerPage(db, place, query, async (slice) => {
    const { rows, total } = await pageOfMembers(db, place, wanted, order, slice)
    return { rows: rows.map(shown), total }
  })
}

const isRole = (role: number): role is Role => slugs.has(role)

function readRole(role: number): Role {
  if (!isRole(role)) throw badRequest({ role: ['Invalid role'] })
  return role
}

async function membershipOf(db: Db, member: ProjectMember, id: string) {
  const membership = await findMembership(db, member, id)
  if (!membership) throw notFound()
  return membership
}

export async function readProjectMember(db: Db, member: ProjectMember, id: string) {
  const { member: user_id } = await membershipOf(db, member, id)
  const found = await findMember(db, member, user_id)
  if (!found) throw notFound()
  return shown(found)
}

const notInWorkspace = () => badRequest({ member: ['Member not found in workspace'] })

/** `origin` is the origin of the link in the mail. */
export async function addProjectMember(
  db: Db,
  member: ProjectMember,
  { member: member_id, role: wanted = GUEST }: NewProjectMemberV1,
  origin: string,
) {
  const role = readRole(wanted)
  const known = await findMembership(db, member, member_id)
  if (known?.member === member_id) throw badRequest({ error: 'The payload is not valid' })
  const body = { members: [{ member_id, role }] }
  await addMembers(db, member, body, origin).catch((error: unknown) => {
    // The application's error names the index of the unknown user.
    throw error instanceof HttpError && 'members' in error.body ? notInWorkspace() : error
  })
  return membershipOf(db, member, member_id)
}

export async function changeProjectMember(
  db: Db,
  member: ProjectMember,
  id: string,
  role: number | undefined,
) {
  const change = role === undefined ? {} : { role: readRole(role) }
  const membership = await membershipOf(db, member, id)
  await changeMember(db, member, membership.id, change)
  return membershipOf(db, member, membership.id)
}

export async function endProjectMembership(db: Db, member: ProjectMember, id: string) {
  const membership = await membershipOf(db, member, id)
  await removeFromProject(db, member, membership.id)
}

/** Removes a member from the workspace, and so from all its projects. */
export async function removeFromWorkspace(db: Db, member: Member, wanted: DepartureV1) {
  const { email: typed, member: user_id } = wanted
  if (typed === undefined && user_id === undefined) {
    throw badRequest({ member: ['This field is required.'] })
  }
  const email = typed === undefined ? undefined : (readEmail(typed) ?? '')
  const seat = await findSeat(db, member, {
    ...(email !== undefined && { email }),
    ...(user_id !== undefined && { member: user_id }),
  })
  if (!seat) throw notInWorkspace()
  await removeMember(db, member, seat.id)
}
