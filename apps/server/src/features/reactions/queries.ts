import type { NewReaction, Reaction, WithId } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { auditColumns, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { userLite } from '#product/lite-shape-queries.ts'
import { inProject } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    work_item_reactions: Row & {
      workspace_id: string
      project_id: string
      work_item_id: string
      actor_id: string
      reaction: string
    }
  }
}

/** Newest first; with an id only that one. */
export const listReactions = (
  db: Db,
  member: ProjectMember,
  ids: readonly string[],
  id?: string,
): Promise<Reaction[]> =>
  db
    .selectFrom('work_item_reactions as r')
    .innerJoin('users as u', 'u.id', 'r.actor_id')
    .select(['r.id', 'r.reaction', 'r.actor_id as actor', 'r.work_item_id as issue'])
    .select(['r.project_id as project', 'r.workspace_id as workspace'])
    .select(auditColumns.map((column) => `r.${column}` as const))
    .select(userLite('u').as('actor_detail'))
    .where(sql<boolean>`r.work_item_id = any(${[...ids]}::uuid[])`)
    .where(inProject(member, 'r'))
    .$if(id !== undefined, (reactions) => reactions.where('r.id', '=', id ?? ''))
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute()

export const insertReaction = (
  tx: Tx,
  { workspace_id, project_id, user_id }: ProjectMember,
  work_item_id: string,
  wanted: NewReaction & WithId,
) =>
  tx
    .insertInto('work_item_reactions')
    .values({
      ...{ id: wanted.id, workspace_id, project_id, work_item_id, reaction: wanted.reaction },
      ...{ actor_id: user_id, created_by: user_id },
      // Set after waiting for the lock, so that reactions keep that order.
      created_at: sql<string>`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** The caller's own, by its emoji or by its id. */
export const deleteReaction = (
  tx: Tx,
  member: ProjectMember,
  work_item_id: string,
  reaction: string,
) =>
  tx
    .updateTable('work_item_reactions')
    .set({ deleted_at: now, updated_at: now, updated_by: member.user_id })
    .where('work_item_id', '=', work_item_id)
    .where('actor_id', '=', member.user_id)
    .where(sql<boolean>`(reaction = ${reaction} or id::text = lower(${reaction}))`)
    .where(inProject(member))
    .returning(['id', 'reaction'])
    .executeTakeFirst()
