import type { RolesQueryV1, RoleV1 } from '@cairn/contract/v1'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { answerPage } from '../../kit/answer-page.ts'

/** The same everywhere and never changed: clients store these ids. */
const roles: readonly RoleV1[] = [
  {
    id: '6f1d8a00-3c5e-4b7a-9d21-000000000020',
    name: 'Admin',
    slug: 'admin',
    namespace: 'workspace',
  },
  {
    id: '6f1d8a00-3c5e-4b7a-9d21-000000000015',
    name: 'Member',
    slug: 'member',
    namespace: 'workspace',
  },
  {
    id: '6f1d8a00-3c5e-4b7a-9d21-000000000005',
    name: 'Guest',
    slug: 'guest',
    namespace: 'workspace',
  },
  {
    id: '6f1d8a00-3c5e-4b7a-9d22-000000000020',
    name: 'Admin',
    slug: 'admin',
    namespace: 'project',
  },
  {
    id: '6f1d8a00-3c5e-4b7a-9d22-000000000015',
    name: 'Member',
    slug: 'member',
    namespace: 'project',
  },
  {
    id: '6f1d8a00-3c5e-4b7a-9d22-000000000005',
    name: 'Guest',
    slug: 'guest',
    namespace: 'project',
  },
]

export const readRoles = (db: Db, member: Member, query: RolesQueryV1) => {
  const { namespace } = query
  const wanted = roles.filter((role) => namespace === undefined || role.namespace === namespace)
  return answerPage(db, member, query, async ({ size, page }) => ({
    rows: wanted.slice(page * size, (page + 1) * size),
    total: wanted.length,
  }))
}

export function readRole(id: string): RoleV1 {
  const role = roles.find((one) => one.id === id)
  if (!role) throw notFound()
  return role
}
