import type { InstanceWorkspace, Slice } from '@cairn/contract'
import { sql } from 'kysely'
import { auditColumns, type Db } from '#kernel/database/schema.ts'
import { pictureUrl } from '#product/picture-url-queries.ts'

/** Matches any part of the name; an empty search matches all. */
const named = (db: Db, search: string) =>
  db
    .selectFrom('workspaces as w')
    .where('w.deleted_at', 'is', null)
    .where(sql<boolean>`strpos(lower(w.name), lower(${search})) > 0`)

/** Owner and size only; nothing of the content. */
const described = (db: Db, search = '') =>
  named(db, search)
    .innerJoin('users as o', 'o.id', 'w.owner_id')
    .leftJoin('workspace_storage as s', 's.workspace_id', 'w.id')
    .select(auditColumns.map((column) => `w.${column}` as const))
    .select([
      'w.id',
      'w.name',
      'w.slug',
      'w.logo',
      pictureUrl('w.logo_asset_id', 'w.logo').as('logo_url'),
      'w.organization_size',
      'w.timezone',
      sql<null>`null`.as('logo_asset'),
      sql<InstanceWorkspace['owner']>`json_build_object(
        'id', o.id, 'email', o.email, 'first_name', o.first_name, 'last_name', o.last_name
      )`.as('owner'),
      sql<number>`(
        select count(*)::int from projects p where p.workspace_id = w.id and p.deleted_at is null
      )`.as('total_projects'),
      sql<number>`(
        select count(*)::int from workspace_members m join users u on u.id = m.user_id
        where m.workspace_id = w.id and m.is_active and m.deleted_at is null and not u.is_bot
      )`.as('total_members'),
      sql<number>`coalesce(s.used_bytes, 0)`.as('storage_used'),
      's.limit_bytes as storage_limit',
    ])

export const listAllWorkspaces = (db: Db, search: string, { size, page }: Slice) =>
  described(db, search)
    .orderBy('w.created_at', 'desc')
    .orderBy('w.id')
    .limit(size)
    .offset(page * size)
    .execute()

export const countWorkspaces = async (db: Db, search: string) => {
  const { total } = await named(db, search)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export const findWorkspaceOfInstance = (db: Db, id: string) =>
  described(db).where('w.id', '=', id).executeTakeFirst()

export const setStorageLimit = (db: Db, workspace_id: string, limit_bytes: number | null) =>
  db
    .insertInto('workspace_storage')
    .values({ workspace_id, used_bytes: 0, limit_bytes })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ limit_bytes }))
    .execute()
