import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { inProject } from '#product/scope-queries.ts'
import { nextMoment } from './queries.ts'

export interface DiscussedItem {
  id: string
  created_by: string | null
  is_epic: boolean
}

export const lockDiscussed = async (tx: Tx, member: ProjectMember, id: string) => {
  const { rows } = await sql<DiscussedItem>`
    select id, created_by, is_epic from work_items
    where id = ${id} and ${inProject(member)} and archived_at is null
    for no key update`.execute(tx)
  return rows[0]
}

export interface Counts {
  link_count?: 1 | -1
  attachment_count?: 1 | -1
}

export const touchRow = async (
  tx: Tx,
  member: ProjectMember,
  id: string,
  { link_count, attachment_count }: Counts,
) => {
  const { rows } = await sql<{ in_triage: boolean }>`
    update work_items set updated_at = ${nextMoment}, updated_by = ${member.user_id},
      link_count = link_count + ${link_count ?? 0}::int,
      attachment_count = attachment_count + ${attachment_count ?? 0}::int
    where id = ${id} and ${inProject(member)} returning in_triage`.execute(tx)
  return rows[0]
}
