import type { Attachment } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { inProject } from '#product/scope-queries.ts'
import { undoable } from '#product/undo-queries.ts'

/** An item, and whether its attachments are under the epics route. */
export interface ItemRef {
  id: string
  is_epic: boolean
}

const folderOf = ({ slug, project_id }: ProjectMember, { id, is_epic }: ItemRef) => {
  const project = `/api/assets/v2/workspaces/${slug}/projects/${project_id}/`
  return `${project}${is_epic ? 'epics' : 'issues'}/${id}/attachments/`
}

const attachmentsOf = (member: ProjectMember, items: readonly ItemRef[]) => sql`
  select a.id, a.attributes, a.asset, i.folder || a.id || '/' as asset_url,
    a.entity_type, a.work_item_id::text as entity_identifier, a.size, a.is_uploaded,
    a.deleted_at is not null as is_deleted, false as is_archived, a.storage_metadata,
    a.work_item_id as issue, a.work_item_id as issue_id, a.project_id as project,
    a.workspace_id as workspace, a.user_id as "user", a.draft_issue_id as draft_issue,
    a.comment_id as comment, a.page_id as page, a.external_id, a.external_source,
    a.created_at, a.updated_at, a.created_by, a.updated_by, a.deleted_at
  from unnest(
    ${items.map(({ id }) => id)}::uuid[], ${items.map((item) => folderOf(member, item))}::text[]
  ) as i(id, folder)
  join assets a on a.work_item_id = i.id
  where a.entity_type = 'ISSUE_ATTACHMENT'
    and ${inProject(member, 'a')}`

/** Only uploaded ones: the others have no file yet. */
export const listAttachments = async (db: Db, member: ProjectMember, items: readonly ItemRef[]) => {
  const { rows } = await sql<Attachment>`
    ${attachmentsOf(member, items)} and a.is_uploaded
    order by a.created_at desc, a.id desc`.execute(db)
  return rows
}

export const findAttachment = async (db: Db, member: ProjectMember, item: ItemRef, id: string) => {
  const { rows } = await sql<Attachment>`
    ${attachmentsOf(member, [item])} and a.id = ${id}`.execute(db)
  return rows[0]
}

export const undeleteAttachment = async (
  tx: Tx,
  member: ProjectMember,
  item: ItemRef,
  id: string,
) => {
  const { numAffectedRows = 0n } = await sql`
    update assets a set deleted_at = null, updated_at = now(), updated_by = ${member.user_id}
    where a.id = ${id} and a.work_item_id = ${item.id} and a.entity_type = 'ISSUE_ATTACHMENT'
      and a.is_uploaded and ${undoable(member, 'a', { anybodys: true, fromTrash: true })}`.execute(
    tx,
  )
  return numAffectedRows > 0n
}
