import { GUEST, type OwnActivity, type Slice } from '@cairn/contract'
import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'

/** What somebody did in the projects they are still in. */
const activitiesOf = (db: Db, user_id: string) =>
  db
    .selectFrom('activities as a')
    .innerJoin('project_members as m', (join) =>
      join
        .onRef('m.project_id', '=', 'a.project_id')
        .on('m.user_id', '=', user_id)
        .on('m.is_active', '=', true)
        .on('m.deleted_at', 'is', null),
    )
    .innerJoin('workspace_members as wm', (join) =>
      join
        .onRef('wm.workspace_id', '=', 'a.workspace_id')
        .on('wm.user_id', '=', user_id)
        .on('wm.is_active', '=', true)
        .on('wm.deleted_at', 'is', null),
    )
    .innerJoin('projects as p', 'p.id', 'a.project_id')
    .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
    .where('a.actor_id', '=', user_id)
    .where('p.deleted_at', 'is', null)
    .where('w.deleted_at', 'is', null)

/** A guest who sees only their own items reads nothing of another's, though they once changed it. */
const visibleItem = sql<OwnActivity['issue_detail']>`
  case when i.deleted_at is null and i.id is not null
    and (m.role > ${GUEST} or p.guest_view_all_features or i.created_by = a.actor_id)
  then json_build_object(
    'id', i.id, 'name', i.name, 'description_html', i.description_html, 'priority', i.priority,
    'start_date', i.start_date, 'target_date', i.target_date, 'sequence_id', i.sequence_id,
    'sort_order', i.sort_order, 'is_draft', i.is_draft) end`

export const listOwnActivities = (
  db: Db,
  user_id: string,
  { size, page }: Slice,
  direction: 'asc' | 'desc',
) =>
  activitiesOf(db, user_id)
    .innerJoin('users as u', 'u.id', 'a.actor_id')
    .leftJoin('work_items as i', 'i.id', 'a.work_item_id')
    .select([
      'a.id',
      'a.verb',
      'a.field',
      'a.old_value',
      'a.new_value',
      'a.comment',
      'a.old_identifier',
      'a.new_identifier',
      'a.epoch',
      'a.work_item_id as issue',
      'u.id as actor',
      'a.project_id as project',
      'a.workspace_id as workspace',
      'a.created_at',
      'a.created_at as updated_at',
      'u.id as created_by',
      sql<null>`null`.as('updated_by'),
      sql<null>`null`.as('deleted_at'),
      sql<null>`null`.as('issue_comment'),
      sql<null>`null`.as('source_data'),
      sql<string[]>`'{}'::text[]`.as('attachments'),
      visibleItem.as('issue_detail'),
      sql<OwnActivity['actor_detail']>`json_build_object(
        'id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar', u.avatar,
        'avatar_url', nullif(u.avatar, ''), 'is_bot', u.is_bot,
        'display_name', u.display_name)`.as('actor_detail'),
      sql<OwnActivity['project_detail']>`json_build_object(
        'id', p.id, 'identifier', p.identifier, 'name', p.name, 'cover_image', null,
        'cover_image_url', null, 'logo_props', p.logo_props,
        'description', p.description)`.as('project_detail'),
      sql<OwnActivity['workspace_detail']>`json_build_object(
        'id', w.id, 'name', w.name, 'slug', w.slug, 'logo_url', w.logo)`.as('workspace_detail'),
    ])
    .orderBy('a.created_at', direction)
    .orderBy('a.id')
    .limit(size)
    .offset(page * size)
    .execute()

export const countOwnActivities = async (db: Db, user_id: string): Promise<number> => {
  const { total } = await activitiesOf(db, user_id)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}
