import type { DescriptionVersion, DescriptionVersionDetail, Slice } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { inProject } from '#product/scope-queries.ts'

const columns = sql`
  id, workspace_id as workspace, project_id as project, work_item_id as issue, last_saved_at,
  owned_by, created_at, updated_at, created_by, updated_by`

/** The newest first. */
export const listVersions = async (
  db: Db,
  member: ProjectMember,
  id: string,
  { size, page }: Slice,
) => {
  const { rows } = await sql<DescriptionVersion>`
    select ${columns} from description_versions where work_item_id = ${id} and ${inProject(member)}
    order by last_saved_at desc, id desc limit ${size} offset ${page * size}`.execute(db)
  return rows
}

export const countVersions = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from description_versions
    where work_item_id = ${id} and ${inProject(member)}`.execute(db)
  return rows[0]?.total ?? 0
}

export const findVersion = async (
  db: Db,
  member: ProjectMember,
  id: string,
  version_id: string,
) => {
  const { rows } = await sql<DescriptionVersionDetail>`
    select ${columns}, deleted_at, description_html, description_stripped, description_json,
      -- Without the line breaks PostgreSQL writes.
      translate(encode(description_binary, 'base64'), E'\\n', '') as description_binary
    from description_versions
    where id = ${version_id} and work_item_id = ${id} and ${inProject(member)}`.execute(db)
  return rows[0]
}
