import { sql } from 'kysely'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { searchedText } from '#product/work-item-property-queries.ts'

/** The indexed kinds; an intake request is a work item in triage. */
export const indexedKinds = [
  ...(['work_item', 'comment', 'page', 'cycle', 'module', 'view'] as const),
  ...(['label', 'project', 'person'] as const),
]
export type IndexedKind = (typeof indexedKinds)[number]

export interface Entity {
  kind: IndexedKind
  entity_id: string
}

/** Only one process writes the index at a time: words are counted without row locks. */
export const lockIndex = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('search index', 0)) as is_ours`.execute(tx)
  return rows[0]?.is_ours ?? false
}

/** If the commit is lost, the queue rows come back with it: no need to wait for the disk. */
export const relaxCommit = (tx: Tx) => sql`set local synchronous_commit = off`.execute(tx)

export const takeChanges = async (tx: Tx, most: number): Promise<Entity[]> => {
  const { rows } = await sql<Entity>`
    delete from search_changes where id in (
      select id from search_changes order by id limit ${most}
    ) returning kind, entity_id`.execute(tx)
  return rows
}

/** Entries already indexed have changed since, and keep their position. */
export const takeBacklog = async (tx: Tx, most: number) => {
  const { rows } = await sql<Entity & { number: number; is_known: boolean }>`
    delete from search_backlog b where b.number in (
      select number from search_backlog order by number limit ${most}
    ) returning b.number, b.kind, b.entity_id, exists (
      select from search_documents d where d.kind = b.kind and d.entity_id = b.entity_id
    ) as is_known`.execute(tx)
  return rows
}

/** The table of each kind, with a `created_at`. */
const tables = {
  work_item: sql`work_items`,
  comment: sql`comments`,
  page: sql`pages`,
  cycle: sql`cycles`,
  module: sql`modules`,
  view: sql`views`,
  label: sql`labels`,
  project: sql`projects`,
  person: sql`workspace_members`,
}

export const isBacklogListed = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ is_backlog_listed: boolean }>`
    select is_backlog_listed from search_progress`.execute(db)
  return rows[0]?.is_backlog_listed ?? true
}

/** Lists all existing rows, newest first: they get negative positions, counted downwards. */
export async function listBacklog(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(tx)
  const all = indexedKinds.map(
    (kind) => sql`select ${kind}::text as kind, id, created_at from ${tables[kind]}`,
  )
  await sql`
    insert into search_backlog (number, kind, entity_id)
    select (select 1 - oldest_position from search_progress)
        + row_number() over (order by created_at desc), kind, id
    from (${sql.join(all, sql` union all `)}) everything`.execute(tx)
  await sql`
    update search_progress set is_backlog_listed = true,
      oldest_position = coalesce((select -max(number) from search_backlog), oldest_position)`.execute(
    tx,
  )
}

/** The indexed content of a row. */
export interface Source {
  entity_id: string
  workspace_id: string
  name: string
  text: string | null
  readers: (string | null)[]
}

/** Maximum number of characters of a text that are indexed. */
const MAX_TEXT = 200_000

const sources = {
  work_item: sql`
    select i.id, i.workspace_id, i.name, ${searchedText('i')} as text,
      array[i.project_id, i.created_by] as readers
    from work_items i`,
  // The author of an item may read its comments.
  comment: sql`
    select c.id, c.workspace_id, '' as name, c.comment_stripped as text,
      array[c.project_id, i.created_by] as readers
    from comments c join work_items i on i.id = c.work_item_id`,
  page: sql`
    select g.id, g.workspace_id, g.name, g.description_stripped as text,
      array(select pp.project_id from project_pages pp where pp.page_id = g.id) || g.owned_by
        as readers
    from pages g`,
  cycle: sql`
    select c.id, c.workspace_id, c.name, c.description as text, array[c.project_id] as readers
    from cycles c`,
  module: sql`
    select m.id, m.workspace_id, m.name, m.description as text, array[m.project_id] as readers
    from modules m`,
  view: sql`
    select v.id, v.workspace_id, v.name, v.description as text,
      array[coalesce(v.project_id, v.workspace_id), v.owned_by] as readers
    from views v`,
  label: sql`
    select l.id, l.workspace_id, l.name, null as text, array[l.project_id] as readers
    from labels l`,
  project: sql`
    select p.id, p.workspace_id, p.name || ' ' || p.identifier as name, p.description as text,
      array[p.id] as readers
    from projects p`,
  person: sql`
    select m.id, m.workspace_id,
      u.display_name || ' ' || u.first_name || ' ' || u.last_name as name, null as text,
      array[m.workspace_id] as readers
    from workspace_members m join users u on u.id = m.user_id`,
}

/** Deleted rows are indexed too, because they can be restored; searches leave them out. */
export const readSources = async (
  tx: Tx,
  kind: IndexedKind,
  ids: readonly string[],
): Promise<Source[]> => {
  const { rows } = await sql<Source>`
    select s.id as entity_id, s.workspace_id, s.name, left(s.text, ${MAX_TEXT}) as text, s.readers
    from (${sources[kind]}) s where s.id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows
}

export interface IndexedDocument extends Entity {
  workspace_id: string
  terms: string[]
}

export const listIndexed = async (
  tx: Tx,
  entities: readonly Entity[],
): Promise<IndexedDocument[]> => {
  const { rows } = await sql<IndexedDocument>`
    select d.kind, d.entity_id, d.workspace_id, d.terms
    from unnest(${entities.map(({ kind }) => kind)}::text[],
      ${entities.map(({ entity_id }) => entity_id)}::uuid[]) as e (kind, entity_id)
    join search_documents d on d.kind = e.kind and d.entity_id = e.entity_id`.execute(tx)
  return rows
}

export const removeDocuments = (tx: Tx, entities: readonly Entity[]) =>
  sql`
    delete from search_documents d
    using unnest(${entities.map(({ kind }) => kind)}::text[],
      ${entities.map(({ entity_id }) => entity_id)}::uuid[]) as e (kind, entity_id)
    where d.kind = e.kind and d.entity_id = e.entity_id`.execute(tx)

export const takePositions = async (tx: Tx, count: number): Promise<number[]> => {
  const { rows } = await sql<{ position: number }>`
    select nextval('search_positions') as position from generate_series(1, ${count})`.execute(tx)
  return rows.map(({ position }) => Number(position))
}

export interface NewDocument extends IndexedDocument {
  position: number
  readers: string[]
}

export const saveDocuments = (tx: Tx, documents: readonly NewDocument[]) =>
  sql`
    insert into search_documents (kind, entity_id, workspace_id, position, terms, readers)
    select kind, entity_id, workspace_id, position, terms, readers
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as d
      (kind text, entity_id uuid, workspace_id uuid, position bigint, terms text[], readers uuid[])
    on conflict (kind, entity_id) do update set workspace_id = excluded.workspace_id,
      position = excluded.position, terms = excluded.terms, readers = excluded.readers`.execute(tx)

/** Merges pending entries into the index in bulk, which is much cheaper. */
export const settleIndex = (tx: Tx) =>
  sql`select gin_clean_pending_list('search_documents_terms_idx'::regclass)`.execute(tx)

/** How the number of occurrences of a word in a workspace changed. */
export interface WordCount {
  workspace_id: string
  word: string
  documents: number
  names: number
  near: string[]
}

/** Skips deleted workspaces. */
export const countWords = (tx: Tx, counts: readonly WordCount[]) =>
  sql`
    insert into search_words as w (workspace_id, word, documents, names, near)
    select c.workspace_id, c.word, c.documents, c.names, c.near
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c
      (workspace_id uuid, word text, documents int, names int, near text[])
    where exists (select from workspaces o where o.id = c.workspace_id)
    on conflict (workspace_id, word) do update set
      documents = w.documents + excluded.documents, names = w.names + excluded.names`.execute(tx)

export const removeUnusedWords = (tx: Tx, counts: readonly WordCount[]) =>
  sql`
    delete from search_words w
    using unnest(${counts.map(({ workspace_id }) => workspace_id)}::uuid[],
      ${counts.map(({ word }) => word)}::text[]) as c (workspace_id, word)
    where w.workspace_id = c.workspace_id and w.word = c.word and w.documents <= 0`.execute(tx)
