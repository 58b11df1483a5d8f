import type { SearchResults } from '@cairn/contract'
import { sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'

/** Every workspace the caller is in, not only this one. */
export const searchWorkspaces = async (db: Db, { user_id }: Member, pattern: string) => {
  const { rows } = await sql<SearchResults['workspace'][number]>`
    select w.id, w.name, w.slug from workspaces w
    join workspace_members m on m.workspace_id = w.id and m.user_id = ${user_id} and m.is_active
      and m.deleted_at is null
    where w.deleted_at is null and w.name ilike ${pattern}
    order by lower(w.name), w.id`.execute(db)
  return rows
}

export const searchProjects = async (db: Db, member: Member, pattern: string) => {
  const { workspace_id, user_id, slug } = member
  const { rows } = await sql<SearchResults['project'][number]>`
    select p.id, p.name, p.identifier, ${slug}::text as workspace__slug from projects p
    join project_members m on m.project_id = p.id and m.user_id = ${user_id} and m.is_active
      and m.deleted_at is null
    where p.workspace_id = ${workspace_id} and p.deleted_at is null and p.archived_at is null
      and (p.name ilike ${pattern} or p.identifier ilike ${pattern})
    order by lower(p.name), p.id`.execute(db)
  return rows
}
