import {
  pageAccess,
  type TrashEntry,
  type TrashKind,
  type TrashPage,
  type TrashQuery,
  trashKinds,
  viewAccess,
} from '@cairn/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { isInTrash } from '#product/undo-queries.ts'

/** Workspace administrators need not be members of the project. */
export const findIdentifier = async (db: Db, { workspace_id }: Member, project_id: string) => {
  const { rows } = await sql<{ identifier: string }>`
    select identifier from projects
    where id = ${project_id} and workspace_id = ${workspace_id} and deleted_at is null`.execute(db)
  return rows[0]?.identifier
}

/** With the data needed to restore it. */
export type Trashed = TrashEntry & { work_item_id: string | null; is_epic: boolean }

const keyOf = ({ identifier }: ProjectMember) => sql`${`${identifier}-`}::text || i.sequence_id`
const deleted = (of: string) =>
  sql`${sql.ref(`${of}.deleted_at`)} as deleted_at, ${sql.ref(`${of}.updated_by`)} as deleted_by`
const plain = sql`null::text as key, null::text as state__group`
const noItem = sql`null::uuid as work_item_id, false as is_epic`
/** How many items were deleted with it. */
const savedItems = (of: string) => sql`coalesce((
  select jsonb_array_length(u.snapshot -> 'items') from undo_snapshots u
  where u.entity_id = ${sql.ref(`${of}.id`)}), 0)::int as item_count`

type Reading = (member: ProjectMember) => RawBuilder<unknown>

const readings: Record<TrashKind, Reading> = {
  // Items deleted with their parent are restored with it.
  work_item: (member) => sql`
    select 'work_item' as kind, i.id, i.name, ${keyOf(member)} as key, s."group" as state__group,
      s.color, (
        select count(*)::int from work_items c
        where c.parent_id = i.id and c.deleted_at = i.deleted_at
      ) as item_count, ${deleted('i')}, i.id as work_item_id, i.is_epic
    from work_items i join states s on s.id = i.state_id
    where i.project_id = ${member.project_id} and ${isInTrash('i')} and not i.in_triage
      and not i.is_draft and not exists (
        select from work_items p where p.id = i.parent_id and p.deleted_at = i.deleted_at
      )`,
  comment: (member) => sql`
    select 'comment' as kind, c.id, left(c.comment_stripped, 200) as name, ${keyOf(member)} as key,
      null as state__group, null as color, 0 as item_count, ${deleted('c')}, i.id as work_item_id,
      i.is_epic
    from comments c join work_items i on i.id = c.work_item_id and i.deleted_at is null
    where c.project_id = ${member.project_id} and ${isInTrash('c')}`,
  attachment: (member) => sql`
    select 'attachment' as kind, a.id, coalesce(a.attributes ->> 'name', '') as name,
      ${keyOf(member)} as key, null as state__group, null as color, 0 as item_count,
      ${deleted('a')}, i.id as work_item_id, i.is_epic
    from assets a join work_items i on i.id = a.work_item_id and i.deleted_at is null
    where a.project_id = ${member.project_id} and ${isInTrash('a')} and a.is_uploaded
      and a.entity_type = 'ISSUE_ATTACHMENT'`,
  // Private ones are visible only to their owner, in the trash too.
  page: ({ project_id, workspace_id, user_id }) => sql`
    select 'page' as kind, g.id, g.name, ${plain}, null as color, ${savedItems('g')},
      ${deleted('g')}, ${noItem}
    from pages g join project_pages pp on pp.page_id = g.id and pp.project_id = ${project_id}
    where g.workspace_id = ${workspace_id} and ${isInTrash('g')}
      and (g.access = ${pageAccess.public} or g.owned_by = ${user_id}) and not exists (
        select from pages p where p.id = g.parent_id and p.deleted_at = g.deleted_at
      )`,
  view: ({ project_id, user_id }) => sql`
    select 'view' as kind, v.id, v.name, ${plain}, null as color, 0 as item_count, ${deleted('v')},
      ${noItem}
    from views v
    where v.project_id = ${project_id} and ${isInTrash('v')}
      and (v.access = ${viewAccess.public} or v.owned_by = ${user_id})`,
  cycle: ({ project_id }) => sql`
    select 'cycle' as kind, c.id, c.name, ${plain}, null as color, ${savedItems('c')},
      ${deleted('c')}, ${noItem}
    from cycles c where c.project_id = ${project_id} and ${isInTrash('c')}`,
  module: ({ project_id }) => sql`
    select 'module' as kind, m.id, m.name, ${plain}, null as color, ${savedItems('m')},
      ${deleted('m')}, ${noItem}
    from modules m where m.project_id = ${project_id} and ${isInTrash('m')}`,
  label: ({ project_id }) => sql`
    select 'label' as kind, l.id, l.name, ${plain}, l.color, (
        select count(distinct one ->> 'work_item_id')::int from undo_snapshots u,
          jsonb_array_elements(u.snapshot -> 'items') one where u.entity_id = l.id
      ) as item_count, ${deleted('l')}, ${noItem}
    from labels l
    where l.project_id = ${project_id} and ${isInTrash('l')} and not exists (
      select from labels p where p.id = l.parent_id and p.deleted_at = l.deleted_at
    )`,
}

const trashOf = (member: ProjectMember, kind: TrashKind | undefined) =>
  sql.join(
    (kind ? [kind] : trashKinds).map((one) => readings[one](member)),
    sql` union all `,
  )

export const PAGE = 100

/** Escapes wildcards. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export const listTrash = async (
  db: Db,
  member: ProjectMember,
  { search = '', kind, deleted_by, before }: TrashQuery,
): Promise<TrashPage> => {
  const { rows } = await sql<Trashed & { total: number }>`
    with found as (
      select * from (${trashOf(member, kind)}) t
      where (t.name ilike ${containing(search)} or t.key ilike ${containing(search)})
        and (${deleted_by ?? null}::uuid is null or t.deleted_by = ${deleted_by ?? null})
    )
    select f.*, (select count(*)::int from found) as total from found f
    where ${before ?? null}::timestamptz is null or f.deleted_at < ${before ?? null}
    order by f.deleted_at desc, f.id limit ${PAGE}`.execute(db)
  const results = rows.map(({ work_item_id, is_epic, total, ...entry }) => entry)
  return { results, total: rows[0]?.total ?? 0 }
}

export const findTrashed = async (db: Db, member: ProjectMember, kind: TrashKind, id: string) => {
  const { rows } = await sql<Trashed>`
    select * from (${trashOf(member, kind)}) t where t.id = ${id}`.execute(db)
  return rows[0]
}

/** Items or pages, with the sub-items or sub-pages deleted together with them. */
export const listTree = async (
  tx: Tx,
  { workspace_id }: ProjectMember,
  kind: 'work_item' | 'page',
  id: string,
) => {
  const table = sql.table(tables[kind])
  const { rows } = await sql<{ id: string }>`
    with recursive tree as (
      select i.id, i.deleted_at from ${table} i
      where i.id = ${id} and i.workspace_id = ${workspace_id} and i.deleted_at is not null
      union
      select i.id, i.deleted_at from ${table} i join tree on i.parent_id = tree.id
      where i.deleted_at = tree.deleted_at
    ) select id from tree`.execute(tx)
  return rows.map((row) => row.id)
}

/** Makes these files due for the next cleanup, which runs at once. */
export const expireFiles = (tx: Tx, { workspace_id }: ProjectMember, ids: readonly string[]) =>
  sql`
    update assets a set deleted_at = now() - interval '1 year'
    where a.workspace_id = ${workspace_id} and (
      a.id = any(${[...ids]}::uuid[]) or a.work_item_id = any(${[...ids]}::uuid[])
      or a.comment_id = any(${[...ids]}::uuid[]) or a.page_id = any(${[...ids]}::uuid[])
      or a.comment_id in (select c.id from comments c where c.work_item_id = any(${[...ids]}::uuid[]))
    )`.execute(tx)

const tables = {
  work_item: 'work_items',
  comment: 'comments',
  page: 'pages',
  cycle: 'cycles',
  module: 'modules',
  view: 'views',
  label: 'labels',
} as const

/** Deletes rows in the trash; the row of an attachment is deleted after its file. */
export const removeRowsOf = async (
  tx: Tx,
  { workspace_id, project_id }: ProjectMember,
  kind: TrashKind,
  ids: readonly string[],
) => {
  await sql`
    delete from undo_snapshots
    where project_id = ${project_id} and entity_id = any(${[...ids]}::uuid[])`.execute(tx)
  if (kind === 'attachment') return
  await sql`
    delete from ${sql.table(tables[kind])}
    where workspace_id = ${workspace_id} and id = any(${[...ids]}::uuid[])
      and deleted_at is not null`.execute(tx)
}
