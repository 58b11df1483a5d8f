import type { KeyedPreference, SidebarKey, SidebarPreferencePatch } from '@cairn/contract'
import { sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db, Row } from '#kernel/database/schema.ts'
import { inWorkspace } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    sidebar_preferences: Row & KeyedPreference & { workspace_id: string; user_id: string }
  }
}

export const listPreferences = (db: Db, member: Member) =>
  db
    .selectFrom('sidebar_preferences')
    .select(['key', 'is_pinned', 'sort_order'])
    .where(inWorkspace(member))
    .where('user_id', '=', member.user_id)
    .execute()

/** `first` is the default sort order of a new row; only given fields change. */
export async function upsertPreference(
  db: Db,
  { workspace_id, user_id }: Member,
  key: SidebarKey,
  { is_pinned = null, sort_order = null }: Nulled<SidebarPreferencePatch>,
  first: number,
): Promise<KeyedPreference> {
  const { rows } = await sql<KeyedPreference>`
    insert into sidebar_preferences as p
      (workspace_id, user_id, key, is_pinned, sort_order, created_by)
    values (${workspace_id}, ${user_id}, ${key}, coalesce(${is_pinned}::boolean, false),
      coalesce(${sort_order}::float8, ${first}), ${user_id})
    on conflict (workspace_id, user_id, key) where deleted_at is null do update set
      is_pinned = coalesce(${is_pinned}::boolean, p.is_pinned),
      sort_order = coalesce(${sort_order}::float8, p.sort_order),
      updated_at = now(), updated_by = ${user_id}
    returning key, is_pinned, sort_order`.execute(db)
  return rows[0] as KeyedPreference
}

type Nulled<Patch> = { [Field in keyof Patch]: Patch[Field] | null }
