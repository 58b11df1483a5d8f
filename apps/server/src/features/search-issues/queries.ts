import type { FoundItem, LikelyDuplicate, WorkItem } from '@cairn/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'

/** What is searched: one of the caller's projects, or all if null. */
interface Reach {
  project_id: string | null
}

const projectsOf = ({ workspace_id, user_id }: Member, { project_id }: Reach) => sql`
  select p.id, p.name, p.identifier, pm.role, p.guest_view_all_features
  from projects p
  join project_members pm on pm.project_id = p.id and pm.user_id = ${user_id} and pm.is_active
    and pm.deleted_at is null
  where p.workspace_id = ${workspace_id} and p.deleted_at is null and p.archived_at is null
    and (${project_id}::uuid is null or p.id = ${project_id})`

export const isOwnProject = async (db: Db, member: Member, project_id: string) => {
  const { rows } = await sql`${projectsOf(member, { project_id })}`.execute(db)
  return rows.length > 0
}

export interface Wanted extends Reach {
  /** Escaped, with a percent sign at both ends. */
  pattern: string | null
  numbers: number[]
  /** The typed text: an item with this key comes first. */
  text: string
  epics: boolean
  /** The item the search is for, and as what; unsuitable items are excluded. */
  for?: { id: string; as: 'parent' | 'child' | 'relation' }
  withoutCycle: boolean
  outsideModule: string | null
  withoutTargetDate: boolean
  /** To look at, not to choose: then a guest finds what their project shows them. */
  asShown?: boolean
}

/** In this workspace only: an id of another one excludes nothing. */
const start = ({ workspace_id }: Member, id: string) => sql`
  select id, parent_id from work_items
  where id = ${id} and workspace_id = ${workspace_id}`

const above = (member: Member, id: string) => sql`
  with recursive up as (
    ${start(member, id)} union
    select w.id, w.parent_id from work_items w join up on w.id = up.parent_id
  ) select id from up`

const below = (member: Member, id: string) => sql`
  with recursive down as (
    ${start(member, id)} union
    select w.id, w.parent_id from work_items w join down on w.parent_id = down.id
    where w.deleted_at is null
  ) select id from down`

/** Prevents cycles of parents, and duplicate relations. */
const unfit: Record<
  NonNullable<Wanted['for']>['as'],
  (member: Member, id: string) => RawBuilder<unknown>
> = {
  parent: (member, id) => sql`
    and i.id not in (${below(member, id)})
    and i.id is distinct from (select parent_id from (${start(member, id)}) self)`,
  child: (member, id) => sql`
    and i.id not in (${above(member, id)})
    and (i.parent_id is null or not exists (${start(member, id)}))`,
  relation: (member, id) => sql`
    and i.id not in (select id from (${start(member, id)}) self)
    and not exists (
      select from work_item_relations r join (${start(member, id)}) self
        on self.id in (r.work_item_id, r.related_id)
      where i.id in (r.work_item_id, r.related_id) and r.deleted_at is null
    )`,
}

const MAX = 100

const conditionsOf = (member: Member, wanted: Wanted) => [
  wanted.epics
    ? sql`and i.is_epic and i.deleted_at is null and i.archived_at is null and not i.in_triage`
    : sql`and i.is_listed`,
  ...(wanted.withoutCycle ? [sql`and i.cycle_id is null`] : []),
  ...(wanted.withoutTargetDate ? [sql`and i.target_date is null`] : []),
  ...(wanted.outsideModule
    ? [
        sql`and not exists (select from module_items m
          where m.work_item_id = i.id and m.module_id = ${wanted.outsideModule})`,
      ]
    : []),
  ...(wanted.for ? [unfit[wanted.for.as](member, wanted.for.id)] : []),
]

/** The newest items of a project `p`, for each of these searches: each has its own index. */
function waysIn({ pattern, numbers }: Wanted) {
  if (pattern === null) return [sql`work_items i where i.project_id = p.id`]
  return [
    sql`work_item_names n join work_items i on i.id = n.work_item_id and i.project_id = p.id
      where n.project_id = p.id and n.name like lower(${pattern}::text)`,
    sql`work_items i where i.project_id = p.id and p.identifier ilike ${pattern}`,
    ...(numbers.length > 0
      ? [sql`work_items i where i.project_id = p.id and i.sequence_id = any(${numbers}::int[])`]
      : []),
  ]
}

export type Found = FoundItem & Pick<WorkItem, 'priority' | 'state_id'>

export const searchItems = async (db: Db, member: Member, wanted: Wanted) => {
  const { user_id, slug } = member
  const conditions = sql.join(conditionsOf(member, wanted), sql` `)
  const shown = wanted.asShown ? sql`or p.guest_view_all_features` : sql``
  const hits = waysIn(wanted).map(
    (way) => sql`
      (select i.id from ${way} and (p.role > 5 ${shown} or i.created_by = ${user_id}) ${conditions}
      order by i.created_at desc, i.id desc limit ${MAX})`,
  )
  const { rows } = await sql<Found>`
    select i.id, i.name, i.start_date, i.sequence_id, i.project_id, p.name as project__name,
      p.identifier as project__identifier, ${slug}::text as workspace__slug,
      s.name as state__name, s."group" as state__group, s.color as state__color, i.type_id,
      i.priority, i.state_id
    from (${projectsOf(member, wanted)}) p
    cross join lateral (${sql.join(hits, sql` union `)}) hit
    join work_items i on i.id = hit.id and i.project_id = p.id
    join states s on s.id = i.state_id
    order by upper(p.identifier || '-' || i.sequence_id) = upper(${wanted.text}) desc,
      i.created_at desc, i.id desc limit ${MAX}`.execute(db)
  return rows
}

/** Not every database has them, or allows adding them. */
export const knowsTrigrams = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from pg_extension where extname = 'pg_trgm') as known`.execute(db)
  return rows[0]?.known ?? false
}

const LIKE_ENOUGH = 0.4
const MAX_SIMILAR = 5

interface Question extends Reach {
  title: string
  /** The item the question is about, once it has an id. */
  except: string | null
}

/** The items with the most similar names; without trigrams, those with the same name. */
export const findAlike = async (
  db: Db,
  member: Member,
  { title, except, ...reach }: Question,
  { byTrigrams }: { byTrigrams: boolean },
) => {
  const likeness = byTrigrams ? sql`similarity(n.name, ${title})` : sql`1`
  const alike = byTrigrams
    ? sql`n.name % ${title} and similarity(n.name, ${title}) >= ${LIKE_ENOUGH}`
    : sql`n.name = lower(${title}::text)`
  const { rows } = await sql<LikelyDuplicate>`
    with mine as materialized (${projectsOf(member, reach)})
    select i.id, i.type_id, i.project_id, i.sequence_id, i.name, i.priority, i.state_id,
      i.created_by
    from work_item_names n
    join mine p on p.id = n.project_id
    join work_items i on i.id = n.work_item_id and i.workspace_id = ${member.workspace_id}
    where ${alike} and i.is_listed and i.id is distinct from ${except}::uuid
      and (p.role > 5 or p.guest_view_all_features or i.created_by = ${member.user_id})
    order by ${likeness} desc, i.created_at desc limit ${MAX_SIMILAR}`.execute(db)
  return rows
}
