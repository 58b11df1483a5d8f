import { GUEST, type SearchHit } from '@cairn/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { visibleAcross, visiblePages, visibleViews } from '#product/scope-queries.ts'
import { searchedText } from '#product/work-item-property-queries.ts'
import { type KnownWord, withoutDigraphs } from './expand.ts'
import type { Entity, IndexedKind } from './index-queries.ts'
import { beginningOf, MIN_MISTYPED, nearOf } from './words.ts'

/** Sorts after every word with this prefix. */
const endOf = (beginning: string) => `${beginning}\u{10ffff}`

const MAX_BEGUN = 100
const MAX_OF_STEM = 300
const MAX_NEAR = 100

/** The words of the workspace that each typed word may mean, and some more. */
export const listKnownWords = async (
  db: Db,
  { workspace_id }: Member,
  typed: readonly string[],
): Promise<KnownWord[][]> => {
  const beginning = (from: string, n: number, most: number) => sql`
    (select ${n}::int as n, word, documents, names from search_words
    where workspace_id = ${workspace_id} and word >= ${from} and word < ${endOf(from)}
    order by word limit ${most})`
  const near = (word: string, n: number) => sql`
    (select ${n}::int as n, word, documents, names from search_words
    where near && ${[...nearOf(word), withoutDigraphs(word)]}::text[]
      and workspace_id = ${workspace_id} limit ${MAX_NEAR})`
  const ways = typed.flatMap((word, n) => [
    beginning(word, n, MAX_BEGUN),
    ...(word.length >= MIN_MISTYPED
      ? [beginning(beginningOf(word), n, MAX_OF_STEM), near(word, n)]
      : [beginning(word.slice(0, 3), n, MAX_OF_STEM)]),
  ])
  const { rows } = await sql<KnownWord & { n: number }>`
    ${sql.join(ways, sql` union `)}`.execute(db)
  return typed.map((_, at) => rows.filter(({ n }) => n === at))
}

interface OwnProject {
  id: string
  /** True: the user sees only items they created here. */
  sees_only_own: boolean
}

export const listOwnProjects = async (db: Db, { workspace_id, user_id }: Member) => {
  const { rows } = await sql<OwnProject>`
    select p.id, pm.role <= ${GUEST} and not p.guest_view_all_features as sees_only_own
    from projects p
    join project_members pm on pm.project_id = p.id and pm.user_id = ${user_id} and pm.is_active
      and pm.deleted_at is null
    where p.workspace_id = ${workspace_id} and p.deleted_at is null and p.archived_at is null`.execute(
    db,
  )
  return rows
}

export interface Extent {
  newest: number
  oldest: number
}

/** The positions documents have. */
export const readExtent = async (db: Db): Promise<Extent> => {
  const { rows } = await sql<Extent>`
    select (select last_value from search_positions) as newest, oldest_position as oldest
    from search_progress`.execute(db)
  return { newest: Number(rows[0]?.newest ?? 0), oldest: Number(rows[0]?.oldest ?? 0) }
}

export interface Sought {
  /** At least one term of each list must match. */
  every: readonly (readonly string[])[]
  /** Null if no reader is named; rights are checked when the row is read. */
  readers: readonly string[] | null
}

export interface Candidate extends Entity {
  /** The terms it was found by. */
  matched: string[]
}

/** The most recently changed candidates from the index, before rights are checked. */
export const listCandidates = async (
  db: Db,
  { workspace_id }: Member,
  { every, readers }: Sought,
  most: number,
): Promise<Candidate[]> => {
  const conditions = every.map((terms) => sql`and d.terms && ${[...terms]}::text[]`)
  const { rows } = await sql<Candidate>`
    select d.kind, d.entity_id, array(
      select t from unnest(d.terms) t where t = any(${every.flat()}::text[])
    ) as matched
    from search_documents d
    where d.workspace_id = ${workspace_id} ${sql.join(conditions, sql` `)}
      ${readers ? sql`and d.readers && ${[...readers]}::uuid[]` : sql``}
    order by d.position desc limit ${most}`.execute(db)
  return rows
}

/** The items whose number or key was typed. */
export const listByNumber = async (
  db: Db,
  { workspace_id, user_id }: Member,
  { identifier, number }: { identifier: string | null; number: number },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select i.id from projects p
    join project_members pm on pm.project_id = p.id and pm.user_id = ${user_id} and pm.is_active
      and pm.deleted_at is null
    join work_items i on i.project_id = p.id and i.sequence_id = ${number}
    where p.workspace_id = ${workspace_id} and p.deleted_at is null and p.archived_at is null
      and (${identifier}::text is null or upper(p.identifier) = upper(${identifier}))
    limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

/** The rows the reader may open, with their current content. */
export type Readable = Omit<SearchHit, 'name' | 'excerpt'> & { name: string }

const nothing = {
  key: sql`null::text as key`,
  item: sql`null::uuid as work_item_id, null as state__group`,
  teamspace: sql`null::uuid as teamspace_id`,
  color: sql`null::text as color`,
  users: sql`'{}'::uuid[] as user_ids`,
  dates: sql`null::text as start_date, null::text as end_date`,
}

/** In projects the caller is a member of. */
const inOwnProject = ({ workspace_id, user_id }: Member) => sql`
  join projects p on p.id = e.project_id and p.workspace_id = ${workspace_id}
    and p.deleted_at is null and p.archived_at is null
  join project_members pm on pm.project_id = p.id and pm.user_id = ${user_id} and pm.is_active
    and pm.deleted_at is null`

/** An item with a URL: listed, or in intake where that is enabled. */
const openable = (member: Member) => sql`
  ${visibleAcross(member, 'i')} and i.deleted_at is null and i.archived_at is null
  and not i.is_draft and (not i.in_triage or p.intake_view and exists (
    select from intake_items n where n.work_item_id = i.id and n.deleted_at is null
  ))`

const ofPlan = sql`
  ${nothing.key}, ${nothing.item}, ${nothing.teamspace}, ${nothing.color}, ${nothing.users}`

type Reading = (member: Member, ids: readonly string[]) => RawBuilder<unknown>

const readings: Record<IndexedKind, Reading> = {
  work_item: (member, ids) => sql`
    select case when i.in_triage then 'intake' else 'work_item' end as kind, i.id, i.name,
      i.project_id, p.identifier || '-' || i.sequence_id as key, i.id as work_item_id,
      s."group" as state__group, ${nothing.teamspace}, s.color,
      array(select a.user_id from work_item_assignees a where a.work_item_id = i.id) as user_ids,
      ${nothing.dates}, i.updated_at
    from work_items i join projects p on p.id = i.project_id join states s on s.id = i.state_id
    where i.id = any(${[...ids]}::uuid[]) and ${openable(member)}`,
  comment: (member, ids) => sql`
    select 'comment' as kind, c.id, i.name, c.project_id,
      p.identifier || '-' || i.sequence_id as key, i.id as work_item_id, s."group" as state__group,
      ${nothing.teamspace}, ${nothing.color}, array_remove(array[c.actor_id], null) as user_ids,
      ${nothing.dates}, c.updated_at
    from comments c join work_items i on i.id = c.work_item_id and i.project_id = c.project_id
    join projects p on p.id = i.project_id join states s on s.id = i.state_id
    where c.id = any(${[...ids]}::uuid[]) and c.deleted_at is null and ${openable(member)}`,
  page: (member, ids) => sql`
    select 'page' as kind, pg.id, pg.name, (
        select pp.project_id from project_pages pp
        join projects p on p.id = pp.project_id and p.deleted_at is null and p.archived_at is null
        join project_members pm on pm.project_id = p.id and pm.user_id = ${member.user_id}
          and pm.is_active and pm.deleted_at is null
        where pp.page_id = pg.id order by pp.created_at, pp.project_id limit 1
      ) as project_id, ${nothing.key}, ${nothing.item}, ${nothing.teamspace}, ${nothing.color},
      array[pg.owned_by] as user_ids, ${nothing.dates}, pg.updated_at
    from pages pg
    where pg.id = any(${[...ids]}::uuid[]) and ${visiblePages(member)} and pg.archived_at is null`,
  // Their days are in the time zone they were planned in.
  cycle: (member, ids) => sql`
    select 'cycle' as kind, e.id, e.name, e.project_id, ${ofPlan},
      (e.start_date at time zone e.timezone)::date::text as start_date,
      (e.end_date at time zone e.timezone)::date::text as end_date, e.updated_at
    from cycles e ${inOwnProject(member)}
    where e.id = any(${[...ids]}::uuid[]) and e.deleted_at is null and e.archived_at is null`,
  module: (member, ids) => sql`
    select 'module' as kind, e.id, e.name, e.project_id, ${ofPlan},
      e.start_date::text as start_date, e.target_date::text as end_date, e.updated_at
    from modules e ${inOwnProject(member)}
    where e.id = any(${[...ids]}::uuid[]) and e.deleted_at is null and e.archived_at is null`,
  view: (member, ids) => sql`
    select 'view' as kind, v.id, v.name, v.project_id, ${nothing.key}, ${nothing.item},
      v.teamspace_id, ${nothing.color}, array[v.owned_by] as user_ids, ${nothing.dates},
      v.updated_at
    from views v where v.id = any(${[...ids]}::uuid[]) and ${visibleViews(member)}`,
  label: (member, ids) => sql`
    select 'label' as kind, e.id, e.name, e.project_id, ${nothing.key}, ${nothing.item},
      ${nothing.teamspace}, e.color, ${nothing.users}, ${nothing.dates}, e.updated_at
    from labels e ${inOwnProject(member)}
    where e.id = any(${[...ids]}::uuid[]) and e.deleted_at is null`,
  project: (member, ids) => sql`
    select 'project' as kind, p.id, p.name, p.id as project_id, p.identifier as key,
      ${nothing.item}, ${nothing.teamspace}, ${nothing.color}, ${nothing.users},
      ${nothing.dates}, p.updated_at
    from (select id as project_id from projects where id = any(${[...ids]}::uuid[])) e
    ${inOwnProject(member)}`,
  person: (member, ids) => sql`
    select 'person' as kind, m.id,
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.display_name) as name,
      null::uuid as project_id, u.display_name as key, ${nothing.item}, ${nothing.teamspace},
      ${nothing.color}, array[u.id] as user_ids, ${nothing.dates}, m.created_at as updated_at
    from workspace_members m join users u on u.id = m.user_id and u.is_active and not u.is_bot
    where m.id = any(${[...ids]}::uuid[]) and m.workspace_id = ${member.workspace_id}
      and m.is_active and m.deleted_at is null`,
}

/**
 * Those of these rows that the caller may open now; the index may be older than their permissions.
 */
export const listReadable = async (
  db: Db,
  member: Member,
  kind: IndexedKind,
  ids: readonly string[],
): Promise<Readable[]> => {
  const { rows } = await sql<Readable>`${readings[kind](member, ids)}`.execute(db)
  return rows
}

/** Long enough to find the words in, short enough to read for every shown line. */
const MAX_TEXT = 50_000

const itemTexts = sql`
  select i.id, i.workspace_id, ${searchedText('i')} as text from work_items i`

const texts: Partial<Record<SearchHit['kind'], RawBuilder<unknown>>> = {
  work_item: itemTexts,
  intake: itemTexts,
  comment: sql`select id, workspace_id, comment_stripped as text from comments`,
  page: sql`select id, workspace_id, description_stripped as text from pages`,
  cycle: sql`select id, workspace_id, description as text from cycles`,
  module: sql`select id, workspace_id, description as text from modules`,
  view: sql`select id, workspace_id, description as text from views`,
  project: sql`select id, workspace_id, description as text from projects`,
}

/** For hits that were found readable. */
export const listTextsOf = async (
  db: Db,
  { workspace_id }: Member,
  hits: readonly Pick<Readable, 'kind' | 'id'>[],
): Promise<Map<string, string>> => {
  const ways = [...Map.groupBy(hits, ({ kind }) => kind)].flatMap(([kind, ofKind]) => {
    const from = texts[kind]
    const ids = ofKind.map(({ id }) => id)
    if (!from) return []
    return sql`
      select e.id, left(e.text, ${MAX_TEXT}) as text from (${from}) e
      where e.id = any(${ids}::uuid[]) and e.workspace_id = ${workspace_id}`
  })
  if (ways.length === 0) return new Map()
  const { rows } = await sql<{ id: string; text: string | null }>`
    ${sql.join(ways, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ id, text }) => [id, text ?? '']))
}
