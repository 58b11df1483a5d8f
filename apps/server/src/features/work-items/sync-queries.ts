import { type SyncPage, type SyncQuery, toCopyPage } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { readMoment } from '#kernel/http/moments.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import { listed, rowColumns, visibleEpic } from './queries.ts'

/** Running writes took their timestamps before this, and become visible after it. */
const upToNow = sql`least(now(), (
  select min(a.xact_start) from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.relation = 'work_items'::regclass and l.mode = 'RowExclusiveLock'
    and a.datname = current_database()
))`

/**
 * The project's visible items, or epics, in the order they changed, for clients with a local copy.
 */
export async function listChanged(
  db: Db,
  member: ProjectMember,
  query: SyncQuery,
  { epics = false } = {},
): Promise<SyncPage> {
  const slice = sliceOf({ cursor: query.cursor })
  const { size, page } = slice
  const since = readMoment('updated_at__gt', query.updated_at__gt)
  const later = since ? sql`and i.updated_at > ${since}::timestamptz` : sql``
  const own = member.sees_only_own ? sql`and i.created_by = ${member.user_id}` : sql``
  const visible = epics ? visibleEpic : listed
  const changed = sql`work_items i where i.project_id = ${member.project_id} and ${visible}
    ${later} ${own}`
  const text = query.description === 'true' ? sql`, i.description_html` : sql``
  // The total of a project is not counted again for each page.
  const sum =
    since || member.sees_only_own || epics
      ? sql`(select count(*) from ${changed})`
      : sql`(select coalesce(sum(visible), 0) from work_item_counts
          where project_id = ${member.project_id})`
  const [{ rows }, { rows: sums }] = await Promise.all([
    // Selects only ids first: they come from the index, including those of the skipped pages.
    sql<SyncPage['results'][number]>`
      select ${rowColumns(member)}${text} from work_items i join states s on s.id = i.state_id
      where i.id in (
        select i.id from ${changed} order by i.updated_at, i.id limit ${size} offset ${page * size}
      ) order by i.updated_at, i.id`.execute(db),
    // Read with the count: what is written while the pages are read is asked for again next time.
    sql<{ total: number; server_time: string }>`
      select ${sum}::int as total, ${upToNow} as server_time`.execute(db),
  ])
  const { total = 0, server_time = '' } = sums[0] ?? {}
  return { ...toCopyPage(slice, rows, total), server_time }
}

/** What a local copy must remove: deleted, archived or moved items, since a time or ever. */
export async function listGone(db: Db, member: ProjectMember, after: string | undefined) {
  const { project_id } = member
  const since = readMoment('updated_at__gt', after)
  const own = member.sees_only_own ? sql`and i.created_by = ${member.user_id}` : sql``
  const later = sql`(${since}::timestamptz is null or i.updated_at > ${since}::timestamptz) ${own}`
  const { rows } = await sql<{ id: string }>`
    select i.id, i.updated_at from work_items i
    where i.project_id = ${project_id} and (i.deleted_at is not null or i.archived_at is not null)
      and ${later}
    union
    -- Reported even if it changed elsewhere since: reporting a removal twice does no harm.
    select i.id, i.updated_at from work_item_former_keys k join work_items i on i.id = k.work_item_id
    where k.project_id = ${project_id} and i.project_id <> ${project_id} and ${later}
    order by updated_at`.execute(db)
  return rows.map(({ id }) => id)
}
