import { type SqlBool, sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'

/**
 * The only ways to a tenant's rows. Every statement of a feature's queries carries one of them, so a
 * row cannot be loaded by its bare id; `scope.test.ts` reads the sources and says where one does.
 * `of` is the table's alias where a statement has several.
 */
const column = (name: string, of: string | undefined) => sql.ref(of ? `${of}.${name}` : name)

export const inWorkspace = ({ workspace_id }: Member, of?: string) =>
  sql<SqlBool>`${column('workspace_id', of)} = ${workspace_id}
    and ${column('deleted_at', of)} is null`

export const inProject = ({ project_id }: ProjectMember, of?: string) =>
  sql<SqlBool>`${column('project_id', of)} = ${project_id}
    and ${column('deleted_at', of)} is null`

/** Rows with an author, where some guests see only their own. */
export const visibleInProject = (member: ProjectMember, of?: string) =>
  member.sees_only_own
    ? sql<SqlBool>`${inProject(member, of)} and ${column('created_by', of)} = ${member.user_id}`
    : inProject(member, of)
