import { GUEST } from '@cairn/contract'
import type { Filters, PairTotal } from '@cairn/work-item-query'
import { sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'

/** Further properties that are counted, one at a time. */
export const facets = [
  ...(['labels', 'assignees', 'module', 'created_by', 'parent', 'cycle'] as const),
  'issue_type',
] as const
export type Facet = (typeof facets)[number]

/** `among`: the projects whose items are counted. */
export type Ids = readonly string[]

const ofProjects = (among: Ids) =>
  sql`select null::uuid as value, state_id, priority, visible
    from work_item_counts where project_id = any(${among}::uuid[])`

/** Counts per cycle; the remaining items are in none. */
function ofCycles(among: Ids) {
  const planned = sql`cycle_counts where cycle_id in (
    select id from cycles where project_id = any(${among}::uuid[]))`
  return sql`select cycle_id as value, state_id, priority, visible from ${planned}
    union all select null, state_id, priority, -visible from ${planned}
    union all ${ofProjects(among)}`
}

/** The stored counts, plus changes since: minus the item as counted, plus the item as it is now. */
function ofFacet(among: Ids, facet: string) {
  const facetsOf = sql`cross join lateral
    facets_of(p.labels, p.assignees, p.modules, p.created_by, p.is_child, p.type_id) f
    where p.project_id = any(${among}::uuid[]) and f.facet = ${facet} and p.work_item_id in (
      select work_item_id from uncounted_items where project_id = any(${among}::uuid[]))`
  return sql`select value, state_id, priority, visible from facet_counts
      where project_id = any(${among}::uuid[]) and facet = ${facet}
    union all select f.value, p.state_id, p.priority, -1 from counted_profiles p ${facetsOf}
    union all select f.value, p.state_id, p.priority, 1 from work_item_profiles p ${facetsOf}`
}

function countsOf(among: Ids, facet: Facet | null) {
  if (!facet) return ofProjects(among)
  if (facet === 'cycle') return ofCycles(among)
  return ofFacet(among, facet === 'module' ? 'modules' : facet)
}

export async function readCounts(
  db: Db,
  among: Ids,
  { filters, facet }: { filters: Filters; facet: Facet | null },
  [column = "''", subColumn = 'null']: readonly string[],
) {
  const { state, priority, state_group, type_groups, project } = filters
  const isOneOf = (value: string, type: string, values: Ids | undefined) =>
    values ? sql`and ${sql.raw(value)} = any(${values}::${sql.raw(type)}[])` : sql``
  const wanted = facet ? filters[facet] : undefined
  const hasValue = wanted
    ? sql`and (c.value = any(${wanted.ids}::uuid[]) or ${wanted.none} and c.value is null)`
    : sql``
  const { rows } = await sql<PairTotal>`
    select ${sql.raw(column)} as group_id, ${sql.raw(subColumn)} as sub_group_id,
      sum(c.visible)::int as total
    from (${countsOf(among, facet)}) c join states s on s.id = c.state_id
    where s.project_id in (
        select id from projects where id = any(${among}::uuid[]) and archived_at is null)
      ${isOneOf('c.state_id', 'uuid', state)} ${isOneOf('c.priority', 'text', priority)}
      ${isOneOf('s."group"', 'text', state_group)} ${isOneOf('s."group"', 'text', type_groups)}
      ${isOneOf('s.project_id', 'uuid', project)} ${hasValue}
    group by 1, 2`.execute(db)
  return rows
}

/** The projects of a member, and whether they may see all items there. */
export const listCountedProjects = async (db: Db, { workspace_id, user_id }: Member) => {
  const { rows } = await sql<{ id: string; sees_all: boolean }>`
    select p.id, pm.role > ${GUEST} or p.guest_view_all_features as sees_all
    from projects p join project_members pm on pm.project_id = p.id
    where p.workspace_id = ${workspace_id} and p.deleted_at is null
      and p.archived_at is null and pm.user_id = ${user_id} and pm.is_active
      and pm.deleted_at is null`.execute(db)
  return rows
}

const MAX_CONCURRENT = 5_000

/** Counts the changes noted since; one run at a time, each seeing the result of the one before. */
export async function foldFacets(db: Db): Promise<void> {
  const folded = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('fold-facets'))`.execute(tx)
    return foldNoted(tx)
  })
  if (folded === MAX_CONCURRENT) await foldFacets(db)
}

/** One statement, so that all parts see the same snapshot: concurrent changes are noted again. */
async function foldNoted(tx: Tx): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with noted as (
      delete from uncounted_items where ctid = any(array(
        select ctid from uncounted_items limit ${MAX_CONCURRENT}
      )) returning work_item_id
    ), former as (
      select * from counted_profiles where work_item_id in (select work_item_id from noted)
    ), present as (
      select * from work_item_profiles where work_item_id in (select work_item_id from noted)
    ), gone as (
      delete from counted_profiles where work_item_id in (
        select work_item_id from former except select work_item_id from present)
    ), profiled as (
      insert into counted_profiles (work_item_id, project_id, state_id, priority, created_by,
        is_child, labels, assignees, modules, type_id)
      select work_item_id, project_id, state_id, priority, created_by, is_child, labels, assignees,
        modules, type_id
      from present
      on conflict (work_item_id) do update set
        project_id = excluded.project_id, state_id = excluded.state_id,
        priority = excluded.priority, created_by = excluded.created_by,
        is_child = excluded.is_child, labels = excluded.labels, assignees = excluded.assignees,
        modules = excluded.modules, type_id = excluded.type_id
    ), counted as (
      insert into facet_counts (project_id, facet, value, state_id, priority, visible)
        select p.project_id, f.facet, f.value, p.state_id, p.priority, sum(p.difference)
        from (
          select *, 1 as difference from present union all select *, -1 from former
        ) p, facets_of(p.labels, p.assignees, p.modules, p.created_by, p.is_child, p.type_id) f
        group by p.project_id, f.facet, f.value, p.state_id, p.priority
        having sum(p.difference) <> 0
      on conflict (project_id, facet, value, state_id, priority)
        do update set visible = facet_counts.visible + excluded.visible
    )
    select count(*) as folded from noted`.execute(tx)
  return rows[0]?.folded ?? 0
}
