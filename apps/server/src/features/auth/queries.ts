import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'

/** Where a person belongs after signing in: the last workspace if still theirs, else the oldest. */
export const findLanding = async (db: Db, user_id: string) => {
  const { rows } = await sql<{ is_onboarded: boolean; slug: string | null }>`
    select p.is_onboarded, (
      select w.slug from workspace_members m
      join workspaces w on w.id = m.workspace_id and w.deleted_at is null
      where m.user_id = p.user_id and m.is_active and m.deleted_at is null
      order by w.id = p.last_workspace_id desc nulls last, w.created_at limit 1
    ) as slug
    from profiles p where p.user_id = ${user_id}`.execute(db)
  return rows[0]
}
