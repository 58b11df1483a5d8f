import type { PageComment } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { inWorkspace } from '#product/scope-queries.ts'

const columns = sql`
  c.id, c.workspace_id as workspace, c.page_id as page, c.parent_id as parent, c.quote,
  c.comment_html, c.comment_stripped, c.edited_at, c.resolved_at, c.resolved_by, c.created_at,
  c.updated_at, c.created_by, c.updated_by, c.deleted_at`

/** Comments of a page the caller may see, oldest first. */
export const listComments = async (db: Db, member: ProjectMember, page_id: string) => {
  const { rows } = await sql<PageComment>`
    select ${columns} from page_comments c
    where c.page_id = ${page_id} and ${inWorkspace(member, 'c')}
    order by c.created_at, c.id`.execute(db)
  return rows
}

/** Locked, so that an edit is based on the current content. */
export const lockComment = async (tx: Tx, member: ProjectMember, page_id: string, id: string) => {
  const { rows } = await sql<PageComment>`
    select ${columns} from page_comments c
    where c.id = ${id} and c.page_id = ${page_id} and ${inWorkspace(member, 'c')}
    for update`.execute(tx)
  return rows[0]
}

interface Words {
  comment_html: string
  comment_stripped: string
}

export const insertComment = async (
  tx: Tx,
  { workspace_id, user_id }: ProjectMember,
  page_id: string,
  comment: Words & { id: string; parent: string | null; quote: string },
) => {
  const { id, parent, quote, comment_html, comment_stripped } = comment
  const { rows } = await sql<PageComment>`
    insert into page_comments as c (id, workspace_id, page_id, parent_id, quote, comment_html,
      comment_stripped, created_at, created_by, updated_by)
    select ${id}, pg.workspace_id, pg.id, ${parent}, ${quote}, ${comment_html},
      ${comment_stripped}, clock_timestamp(), ${user_id}, ${user_id}
    from pages pg where pg.id = ${page_id} and pg.workspace_id = ${workspace_id}
    returning ${columns}`.execute(tx)
  return rows[0] as PageComment
}

export const updateWords = async (
  tx: Tx,
  member: ProjectMember,
  id: string,
  { comment_html, comment_stripped }: Words,
) => {
  const { rows } = await sql<PageComment>`
    update page_comments c set comment_html = ${comment_html},
      comment_stripped = ${comment_stripped}, edited_at = now(), updated_at = now(),
      updated_by = ${member.user_id}
    where c.id = ${id} and ${inWorkspace(member, 'c')}
    returning ${columns}`.execute(tx)
  return rows[0]
}

export const updateResolved = async (
  tx: Tx,
  member: ProjectMember,
  id: string,
  isResolved: boolean,
) => {
  const { rows } = await sql<PageComment>`
    update page_comments c set resolved_at = ${isResolved ? sql`now()` : null},
      resolved_by = ${isResolved ? member.user_id : null}, updated_at = now(),
      updated_by = ${member.user_id}
    where c.id = ${id} and ${inWorkspace(member, 'c')}
    returning ${columns}`.execute(tx)
  return rows[0]
}

/** Including its replies. */
export const deleteComment = (tx: Tx, member: ProjectMember, id: string) =>
  sql`
    update page_comments set deleted_at = now(), updated_by = ${member.user_id}
    where (id = ${id} or parent_id = ${id}) and ${inWorkspace(member)}`.execute(tx)
