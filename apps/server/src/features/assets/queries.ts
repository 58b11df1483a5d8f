import { type AssetKind, TRASH_DAYS } from '@cairn/contract'
import { type ColumnType, type Generated, type RawBuilder, sql, type UpdateObject } from 'kysely'
import { isCredentialValid } from '#kernel/auth/credentials.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row } from '#kernel/database/schema.ts'
import { inWorkspace, visiblePages } from '#product/scope-queries.ts'
import { textKinds } from './kinds.ts'
import type { Reader } from './signed-address.ts'

interface Attributes {
  name: string
  type: string
  size: number
}

declare module '#kernel/database/schema.ts' {
  interface Database {
    assets: Row & {
      entity_type: AssetKind
      asset: string
      attributes: ColumnType<Attributes, string, string>
      size: number
      is_uploaded: Generated<boolean>
      storage_metadata: ColumnType<Record<string, unknown> | null, string | undefined, string>
      user_id: string | null
      workspace_id: string | null
      project_id: string | null
      work_item_id: string | null
      comment_id: Generated<string | null>
      page_id: Generated<string | null>
      draft_issue_id: Generated<string | null>
      external_source: Generated<string | null>
      external_id: Generated<string | null>
    }
    workspace_storage: {
      workspace_id: string
      used_bytes: number
      limit_bytes: number | null
    }
  }
}

const columns = [
  'a.id',
  'a.entity_type',
  'a.asset',
  'a.attributes',
  'a.size',
  'a.is_uploaded',
  'a.user_id',
  'a.workspace_id',
  'a.project_id',
  'a.work_item_id',
  'a.created_by',
] as const

export type Asset = NonNullable<Awaited<ReturnType<typeof lockOwnAsset>>>

/** The owner of a new asset. */
export interface Owner {
  user_id?: string
  workspace_id?: string
  project_id?: string | null
  work_item_id?: string | null
  comment_id?: string
  draft_issue_id?: string
  page_id?: string
  /** The system an API client imported it from. */
  external_source?: string | null
  external_id?: string | null
}

/** The storage used by a workspace and its limit; updated by triggers on `assets`. */
export const findStorage = (db: Db, workspace_id: string) =>
  db
    .selectFrom('workspace_storage')
    .select(['used_bytes', 'limit_bytes'])
    .where('workspace_id', '=', workspace_id)
    .executeTakeFirst()

interface AssetValues extends Owner {
  /** Chosen by the browser. */
  id?: string
  entity_type: AssetKind
  asset: string
  attributes: Attributes
  size: number
  created_by: string
}

export const insertAsset = (db: Db, { attributes, ...values }: AssetValues) =>
  db
    .insertInto('assets')
    .values({
      user_id: null,
      workspace_id: null,
      project_id: null,
      work_item_id: null,
      ...values,
      attributes: JSON.stringify(attributes),
    })
    .returning(['id', 'entity_type', 'project_id', 'work_item_id'])
    .executeTakeFirstOrThrow()

/** A user's avatar or cover. */
const ownedBy = (user_id: string, deleted: boolean) =>
  sql<boolean>`a.user_id = ${user_id} and (a.deleted_at is not null) = ${deleted}`

const ownAsset = (db: Db, user_id: string, id: string) =>
  db.selectFrom('assets as a').select(columns).where('a.id', '=', id).where(ownedBy(user_id, false))

export const findOwnAsset = (db: Db, user_id: string, id: string) =>
  ownAsset(db, user_id, id).executeTakeFirst()

export const lockOwnAsset = (db: Db, user_id: string, id: string) =>
  ownAsset(db, user_id, id).forUpdate().executeTakeFirst()

/** By the last part of its storage key, as in old links. */
export const lockOwnAssetByKey = (db: Db, user_id: string, key: string, deleted: boolean) =>
  db
    .selectFrom('assets as a')
    .select(columns)
    .where('a.asset', '=', key)
    .where(ownedBy(user_id, deleted))
    .forUpdate()
    .executeTakeFirst()

/** Files of a deleted owner are hidden as long as it is deleted. */
const hasOwner = sql<boolean>`
  not exists (
    select 1 from work_items i where i.id = a.work_item_id and i.deleted_at is not null)
  and not exists (select 1 from comments c where c.id = a.comment_id and c.deleted_at is not null)`

/**
 * Users who may see the text may see its pictures: members of the workspace, and of the project if
 * there is one. Guests who see only their own items see what they uploaded and what is in those; a
 * draft is visible only to its author. Pages have their own access check.
 */
const visibleTo = (user_id: string | RawBuilder<unknown>) => sql<boolean>`
  a.user_id is null and ${hasOwner}
  and (a.entity_type not like 'DRAFT%' or a.created_by = ${user_id})
  and exists (
    select 1 from workspace_members wm
    join workspaces w on w.id = wm.workspace_id and w.deleted_at is null
    where wm.workspace_id = a.workspace_id and wm.user_id = ${user_id}
      and wm.is_active and wm.deleted_at is null
  )
  and (a.page_id is null or exists (
    select 1 from pages pg
    join project_pages pp on pp.page_id = pg.id
    join projects p on p.id = pp.project_id and p.deleted_at is null
    join project_members pm on pm.project_id = p.id and pm.user_id = ${user_id}
      and pm.is_active and pm.deleted_at is null
    where pg.id = a.page_id and pg.deleted_at is null
      and (pg.owned_by = ${user_id}
        or pg.access = 0 and (pm.role > 5 or p.guest_view_all_features))
  ))
  and (a.project_id is null or a.page_id is not null or exists (
    select 1 from project_members pm
    join projects p on p.id = pm.project_id and p.deleted_at is null
    where pm.project_id = a.project_id and pm.user_id = ${user_id}
      and pm.is_active and pm.deleted_at is null
      and (pm.role > 5 or p.guest_view_all_features or a.created_by = ${user_id}
        or a.entity_type in ('PAGE_DESCRIPTION', 'PROJECT_COVER')
        or exists (
          select 1 from work_items i
          where i.id = a.work_item_id and i.created_by = ${user_id} and i.deleted_at is null))
  ))`

/** With a project, the scope is limited to it. */
export interface AssetScope extends Member {
  project_id?: string
}

const assetsIn = (db: Db, { user_id, workspace_id, project_id }: AssetScope, deleted: boolean) =>
  db
    .selectFrom('assets as a')
    .select(columns)
    .where(sql<boolean>`a.workspace_id = ${workspace_id} and ${visibleTo(user_id)}`)
    .where(sql<boolean>`(a.deleted_at is not null) = ${deleted}`)
    .$if(project_id !== undefined, (assets) => assets.where('a.project_id', '=', project_id ?? ''))

export const findAsset = (db: Db, place: AssetScope, id: string) =>
  assetsIn(db, place, false).where('a.id', '=', id).executeTakeFirst()

export const lockAsset = (db: Db, place: AssetScope, id: string, deleted = false) =>
  assetsIn(db, place, deleted).where('a.id', '=', id).forUpdate('a').executeTakeFirst()

/** The file of a workspace, not attached to an item, that has this external id. */
export const findByExternalId = (
  db: Db,
  place: AssetScope,
  { external_source = null, external_id = null }: Pick<Owner, 'external_source' | 'external_id'>,
) =>
  db
    .selectFrom('assets as a')
    .select('a.id')
    .where(inWorkspace(place, 'a'))
    .where('a.work_item_id', 'is', null)
    .where('a.external_source', '=', external_source)
    .where('a.external_id', '=', external_id)
    .executeTakeFirst()

/** Also in another workspace, if the user may see it there. */
export const findAssetOf = (db: Db, user_id: string, id: string) =>
  db
    .selectFrom('assets as a')
    .select(columns)
    .where('a.id', '=', id)
    .where('a.deleted_at', 'is', null)
    .where(visibleTo(user_id))
    .executeTakeFirst()

/** By the last part of its storage key, as in old links. */
export const findScopeOfKey = (
  db: Db,
  user_id: string,
  workspace_id: string,
  key: string,
  deleted: boolean,
) =>
  db
    .selectFrom('assets as a')
    .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
    .innerJoin('workspace_members as m', 'm.workspace_id', 'w.id')
    .select(['a.id', 'w.slug', 'm.role as workspace_role'])
    .where(sql<boolean>`a.workspace_id = ${workspace_id} and ${visibleTo(user_id)}`)
    .where(sql<boolean>`(a.deleted_at is not null) = ${deleted}`)
    .where('a.asset', '=', `${workspace_id}/${key}`)
    .where('m.user_id', '=', user_id)
    .where('m.is_active', '=', true)
    .where('m.deleted_at', 'is', null)
    .executeTakeFirst()

/** Uploaded by this user before the owner was saved; or already in the project. */
export const lockUnbound = (db: Db, place: AssetScope, ids: string[]) =>
  db
    .selectFrom('assets as a')
    .select(columns)
    .where(inWorkspace(place, 'a'))
    .where('a.id', 'in', ids)
    .where(
      place.project_id
        ? sql<boolean>`(a.project_id = ${place.project_id}
            or a.project_id is null and a.created_by = ${place.user_id})`
        : sql<boolean>`a.project_id is null and a.created_by = ${place.user_id}`,
    )
    .orderBy('a.id')
    .forUpdate()
    .execute()

type AssetChange = UpdateObject<Database, 'assets'>

/** The row must have been found in the caller's scope and locked. */
export const updateAsset = (db: Db, { id }: { id: string }, user_id: string, change: AssetChange) =>
  db
    .updateTable('assets')
    .set({ ...change, updated_at: now, updated_by: user_id })
    .where('id', '=', id)
    .execute()

/** Marks the replaced picture as deleted; it can be restored until it is purged. */
export const markReplaced = (db: Db, id: string, user_id: string) =>
  db
    .updateTable('assets')
    .set({ deleted_at: now, updated_at: now, updated_by: user_id })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()

/** Excludes deactivated users and deleted workspaces or projects. */
const isAlive = sql<boolean>`
  a.deleted_at is null and ${hasOwner}
  and not exists (select 1 from users u where u.id = a.user_id and not u.is_active)
  and not exists (
    select 1 from workspaces w where w.id = a.workspace_id and w.deleted_at is not null)
  and not exists (select 1 from projects p where p.id = a.project_id and p.deleted_at is not null)`

/** By id alone: anyone with the URL may see avatars, covers and logos. */
export const findShown = (db: Db, id: string) =>
  db
    .selectFrom('assets as a')
    .select(columns)
    .where('a.id', '=', id)
    .where(isAlive)
    .executeTakeFirst()

/**
 * Service accounts cannot sign in: their rows are not active; their token and membership are
 * checked instead.
 */
const mayAct = sql<boolean>`(u.is_active or u.is_bot)`

/** Whether a URL signed for this reader is still valid for them. */
const isReadableBy = (reader: Reader) => {
  if (!reader) return sql<boolean>`true`
  if ('user_id' in reader) {
    const { user_id, credential } = reader
    return sql<boolean>`${visibleTo(user_id)}
      and exists (select 1 from users u where u.id = ${user_id} and ${mayAct})
      and ${credential ? isCredentialValid(credential, user_id) : sql`true`}`
  }
  return sql<boolean>`exists (
    select 1 from deploy_boards b
    where b.anchor = ${reader.anchor} and b.workspace_id = a.workspace_id
      and b.deleted_at is null and not b.is_disabled
      and (b.entity_name <> 'page' or b.entity_identifier = a.page_id))`
}

/** The file of a signed URL; undefined: it is deleted, or its reader may no longer see it. */
export const findServed = (db: Db, key: string, reader: Reader) =>
  db
    .selectFrom('assets as a')
    .select(columns)
    .where('a.asset', '=', key)
    .where('a.is_uploaded', '=', true)
    .where(isAlive)
    .where(isReadableBy(reader))
    .executeTakeFirst()

/** Visitors of a published board can upload pictures for comments while it allows comments. */
const isFromVisitor = sql<boolean>`
  a.entity_type = 'COMMENT_DESCRIPTION' and exists (
    select 1 from deploy_boards b
    where b.project_id = a.project_id and b.deleted_at is null and not b.is_disabled
      and b.is_comments_enabled)`

/**
 * For requests with a signed form: is the upload still pending, and may its sender still upload?
 */
export const findAwaited = (db: Db, key: string) =>
  db
    .selectFrom('assets as a')
    .innerJoin('users as u', 'u.id', 'a.created_by')
    .select('a.workspace_id')
    .where('a.asset', '=', key)
    .where('a.is_uploaded', '=', false)
    .where(mayAct)
    .where(isAlive)
    .where(
      sql<boolean>`(a.user_id is not null or ${visibleTo(sql.ref('a.created_by'))}
        or ${isFromVisitor})`,
    )
    .executeTakeFirst()

/** The caller's role in a project of the workspace; undefined: not a member, or no such project. */
export const findProjectRole = async (db: Db, member: Member, project_id: string) => {
  const row = await db
    .selectFrom('project_members as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select('m.role')
    .where(inWorkspace(member, 'm'))
    .where('m.project_id', '=', project_id)
    .where('m.user_id', '=', member.user_id)
    .where('m.is_active', '=', true)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.role
}

/** A work item the caller may see, with its project. */
export const findWorkItemScope = async (db: Db, place: AssetScope, id: string) => {
  const { rows } = await sql<{ project_id: string; work_item_id: string }>`
    select i.project_id, i.id as work_item_id from work_items i
    join projects p on p.id = i.project_id and p.deleted_at is null
    join project_members pm on pm.project_id = i.project_id and pm.user_id = ${place.user_id}
      and pm.is_active and pm.deleted_at is null
    where i.id = ${id} and ${inWorkspace(place, 'i')}
      and (${place.project_id ?? null}::uuid is null or i.project_id = ${place.project_id ?? null})
      and (pm.role > 5 or p.guest_view_all_features or i.created_by = ${place.user_id})`.execute(db)
  return rows[0]
}

/** The caller's own comment, with its work item and project. */
export const findCommentScope = async (db: Db, place: AssetScope, id: string) => {
  const { rows } = await sql<{ project_id: string; work_item_id: string; comment_id: string }>`
    select c.project_id, c.work_item_id, c.id as comment_id from comments c
    where c.id = ${id} and c.actor_id = ${place.user_id} and ${inWorkspace(place, 'c')}
      and (${place.project_id ?? null}::uuid is null
        or c.project_id = ${place.project_id ?? null})`.execute(db)
  return rows[0]
}

/** A page the caller may see, with the project it is looked at in. */
export const findPageScope = async (db: Db, place: AssetScope, id: string) => {
  const { rows } = await sql<{ project_id: string; page_id: string }>`
    select pp.project_id, pg.id as page_id from pages pg
    join project_pages pp on pp.page_id = pg.id
    where pg.id = ${id} and ${visiblePages(place)}
      and (${place.project_id ?? null}::uuid is null or pp.project_id = ${place.project_id ?? null})
    order by pp.created_at limit 1`.execute(db)
  return rows[0]
}

/** The caller's own draft. */
export const findDraftScope = async (db: Db, place: AssetScope, id: string) => {
  const { rows } = await sql<{ draft_issue_id: string }>`
    select d.id as draft_issue_id from drafts d
    where d.id = ${id} and d.created_by = ${place.user_id} and ${inWorkspace(place, 'd')}`.execute(
    db,
  )
  return rows[0]
}

/** Moves the pictures of a draft that became an item. */
export const moveDraftAssets = (
  db: Db,
  { user_id, project_id }: ProjectMember,
  draft_issue_id: string,
  work_item_id: string,
) =>
  sql`
    update assets set entity_type = 'ISSUE_DESCRIPTION', draft_issue_id = null,
      work_item_id = ${work_item_id}, project_id = ${project_id}, updated_at = now(),
      updated_by = ${user_id}
    where draft_issue_id = ${draft_issue_id} and created_by = ${user_id}
      and entity_type = 'DRAFT_ISSUE_DESCRIPTION'`.execute(db)

type Writer = Pick<Member, 'workspace_id' | 'user_id'>

/** The owner of the text a picture is in; null: not saved yet. */
const textOf = sql`coalesce(a.comment_id, a.page_id, a.draft_issue_id, a.work_item_id)`

/** Deletes pictures that are no longer in their text. */
export const discardPictures = (
  db: Db,
  { workspace_id, user_id }: Writer,
  kind: AssetKind,
  { comment_id, page_id, draft_issue_id, work_item_id }: Owner,
  ids: string[],
) =>
  sql`
    update assets a set deleted_at = now(), updated_at = now(), updated_by = ${user_id}
    where a.id = any(${ids}::uuid[]) and a.workspace_id = ${workspace_id}
      and a.deleted_at is null and a.entity_type = ${kind}
      and ${textOf} = ${comment_id ?? page_id ?? draft_issue_id ?? work_item_id}`.execute(db)

/** Pictures in a text: restores deleted ones, and assigns unowned ones to this text. */
export const takePictures = (
  db: Db,
  { workspace_id, user_id }: Writer,
  kind: AssetKind,
  { project_id = null, comment_id, page_id, draft_issue_id, work_item_id }: Owner,
  ids: string[],
) =>
  sql`
    update assets a set deleted_at = null, updated_at = now(), updated_by = ${user_id},
      entity_type = ${kind}, project_id = coalesce(a.project_id, ${project_id}),
      work_item_id = ${work_item_id ?? null}, comment_id = ${comment_id ?? null},
      page_id = ${page_id ?? null}, draft_issue_id = ${draft_issue_id ?? null}
    where a.id = any(${ids}::uuid[]) and a.workspace_id = ${workspace_id}
      and a.entity_type = any(${[...textKinds]})
      and (a.project_id is null or ${project_id}::uuid is null or a.project_id = ${project_id})
      and (a.deleted_at is not null and ${visibleTo(user_id)}
        or ${textOf} is null and a.created_by = ${user_id})`.execute(db)

/** Requested over a day ago and never marked as uploaded: their forms have expired. */
export const listExpired = (db: Db, after: string, most: number) =>
  db
    .selectFrom('assets')
    .select(['id', 'asset'])
    .where('is_uploaded', '=', false)
    .where('created_at', '<', sql<string>`now() - interval '1 day'`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()

const UNUSED_DAYS = 7
const DELETED_DAYS = 60
/** Attachments in the administrators' trash are purged when they leave it. */
const retention = sql`make_interval(days =>
  case when a.entity_type = 'ISSUE_ATTACHMENT' then ${sql.lit(TRASH_DAYS)} else ${sql.lit(DELETED_DAYS)} end)`

/**
 * Never marked as uploaded, uploaded for something that was never saved, or deleted long ago; of
 * all tenants.
 */
export const listStale = async (db: Db, most: number) => {
  const { rows } = await sql<{ id: string; asset: string }>`
    select id, asset from assets a
    where deleted_at < now() - ${retention}
      or (created_at < now() - make_interval(days => ${UNUSED_DAYS})
        and (not is_uploaded
          or entity_type = 'PROJECT_COVER' and project_id is null
          or entity_type = any(${[...textKinds]}) and ${textOf} is null))
    order by created_at limit ${most}`.execute(db)
  return rows
}

export const removeRows = (db: Db, ids: string[]) =>
  db.deleteFrom('assets').where('id', 'in', ids).execute()
