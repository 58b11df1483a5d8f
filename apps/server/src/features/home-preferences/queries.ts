import type { HomePreference, HomePreferencePatch, HomeWidgetKey } from '@cairn/contract'
import { type ColumnType, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db, Row } from '#kernel/database/schema.ts'
import { inWorkspace } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    home_preferences: Row & {
      workspace_id: string
      user_id: string
      key: HomeWidgetKey
      is_enabled: boolean
      config: ColumnType<HomePreference['config'], string, string>
      sort_order: number
    }
  }
}

export const listPreferences = (db: Db, member: Member) =>
  db
    .selectFrom('home_preferences')
    .select(['key', 'is_enabled', 'config', 'sort_order'])
    .where(inWorkspace(member))
    .where('user_id', '=', member.user_id)
    .execute()

/** `first` is the default sort order of a new row; only given fields change. */
export async function upsertPreference(
  db: Db,
  { workspace_id, user_id }: Member,
  key: HomeWidgetKey,
  patch: HomePreferencePatch,
  first: number,
): Promise<HomePreference> {
  const { is_enabled = null, sort_order = null } = patch
  const config = patch.config ? JSON.stringify(patch.config) : null
  const { rows } = await sql<HomePreference>`
    insert into home_preferences as p
      (workspace_id, user_id, key, is_enabled, config, sort_order, created_by)
    values (${workspace_id}, ${user_id}, ${key}, coalesce(${is_enabled}::boolean, true),
      coalesce(${config}::jsonb, '{}'), coalesce(${sort_order}::float8, ${first}), ${user_id})
    on conflict (workspace_id, user_id, key) where deleted_at is null do update set
      is_enabled = coalesce(${is_enabled}::boolean, p.is_enabled),
      config = coalesce(${config}::jsonb, p.config),
      sort_order = coalesce(${sort_order}::float8, p.sort_order),
      updated_at = now(), updated_by = ${user_id}
    returning key, is_enabled, config, sort_order`.execute(db)
  return rows[0] as HomePreference
}
