import type { Comment, CommentReaction, NewReaction, WithId } from '@cairn/contract'
import { type ColumnType, type Generated, sql, type UpdateObject } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import {
  auditColumns,
  type Database,
  type Db,
  now,
  type Row,
  type Tx,
} from '#kernel/database/schema.ts'
import {
  maybeUserLite,
  projectLite,
  workItemLite,
  workspaceLite,
} from '#product/lite-shape-queries.ts'
import { inProject } from '#product/scope-queries.ts'
import { undoable } from '#product/undo-queries.ts'

interface Placed {
  workspace_id: string
  project_id: string
}

declare module '#kernel/database/schema.ts' {
  interface Database {
    comments: Row &
      Placed & {
        work_item_id: string
        /** The comment it replies to, the first of its thread. */
        parent_id: ColumnType<string | null, string | null | undefined, never>
        actor_id: string | null
        comment_html: Generated<string>
        comment_stripped: Generated<string>
        comment_json: ColumnType<Record<string, unknown>, string | undefined, string>
        attachments: ColumnType<string[], string | undefined, string>
        access: Generated<Comment['access']>
        edited_at: ColumnType<string | null, undefined, string | null>
        external_source: string | null
        external_id: string | null
      }
    comment_reactions: Row & Placed & { comment_id: string; actor_id: string; reaction: string }
  }
}

/** Fields that are the same for all comments of an item. */
export type Surroundings = Pick<Comment, 'issue_detail' | 'project_detail' | 'workspace_detail'>

/** `is_archived`: the project is archived, and callers return no history. */
export const listSurroundings = async (db: Db, member: ProjectMember, ids: readonly string[]) => {
  const { rows } = await sql<Surroundings & { is_archived: boolean }>`
    select ${workItemLite('i')} as issue_detail, ${projectLite('p')} as project_detail,
      ${workspaceLite('w')} as workspace_detail, p.archived_at is not null as is_archived
    from work_items i join projects p on p.id = i.project_id
    join workspaces w on w.id = i.workspace_id
    where i.id = any(${[...ids]}::uuid[]) and ${inProject(member, 'i')}`.execute(db)
  return rows
}

export const findSurroundings = async (db: Db, member: ProjectMember, id: string) =>
  (await listSurroundings(db, member, [id]))[0]

/** A comment without the shared fields and without reactions. */
export type PlainComment = Omit<Comment, keyof Surroundings | 'comment_reactions' | 'is_member'>

interface Wanted {
  work_item_id: string | readonly string[]
  id?: string
  since?: string | null
  access?: Comment['access']
}

/** The oldest first. */
export const listComments = (
  db: Db,
  member: ProjectMember,
  { work_item_id, id, since = null, access }: Wanted,
): Promise<PlainComment[]> =>
  db
    .selectFrom('comments as c')
    .leftJoin('users as u', 'u.id', 'c.actor_id')
    .leftJoin('comments as p', 'p.id', 'c.parent_id')
    .select([
      ...(['c.id', 'c.comment_html', 'c.comment_stripped', 'c.comment_json'] as const),
      ...(['c.attachments', 'c.access', 'c.edited_at', 'c.external_source'] as const),
      ...(['c.external_id', 'c.work_item_id as issue', 'c.project_id as project'] as const),
      ...(['c.workspace_id as workspace', 'c.actor_id as actor'] as const),
      ...(['c.parent_id as parent', 'p.created_at as parent_created_at'] as const),
    ])
    .select(auditColumns.map((column) => `c.${column}` as const))
    .select(maybeUserLite('u').as('actor_detail'))
    .where(sql<boolean>`c.work_item_id = any(${[work_item_id].flat()}::uuid[])`)
    .where(inProject(member, 'c'))
    .$if(id !== undefined, (comments) => comments.where('c.id', '=', id ?? ''))
    .$if(since !== null, (comments) => comments.where('c.created_at', '>', since ?? ''))
    .$if(access !== undefined, (comments) => comments.where('c.access', '=', access ?? 'EXTERNAL'))
    .orderBy('c.created_at')
    .orderBy('c.id')
    .execute()

/** Locked, so that an edit is based on the current content. */
export const lockComment = (tx: Tx, member: ProjectMember, work_item_id: string, id: string) =>
  tx
    .selectFrom('comments')
    .select(['id', 'actor_id as actor', 'comment_html'])
    .where('id', '=', id)
    .where('work_item_id', '=', work_item_id)
    .where(inProject(member))
    .forUpdate()
    .executeTakeFirst()

/** The first comment of the thread a reply joins: the one it replies to, or that one's parent. */
export const findThread = async (
  tx: Tx,
  member: ProjectMember,
  work_item_id: string,
  id: string,
) => {
  const answered = await tx
    .selectFrom('comments')
    .select((one) => one.fn.coalesce('parent_id', 'id').as('id'))
    .where('id', '=', id)
    .where('work_item_id', '=', work_item_id)
    .where(inProject(member))
    .executeTakeFirst()
  return answered?.id
}

/** The same for a deleted comment, which may still be restored. */
export const lockDeleted = (
  tx: Tx,
  member: ProjectMember,
  work_item_id: string,
  id: string,
  undoing: { anybodys: boolean; fromTrash: boolean },
) =>
  tx
    .selectFrom('comments as c')
    .select(['c.id', 'c.actor_id as actor', 'c.comment_html'])
    .where('c.id', '=', id)
    .where('c.work_item_id', '=', work_item_id)
    .where(undoable(member, 'c', undoing))
    .forUpdate()
    .executeTakeFirst()

export const undeleteComment = (tx: Tx, { project_id, user_id }: ProjectMember, id: string) =>
  tx
    .updateTable('comments')
    .set({ deleted_at: null, updated_at: now, updated_by: user_id })
    .where('id', '=', id)
    .where('project_id', '=', project_id)
    .execute()

interface Values {
  comment_html: string
  comment_stripped: string
  comment_json?: string
  attachments?: string
  access?: Comment['access']
  external_source: string | null
  external_id: string | null
  parent_id: string | null
}

/** For imported comments: the author and the time. */
export interface Authorship {
  author_id?: string
  made_at?: string
}

export const insertComment = (
  tx: Tx,
  { workspace_id, project_id, user_id }: ProjectMember,
  work_item_id: string,
  values: Values,
  { id, author_id = user_id, made_at }: Authorship & WithId = {},
) =>
  tx
    .insertInto('comments')
    .values({
      id,
      ...values,
      ...{ workspace_id, project_id, work_item_id, actor_id: author_id, created_by: author_id },
      // Set after waiting for the lock, so that comments keep that order.
      created_at: sql<string>`least(${made_at ?? null}::timestamptz, clock_timestamp())`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateComment = (
  tx: Tx,
  member: ProjectMember,
  id: string,
  change: UpdateObject<Database, 'comments'>,
) =>
  tx
    .updateTable('comments')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .execute()

/** The item of a comment. */
export const findItemOf = (db: Db, member: ProjectMember, id: string) =>
  db
    .selectFrom('comments')
    .select('work_item_id')
    .where('id', '=', id)
    .where(inProject(member))
    .executeTakeFirst()

const reactionColumns = [
  ...(['id', 'reaction', 'actor_id as actor', 'comment_id as comment'] as const),
  ...(['project_id as project', 'workspace_id as workspace'] as const),
  ...auditColumns,
] as const

/** Reactions of all these comments, oldest first. */
export const listReactions = (
  db: Db,
  member: ProjectMember,
  comment_ids: readonly string[],
): Promise<CommentReaction[]> =>
  db
    .selectFrom('comment_reactions')
    .select(reactionColumns)
    .where('comment_id', 'in', comment_ids)
    .where(inProject(member))
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const insertReaction = (
  tx: Tx,
  { workspace_id, project_id, user_id }: ProjectMember,
  comment_id: string,
  wanted: NewReaction & WithId,
): Promise<CommentReaction> =>
  tx
    .insertInto('comment_reactions')
    .values({
      ...{ id: wanted.id, workspace_id, project_id, comment_id, reaction: wanted.reaction },
      ...{ actor_id: user_id, created_by: user_id },
    })
    .returning(reactionColumns)
    .executeTakeFirstOrThrow()

/** The caller's own, by its emoji or by its id. */
export const deleteReaction = (
  tx: Tx,
  member: ProjectMember,
  comment_id: string,
  reaction: string,
) =>
  tx
    .updateTable('comment_reactions')
    .set({ deleted_at: now, updated_at: now, updated_by: member.user_id })
    .where('comment_id', '=', comment_id)
    .where('actor_id', '=', member.user_id)
    .where(sql<boolean>`(reaction = ${reaction} or id::text = lower(${reaction}))`)
    .where(inProject(member))
    .returning(['id', 'reaction', 'comment_id as comment'])
    .executeTakeFirst()
