import { ADMIN, GUEST, MEMBER } from '@cairn/contract'
import type { MembersQueryV1, MemberV1 } from '@cairn/contract/v1'
import { containing } from '#features/search-issues/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { findUser, listMembers } from './queries.ts'

export async function readMe(db: Db, user_id: string) {
  const user = await findUser(db, user_id)
  if (!user) throw notFound()
  return user
}

const slugs = new Map([
  [ADMIN, 'admin'],
  [MEMBER, 'member'],
  [GUEST, 'guest'],
] as const)

const NO_ROLE = 0

function readRole(slug: string | undefined) {
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

/** Without being asked for others, those who are in the project now. */
export async function readMembers(
  db: Db,
  member: ProjectMember,
  query: MembersQueryV1,
): Promise<MemberV1[]> {
  const rows = await listMembers(db, member, {
    containing: named.flatMap((column) => {
      const typed = query[column]
      return typed === undefined ? [] : [{ column, pattern: containing(typed) }]
    }),
    role: readRole(query.role_slug),
    is_active: readSwitch('is_active', query.is_active) ?? true,
    is_bot: readSwitch('is_bot', query.is_bot),
  })
  return rows.map(({ email, ...row }) => ({
    ...row,
    ...(email !== null && { email }),
    role_slug: slugs.get(row.role as typeof ADMIN) ?? 'guest',
  }))
}
