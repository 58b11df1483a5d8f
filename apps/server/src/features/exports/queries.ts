import type { ExportProvider, Slice, WorkItemExport } from '@cairn/contract'
import { ADMIN, EXPORT_DAYS, GUEST, MEMBER, PUBLIC } from '@cairn/contract'
import { type ColumnType, type Generated, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { maybeUserLite } from '#product/lite-shape-queries.ts'
import { inWorkspace } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    exports: Row & {
      workspace_id: string
      initiated_by: string | null
      project_ids: string[]
      provider: ExportProvider
      is_split: boolean
      token: string
      pql: string | null
      status: ColumnType<WorkItemExport['status'], undefined, WorkItemExport['status']>
      reason: string | null
      file_key: string | null
      file_name: string | null
      leased_until: Generated<string>
      attempts: Generated<number>
      /** Projects of which only the person's own items were exported. */
      own_only_ids: Generated<string[]>
    }
  }
}

/** The caller's projects, except archived ones; limited to `among` if it is not empty. */
export const listOwnProjects = async (
  db: Db,
  { workspace_id, user_id }: Member,
  among: readonly string[],
) => {
  const { rows } = await sql<{ id: string }>`
    select p.id from project_members m
    join projects p on p.id = m.project_id and p.deleted_at is null and p.archived_at is null
    where m.workspace_id = ${workspace_id} and m.user_id = ${user_id} and m.is_active
      and m.deleted_at is null and (${among.length === 0} or p.id = any(${[...among]}::uuid[]))
    order by p.name, p.id`.execute(db)
  return rows.map(({ id }) => id)
}

export const insertExport = (
  db: Db,
  { workspace_id, user_id }: Member,
  wanted: {
    project_ids: string[]
    provider: ExportProvider
    is_split: boolean
    token: string
    pql: string | null
  },
) =>
  db
    .insertInto('exports')
    .values({ ...wanted, workspace_id, initiated_by: user_id, created_by: user_id })
    .execute()

/**
 * The person who requested it may fetch it for a week, as long as they see every item of all its
 * projects: a person who left a project, or became a guest there, may not.
 */
const isOpenTo = (user_id: string) => sql<boolean>`
  e.initiated_by = ${user_id} and e.status = 'completed' and e.file_key is not null
  and e.created_at > now() - make_interval(days => ${EXPORT_DAYS})
  and not exists (
    select from unnest(e.project_ids) as exported (id) where not exists (
      select from project_members m
      join projects p on p.id = m.project_id and p.deleted_at is null
      where m.project_id = exported.id and m.user_id = ${user_id} and m.is_active
        and m.deleted_at is null 
        and (m.role > ${GUEST} or p.guest_view_all_features or p.id = any(e.own_only_ids))
    )
  )`

/** Others see only the projects visible to them, the user who requested it sees all. */
const projectsFor = (user_id: string) => sql`
  case when e.initiated_by = ${user_id} then e.project_ids else array(
    select p.id from unnest(e.project_ids) with ordinality as exported (id, place)
    join projects p on p.id = exported.id and p.deleted_at is null
    join workspace_members w on w.workspace_id = e.workspace_id and w.user_id = ${user_id}
      and w.is_active and w.deleted_at is null
    left join project_members m on m.project_id = p.id and m.user_id = w.user_id and m.is_active
      and m.deleted_at is null
    where w.role = ${ADMIN} or m.id is not null or (w.role = ${MEMBER} and p.network = ${PUBLIC})
    order by exported.place
  ) end`

const shapeFor = ({ user_id, slug }: Pick<Member, 'user_id' | 'slug'>) => sql`
  e.id, e.workspace_id as workspace, ${projectsFor(user_id)} as project, e.provider, e.status, e.reason,
  case when ${isOpenTo(user_id)}
    then ${`/api/workspaces/${slug}/export-issues/`}::text || e.id || '/file/' end as url,
  e.token, e.initiated_by, ${maybeUserLite('u')} as initiated_by_detail,
  e.created_at, e.updated_at, e.created_by, e.updated_by`

const orders = ['created_at', 'updated_at', 'provider', 'status'] as const
export type ExportOrder = (typeof orders)[number]
export const isOrder = (text: string): text is ExportOrder =>
  (orders as readonly string[]).includes(text)

export const listExports = async (
  db: Db,
  member: Member,
  { size, page }: Slice,
  { by, descending }: { by: ExportOrder; descending: boolean },
) => {
  const { rows } = await sql<WorkItemExport>`
    select ${shapeFor(member)} from exports e left join users u on u.id = e.initiated_by
    where ${inWorkspace(member, 'e')}
    order by ${sql.ref(`e.${by}`)} ${sql.raw(descending ? 'desc' : 'asc')},
      e.created_at desc, e.id
    limit ${size} offset ${page * size}`.execute(db)
  return rows
}

export const countExports = async (db: Db, member: Member) => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from exports e where ${inWorkspace(member, 'e')}`.execute(db)
  return rows[0]?.total ?? 0
}

export const findFile = async (db: Db, member: Member, id: string) => {
  const { rows } = await sql<{ file_key: string; file_name: string }>`
    select e.file_key, e.file_name from exports e
    where e.id = ${id} and ${inWorkspace(member, 'e')} and ${isOpenTo(member.user_id)}`.execute(db)
  return rows[0]
}

export interface Claimed {
  id: string
  workspace_id: string
  user_id: string | null
  project_ids: string[]
  provider: ExportProvider
  is_split: boolean
  token: string
  pql: string | null
  attempts: number
  created_at: string
  leased_until: string
}

const LEASE = sql`interval '1 minute'`

/**
 * The next export to make, of all tenants; undefined if there is none, or other nodes hold the
 * leases.
 */
export const claimExport = async (tx: Tx) => {
  const { rows } = await sql<Claimed>`
    update exports set status = 'processing', attempts = attempts + 1, updated_at = now(),
      leased_until = clock_timestamp() + ${LEASE},
      own_only_ids = array(
        select m.project_id from project_members m join projects p on p.id = m.project_id
        where m.user_id = exports.initiated_by and m.project_id = any(exports.project_ids)
          and m.role = ${GUEST} and not p.guest_view_all_features
      )
    where id = (
      select id from exports
      where status in ('queued', 'processing') and leased_until <= clock_timestamp()
      order by leased_until limit 1 for update skip locked
    )
    returning id, workspace_id, initiated_by as user_id, project_ids, provider, is_split, token, pql,
      attempts, created_at, leased_until`.execute(tx)
  return rows[0]
}

/** Returns whether this node still holds the lease. */
export const renewLease = async (db: Db, { id, leased_until }: Claimed) => {
  const { rows } = await sql<{ leased_until: string }>`
    update exports set leased_until = clock_timestamp() + ${LEASE}
    where id = ${id} and status = 'processing' and leased_until = ${leased_until}
    returning leased_until`.execute(db)
  return rows[0]?.leased_until
}

interface Outcome {
  status: 'completed' | 'failed'
  reason?: string
  file_key?: string
  file_name?: string
}

/** Only if this node still holds the lease: another may have made it meanwhile. */
export const finishExport = async (tx: Tx, { id, leased_until }: Claimed, outcome: Outcome) => {
  const done = await tx
    .updateTable('exports')
    .set({ ...outcome, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .where('leased_until', '=', leased_until)
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

/** As seen by the user who requested it. */
export const findOwnExport = async (
  db: Db,
  reader: Pick<Member, 'user_id' | 'slug'>,
  id: string,
) => {
  const { rows } = await sql<WorkItemExport>`
    select ${shapeFor(reader)} from exports e left join users u on u.id = e.initiated_by
    where e.id = ${id} and e.initiated_by = ${reader.user_id}`.execute(db)
  return rows[0]
}

const RETENTION_DAYS = 8

/** Of all tenants: files that can no longer be downloaded. */
export const listOldFiles = async (db: Db, most: number) => {
  const { rows } = await sql<{ id: string; file_key: string }>`
    select id, file_key from exports
    where file_key is not null and created_at < now() - make_interval(days => ${RETENTION_DAYS})
    order by created_at limit ${most}`.execute(db)
  return rows
}

export const forgetFile = (db: Db, id: string) =>
  db.updateTable('exports').set({ file_key: null }).where('id', '=', id).execute()
