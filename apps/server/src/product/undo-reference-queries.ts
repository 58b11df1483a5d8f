import type { FavoriteType } from '@cairn/contract'
import { sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'

/** References that a deletion removes from filters. */
type Planned = 'cycle' | 'module' | 'labels'

/** All users' favorites of an entity, to restore them. */
export const favoritesSnapshot = (
  { workspace_id }: Member,
  type: FavoriteType,
  id: string,
) => sql`select f.* from favorites f
  where f.workspace_id = ${workspace_id} and f.entity_type = ${type} and f.entity_identifier = ${id}
    and f.deleted_at is null`

/** Filters with this value, and their other values. */
export const filterSnapshot = (
  { project_id }: ProjectMember,
  key: Planned,
  id: string,
) => sql`select id, filters -> ${key}::text as former from project_user_properties
  where project_id = ${project_id} and deleted_at is null and filters -> ${key}::text ? ${id}`

/** Puts the value back, but only where the filter was not changed since. */
export const mendFilters = (
  db: Db,
  { project_id }: ProjectMember,
  key: Planned,
  id: string,
  rows: readonly object[],
) =>
  sql`
    update project_user_properties p set updated_at = now(),
      filters = jsonb_set(p.filters, array[${key}::text], t.former)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (id uuid, former jsonb)
    where p.id = t.id and p.project_id = ${project_id} and p.deleted_at is null
      and coalesce(nullif(p.filters -> ${key}::text, 'null'), '[]') = t.former - ${id}::text`.execute(
    db,
  )

/** Views that filter by this value, and their other values. */
export const viewSnapshot = (
  { workspace_id, project_id }: ProjectMember,
  key: Planned,
  id: string,
) => sql`select id, filters -> ${key}::text as filters, query -> ${key}::text as query from views
  where workspace_id = ${workspace_id} and coalesce(project_id, ${project_id}) = ${project_id}
    and deleted_at is null and filters -> ${key}::text ? ${id}`

/** Only where the value was not changed since. */
export const mendViews = (
  db: Db,
  { workspace_id }: ProjectMember,
  key: Planned,
  id: string,
  rows: readonly object[],
) =>
  sql`
    update views v set updated_at = now(),
      filters = jsonb_set(v.filters, array[${key}::text], t.filters),
      query = case when t.query is null then v.query
        else jsonb_set(v.query, array[${key}::text], t.query) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (id uuid, filters jsonb, query jsonb)
    where v.id = t.id and v.workspace_id = ${workspace_id} and v.deleted_at is null
      and coalesce(nullif(v.filters -> ${key}::text, 'null'), '[]') = t.filters - ${id}::text`.execute(
    db,
  )
