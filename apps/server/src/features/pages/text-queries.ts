import {
  GUEST,
  type PageLog,
  type PageVersion,
  type PageVersionDetail,
  pageAccess,
} from '@cairn/contract'
import { sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import type { Written } from '#product/documents/document.ts'
import { inWorkspace } from '#product/scope-queries.ts'

/** The user who writes, and the workspace. */
export type Writer = Pick<Member, 'workspace_id' | 'user_id'>

export interface Text {
  id: string
  name: string
  owned_by: string
  access: number
  is_locked: boolean
  archived_at: string | null
  description_html: string
  description_binary: Buffer | null
  project_ids: string[]
}

const text = sql`
  pg.id, pg.name, pg.owned_by, pg.access, pg.is_locked, pg.archived_at, pg.description_html,
  pg.description_binary,
  array(select pp.project_id from project_pages pp where pp.page_id = pg.id) as project_ids`

/** Locked: writers of the same page wait for each other. */
export const lockText = async (tx: Tx, { workspace_id }: Writer, id: string) => {
  const { rows } = await sql<Text>`
    select ${text} from pages pg
    where pg.id = ${id} and pg.workspace_id = ${workspace_id} and pg.deleted_at is null
    for no key update`.execute(tx)
  return rows[0]
}

/** The stored text, regardless of edits in progress. */
export const findState = async (db: Db, { workspace_id }: Writer, id: string) => {
  const { rows } = await sql<Pick<Text, 'description_html' | 'description_binary'>>`
    select description_html, description_binary from pages
    where id = ${id} and workspace_id = ${workspace_id} and deleted_at is null`.execute(db)
  return rows[0]
}

/** What decides who may edit; changes are sent to everyone who has the page open. */
export type Condition = Pick<Text, 'access' | 'is_locked' | 'archived_at'>

export const findCondition = async (db: Db, { workspace_id }: Writer, id: string) => {
  const { rows } = await sql<Condition>`
    select access, is_locked, archived_at from pages
    where id = ${id} and workspace_id = ${workspace_id} and deleted_at is null`.execute(db)
  return rows[0]
}

export const updateText = async (
  tx: Tx,
  { workspace_id, user_id }: Writer,
  id: string,
  written: Written,
) => {
  const { rows } = await sql<{ updated_at: string; updated_by: string }>`
    update pages set description = ${written.description}::jsonb,
      description_html = ${written.description_html},
      description_stripped = ${written.description_stripped},
      description_binary = ${written.description_binary},
      updated_at = clock_timestamp(), updated_by = ${user_id}
    where id = ${id} and workspace_id = ${workspace_id}
    returning updated_at, updated_by`.execute(tx)
  return rows[0]
}

/** Adds the missing formats of the same text; does not count as an edit. */
export const completeText = (tx: Tx, { workspace_id }: Writer, id: string, written: Written) =>
  sql`
    update pages set description = ${written.description}::jsonb,
      description_html = ${written.description_html},
      description_stripped = ${written.description_stripped},
      description_binary = ${written.description_binary}
    where id = ${id} and workspace_id = ${workspace_id}`.execute(tx)

/** Edits by the same user within this time overwrite their last version. */
const SAME_SITTING = '600 seconds'
const MAX_VERSIONS = 20

/** Saves the current text as the newest version. */
export async function saveVersion(
  tx: Tx,
  { workspace_id, user_id }: Writer,
  page_id: string,
  { anew = false } = {},
) {
  await sql`
    with now_written as (
      select description_html, description_stripped, description, description_binary, updated_at
      from pages where id = ${page_id} and workspace_id = ${workspace_id}
    ), overwritten as (
      update page_versions v set last_saved_at = n.updated_at, updated_at = now(),
        updated_by = ${user_id}, description_html = n.description_html,
        description_stripped = n.description_stripped, description_json = n.description,
        description_binary = n.description_binary
      from now_written n
      where v.id = (
        select id from page_versions where page_id = ${page_id} order by last_saved_at desc limit 1
      ) and v.owned_by = ${user_id} and not ${anew}::boolean
        and v.last_saved_at >= now() - ${SAME_SITTING}::interval
      returning v.id
    )
    insert into page_versions (workspace_id, page_id, owned_by, created_by, last_saved_at,
      description_html, description_stripped, description_json, description_binary)
    select ${workspace_id}, ${page_id}, ${user_id}, ${user_id}, n.updated_at, n.description_html,
      n.description_stripped, n.description, n.description_binary
    from now_written n where not exists (select from overwritten)`.execute(tx)
  await sql`
    delete from page_versions where id in (
      select id from page_versions where page_id = ${page_id}
      order by last_saved_at desc, id offset ${MAX_VERSIONS}
    )`.execute(tx)
}

const version = sql`
  v.id, v.workspace_id as workspace, v.page_id as page, v.last_saved_at, v.owned_by, v.created_at,
  v.updated_at, v.created_by, v.updated_by`

/** Newest first. */
export const listVersions = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<PageVersion>`
    select ${version} from page_versions v where v.page_id = ${id} and ${inWorkspace(member, 'v')}
    order by v.last_saved_at desc, v.id`.execute(db)
  return rows
}

export const findVersion = async (
  db: Db,
  member: ProjectMember,
  id: string,
  version_id: string,
) => {
  const { rows } = await sql<PageVersionDetail>`
    select ${version}, v.description_html, v.description_json,
      -- Without the line breaks PostgreSQL writes.
      translate(encode(v.description_binary, 'base64'), E'\n', '') as description_binary
    from page_versions v
    where v.id = ${version_id} and v.page_id = ${id} and ${inWorkspace(member, 'v')}`.execute(db)
  return rows[0]
}

interface Mentioned {
  transaction: string
  entity_name: string
  entity_identifier: string | null
}

/** Stores exactly the mentions in the text. */
export async function replaceLog(
  tx: Tx,
  { workspace_id, user_id }: Writer,
  page_id: string,
  mentioned: readonly Mentioned[],
) {
  await sql`
    delete from page_logs where page_id = ${page_id} and workspace_id = ${workspace_id}
      and not transaction = any(${mentioned.map(({ transaction }) => transaction)}::uuid[])`.execute(
    tx,
  )
  await sql`
    insert into page_logs
      (workspace_id, page_id, created_by, transaction, entity_name, entity_identifier)
    select ${workspace_id}, ${page_id}, ${user_id}, m.transaction, m.entity_name,
      m.entity_identifier
    from jsonb_to_recordset(${JSON.stringify(mentioned)}::jsonb)
      as m (transaction uuid, entity_name text, entity_identifier uuid)
    on conflict (page_id, transaction) where deleted_at is null do nothing`.execute(tx)
}

/** Those of these users who may read the page, each with a project where they may. */
export const listPageReaders = async (
  tx: Tx,
  { workspace_id }: Pick<Writer, 'workspace_id'>,
  page_id: string,
  user_ids: readonly string[],
) => {
  const { rows } = await sql<{ user_id: string; project_id: string }>`
    select pm.user_id, min(pp.project_id::text)::uuid as project_id
    from pages pg
    join project_pages pp on pp.page_id = pg.id
    join projects p on p.id = pp.project_id and p.deleted_at is null and p.archived_at is null
    join project_members pm on pm.project_id = p.id and pm.is_active and pm.deleted_at is null
    join users u on u.id = pm.user_id and u.is_active
    where pg.id = ${page_id} and pg.workspace_id = ${workspace_id} and pg.deleted_at is null
      and pm.user_id = any(${[...user_ids]}::uuid[])
      and (pg.owned_by = pm.user_id or (pg.access = ${pageAccess.public}
        and (pm.role > ${GUEST} or p.guest_view_all_features)))
    group by pm.user_id`.execute(tx)
  return rows
}

export interface PersonMention {
  mention_id: string
  user_id: string
}

/** Returns those that were not stored before. */
export const insertMentions = async (
  tx: Tx,
  { workspace_id }: Pick<Writer, 'workspace_id'>,
  page_id: string,
  mentions: readonly PersonMention[],
) => {
  const { rows } = await sql<PersonMention>`
    insert into page_mentions (page_id, mention_id, user_id)
    select pg.id, m.mention_id, m.user_id
    from jsonb_to_recordset(${JSON.stringify(mentions)}::jsonb) as m (mention_id uuid, user_id uuid)
    join pages pg on pg.id = ${page_id} and pg.workspace_id = ${workspace_id}
    on conflict do nothing
    returning mention_id, user_id`.execute(tx)
  return rows
}

const logged = sql`
  g.id, g.transaction, g.page_id as page, g.workspace_id as workspace, g.entity_identifier,
  g.entity_name, g.created_at, g.updated_at, g.created_by, g.updated_by, g.deleted_at`

export const insertLog = async (
  db: Db,
  { workspace_id, user_id }: Writer,
  page_id: string,
  { transaction, entity_name, entity_identifier }: Mentioned,
) => {
  const { rows } = await sql<PageLog>`
    insert into page_logs as g
      (workspace_id, page_id, created_by, transaction, entity_name, entity_identifier)
    select pg.workspace_id, pg.id, ${user_id}, ${transaction}, ${entity_name}, ${entity_identifier}
    from pages pg where pg.id = ${page_id} and pg.workspace_id = ${workspace_id}
    returning ${logged}`.execute(db)
  return rows[0] as PageLog
}

export const updateLog = async (
  db: Db,
  { workspace_id, user_id }: Writer,
  page_id: string,
  transaction: string,
  change: Partial<Mentioned>,
) => {
  const { entity_name = null, entity_identifier = null } = change
  const { rows } = await sql<PageLog>`
    update page_logs g set entity_name = coalesce(${entity_name}, g.entity_name),
      entity_identifier = case when ${'entity_identifier' in change}::boolean
        then ${entity_identifier}::uuid else g.entity_identifier end,
      updated_at = now(), updated_by = ${user_id}
    where g.page_id = ${page_id} and g.transaction = ${transaction}
      and g.workspace_id = ${workspace_id} and g.deleted_at is null
    returning ${logged}`.execute(db)
  return rows[0]
}

export const deleteLog = async (
  db: Db,
  { workspace_id }: Writer,
  page_id: string,
  transaction: string,
) => {
  const { rows } = await sql<{ id: string }>`
    delete from page_logs where page_id = ${page_id} and transaction = ${transaction}
      and workspace_id = ${workspace_id} and deleted_at is null
    returning id`.execute(db)
  return rows.length > 0
}
