import { GUEST, type OwnActivity, type Slice } from '@cairn/contract'
import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'
import { projectLite, userLite, workItemLite, workspaceLite } from '#product/lite-shape-queries.ts'
import { nameOfProperty } from '#product/work-item-property-queries.ts'

/** The author of the activities, and their reader. */
export interface Readers {
  actor_id: string
  reader_id: string
  /** Undefined: all workspaces. */
  workspace_id?: string
  /** Empty: all projects. */
  project_ids?: string[]
  /** Limited to this time span, `until` excluded. */
  during?: { from: string; until: string }
}

/** Discussion of an item, not changes: profile and history leave these out. */
export const discussionFields = ['comment', 'vote', 'reaction', 'draft']

/** Whether the reader may see the item. A guest may be limited to items they created. */
const isVisible = (reader_id: string) => sql<boolean>`
  (m.role > ${GUEST} or p.guest_view_all_features or i.created_by = ${reader_id})`

/**
 * The activities of a user in the reader's projects. Only index columns are read here (actor, time,
 * id and project), so that counting and skipping read no rows.
 */
const activitiesOf = (
  db: Db,
  { actor_id, reader_id, workspace_id, project_ids = [], during }: Readers,
) =>
  db
    .selectFrom('activities as a')
    .innerJoin('project_members as m', (join) =>
      join
        .onRef('m.project_id', '=', 'a.project_id')
        .on('m.user_id', '=', reader_id)
        .on('m.is_active', '=', true)
        .on('m.deleted_at', 'is', null),
    )
    .innerJoin('projects as p', 'p.id', 'a.project_id')
    .innerJoin('workspace_members as wm', (join) =>
      join
        .onRef('wm.workspace_id', '=', 'p.workspace_id')
        .on('wm.user_id', '=', reader_id)
        .on('wm.is_active', '=', true)
        .on('wm.deleted_at', 'is', null),
    )
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .where('a.actor_id', '=', actor_id)
    .where('p.deleted_at', 'is', null)
    .where('w.deleted_at', 'is', null)
    .$if(workspace_id !== undefined, (activities) =>
      activities
        .where('p.workspace_id', '=', workspace_id ?? '')
        .where('p.archived_at', 'is', null)
        .where(sql<boolean>`coalesce(a.field, '') <> all (${discussionFields}::text[])`)
        .where(sql<boolean>`(m.role > ${GUEST} or p.guest_view_all_features or exists (
          select from work_items i
          where i.id = a.work_item_id and i.created_by = ${reader_id}))`),
    )
    .$if(project_ids.length > 0, (activities) =>
      activities.where('a.project_id', 'in', project_ids),
    )
    .$if(during !== undefined, (activities) =>
      activities.where(
        sql<boolean>`a.created_at >= ${during?.from} and a.created_at < ${during?.until}`,
      ),
    )

/**
 * A guest who sees only their own items sees nothing of others' items, even if they changed them
 * once.
 */
const visibleItem = (reader_id: string) => sql<OwnActivity['issue_detail']>`
  case when i.deleted_at is null and i.id is not null and ${isVisible(reader_id)}
  then ${workItemLite('i')} end`

/** The columns of `activities as a` in every response. */
export const activityColumns = [
  'a.id',
  'a.verb',
  'a.field',
  'a.old_value',
  'a.new_value',
  'a.comment',
  'a.old_identifier',
  'a.new_identifier',
  'a.property_id',
  nameOfProperty('a').as('property_name'),
  'a.epoch',
  'a.work_item_id as issue',
  'a.comment_id as issue_comment',
  'a.project_id as project',
  'a.workspace_id as workspace',
  'a.created_at',
  'a.created_at as updated_at',
  'a.actor_id as created_by',
  sql<null>`null`.as('updated_by'),
  sql<null>`null`.as('deleted_at'),
  sql<null>`null`.as('source_data'),
  sql<string[]>`'{}'::text[]`.as('attachments'),
] as const

/** The ids of the rows of a page, before the details are read. */
export const idsOfPage = (
  db: Db,
  readers: Readers,
  { size, page }: Slice,
  direction: 'asc' | 'desc',
) =>
  activitiesOf(db, readers)
    .select('a.id')
    .orderBy('a.created_at', direction)
    .orderBy('a.id')
    .limit(size)
    .offset(page * size)

export const numberOfActivities = (db: Db, readers: Readers) =>
  activitiesOf(db, readers).select(sql<number>`count(*)`.as('total'))

export const listActivities = (db: Db, readers: Readers, slice: Slice, direction: 'asc' | 'desc') =>
  activitiesOf(db, readers)
    .innerJoin('users as u', 'u.id', 'a.actor_id')
    .leftJoin('work_items as i', 'i.id', 'a.work_item_id')
    // Skipped rows are not read.
    .where('a.id', 'in', idsOfPage(db, readers, slice, direction))
    .select(activityColumns)
    .select([
      'u.id as actor',
      visibleItem(readers.reader_id).as('issue_detail'),
      userLite('u').as('actor_detail'),
      projectLite('p').as('project_detail'),
      workspaceLite('w').as('workspace_detail'),
    ])
    .orderBy('a.created_at', direction)
    .orderBy('a.id')
    .execute()

export const countActivities = async (db: Db, readers: Readers): Promise<number> => {
  const { total } = await numberOfActivities(db, readers).executeTakeFirstOrThrow()
  return total
}

/** For a file: in chronological order, with only the key of the item. */
export const listMemberActivities = (db: Db, readers: Readers, most: number) =>
  activitiesOf(db, readers)
    .innerJoin('users as u', 'u.id', 'a.actor_id')
    .leftJoin('work_items as i', 'i.id', 'a.work_item_id')
    .select([
      'u.display_name as actor',
      'p.identifier',
      'p.name as project',
      'i.sequence_id',
      'a.created_at',
      'a.verb',
      'a.field',
      'a.old_value',
      'a.new_value',
    ])
    .orderBy('a.created_at')
    .orderBy('a.id')
    .limit(most)
    .execute()
