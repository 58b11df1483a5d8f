import { sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'

/**
 * Held until the end of the transaction, so that what is decided by looking at a project's other rows
 * (the last place, the one default, a circle of parents) is still so when it is written. Adding work
 * items goes on meanwhile.
 */
export const lockProject = (tx: Tx, { workspace_id, project_id }: ProjectMember) =>
  sql`
    select from projects
    where id = ${project_id} and workspace_id = ${workspace_id} and deleted_at is null
    for no key update`.execute(tx)

/** The same for the rows of a workspace: two created at once do not get the same sort order. */
export const lockWorkspace = (tx: Tx, { workspace_id }: Member) =>
  sql`select from workspaces where id = ${workspace_id} for no key update`.execute(tx)
