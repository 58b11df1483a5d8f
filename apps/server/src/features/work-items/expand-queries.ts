import type { ExpandedWorkItem, WorkItem } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'

/** What `expand` adds to an item. */
export type Expansions = Omit<
  ExpandedWorkItem,
  keyof WorkItem | 'description_html' | 'is_subscribed'
>

export const findParents = async (
  db: Db,
  { workspace_id }: ProjectMember,
  ids: readonly string[],
) => {
  const { rows } = await sql<{ id: string; sequence_id: number; project_id: string }>`
    select id, sequence_id, project_id from work_items
    where id = any(${[...ids]}::uuid[]) and workspace_id = ${workspace_id}
      and deleted_at is null`.execute(db)
  return rows
}

export const listReactions = async (db: Db, work_item_id: string) => {
  const { rows } = await sql<NonNullable<Expansions['issue_reactions']>[number]>`
    select id, actor_id as actor, work_item_id as issue, reaction from work_item_reactions
    where work_item_id = ${work_item_id} and deleted_at is null
    order by created_at desc, id desc`.execute(db)
  return rows
}

export const listLinks = async (db: Db, work_item_id: string) => {
  const { rows } = await sql<NonNullable<Expansions['issue_link']>[number]>`
    select id, work_item_id as issue_id, title, url, metadata, created_by as created_by_id,
      created_at
    from work_item_links where work_item_id = ${work_item_id} and deleted_at is null
    order by created_at desc, id desc`.execute(db)
  return rows
}

export const listAttachments = async (db: Db, work_item_id: string, folder: string) => {
  const { rows } = await sql<NonNullable<Expansions['issue_attachments']>[number]>`
    select id, asset, attributes, work_item_id as issue_id, created_by, updated_at, updated_by,
      ${folder}::text || id || '/' as asset_url
    from assets where work_item_id = ${work_item_id} and entity_type = 'ISSUE_ATTACHMENT'
      and is_uploaded and deleted_at is null
    order by created_at desc, id desc`.execute(db)
  return rows
}
