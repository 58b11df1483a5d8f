import { sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { pictureUrl } from '#product/picture-url-queries.ts'
import { inWorkspace, visibleAcross } from '#product/scope-queries.ts'

/** The short forms that `expand` puts in the place of ids. */
export const listStatesLite = (db: Db, member: Member, ids: readonly string[]) =>
  db
    .selectFrom('states')
    .select(['id', 'name', 'color', 'group'])
    .where('id', 'in', ids)
    .where(inWorkspace(member))
    .execute()

export const listProjectsLite = (db: Db, member: Member, ids: readonly string[]) =>
  db
    .selectFrom('projects')
    .select([
      ...([
        'id',
        'identifier',
        'name',
        'cover_image',
        'icon_prop',
        'emoji',
        'description',
      ] as const),
      pictureUrl('cover_image_asset_id', 'cover_image').as('cover_image_url'),
    ])
    .where('id', 'in', ids)
    .where(inWorkspace(member))
    .execute()

export const listWorkspacesLite = (db: Db, { workspace_id }: Member, ids: readonly string[]) =>
  db
    .selectFrom('workspaces')
    .select(['id', 'name', 'slug'])
    .where('id', '=', workspace_id)
    .where('id', 'in', ids)
    .execute()

export const listItemsLite = async (db: Db, member: Member, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string; sequence_id: number; project_id: string }>`
    select i.id, i.sequence_id, i.project_id from work_items i
    where i.id = any(${[...ids]}::uuid[]) and i.deleted_at is null
      and ${visibleAcross(member, 'i')}`.execute(db)
  return rows
}

/** Whether a user is or was a member of the workspace. */
export const isOfWorkspace = async (db: Db, member: Member, user_id: string) => {
  const found = await db
    .selectFrom('workspace_members')
    .select('id')
    .where(inWorkspace(member))
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return found !== undefined
}
