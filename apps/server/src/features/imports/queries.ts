import {
  ADMIN,
  type Import,
  type ImportProblem,
  type ImportSettings,
  MEMBER,
  type Slice,
} from '@cairn/contract'
import { type ColumnType, type Generated, sql, type UpdateObject } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { maybeUserLite } from '#product/lite-shape-queries.ts'
import { inProject, inWorkspace } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    imports: Row & {
      workspace_id: string
      project_id: string
      initiated_by: string | null
      file_name: string
      file_key: string | null
      settings: ColumnType<ImportSettings | null, undefined, string>
      status: ColumnType<Import['status'], undefined, Import['status']>
      reason: string | null
      created_count: Generated<number>
      repeated_count: Generated<number>
      problem_count: Generated<number>
      problems: ColumnType<ImportProblem[], undefined, string>
      label_ids: Generated<string[]>
    }
    import_runs: {
      import_id: string
      leased_until: Generated<string>
      attempts: Generated<number>
    }
    import_items: {
      work_item_id: string
      import_id: string
      project_id: string
      fingerprint: string
    }
  }
}

/** As visible to a user with this role in the project. */
const shapeFor = ({ user_id, slug }: Pick<Member, 'user_id' | 'slug'>, role: unknown) => sql`
  m.id, m.workspace_id as workspace, m.project_id as project, p.name as project_name, m.file_name,
  m.status, m.reason, m.created_count, m.repeated_count, m.problem_count,
  case when m.problem_count > 0 and m.file_key is not null
    then ${`/api/workspaces/${slug}/projects/`}::text || m.project_id || '/imports/' || m.id
      || '/errors/' end as error_file,
  m.status = 'completed' and m.created_count > 0
    and (m.initiated_by = ${user_id} or ${role} >= ${ADMIN}::int) as can_undo,
  m.initiated_by, ${maybeUserLite('u')} as initiated_by_detail,
  m.created_at, m.updated_at, m.created_by, m.updated_by`

export const findImport = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<Import>`
    select ${shapeFor(member, sql`${member.project_role}::int`)} from imports m
    join projects p on p.id = m.project_id left join users u on u.id = m.initiated_by
    where m.id = ${id} and ${inProject(member, 'm')}`.execute(db)
  return rows[0]
}

/**
 * In the projects the caller may import into; a file that was only uploaded is not an import yet.
 */
const importsOf = (member: Member) => sql`
  imports m
  join projects p on p.id = m.project_id and p.deleted_at is null
  join project_members pm on pm.project_id = p.id and pm.user_id = ${member.user_id}
    and pm.is_active and pm.deleted_at is null and pm.role >= ${MEMBER}
  left join users u on u.id = m.initiated_by
  where ${inWorkspace(member, 'm')} and m.status <> 'uploaded'`

export const listImports = async (db: Db, member: Member, { size, page }: Slice) => {
  const { rows } = await sql<Import>`
    select ${shapeFor(member, sql`pm.role`)} from ${importsOf(member)}
    order by m.created_at desc, m.id limit ${size} offset ${page * size}`.execute(db)
  return rows
}

export const countImports = async (db: Db, member: Member) => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${importsOf(member)}`.execute(db)
  return rows[0]?.total ?? 0
}

export const insertImport = (
  db: Db,
  { workspace_id, project_id, user_id }: ProjectMember,
  file: { file_name: string; file_key: string },
) =>
  db
    .insertInto('imports')
    .values({ ...file, workspace_id, project_id, initiated_by: user_id, created_by: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()

export const deleteImport = (db: Db, id: string) =>
  db.deleteFrom('imports').where('id', '=', id).execute()

interface Details {
  id: string
  initiated_by: string | null
  status: Import['status']
  file_name: string
  file_key: string | null
  problems: ImportProblem[]
  label_ids: string[]
}

export const findDetails = (db: Db, member: ProjectMember, id: string) =>
  db
    .selectFrom('imports')
    .select(['id', 'initiated_by', 'status', 'file_name', 'file_key', 'problems', 'label_ids'])
    .where('id', '=', id)
    .where(inProject(member))
    .executeTakeFirst() satisfies Promise<Details | undefined>

/** The same, locked until the end of the transaction. */
export const lockImport = (tx: Tx, member: ProjectMember, id: string) =>
  tx
    .selectFrom('imports')
    .select(['id', 'initiated_by', 'status', 'file_name', 'file_key', 'problems', 'label_ids'])
    .where('id', '=', id)
    .where(inProject(member))
    .forUpdate()
    .executeTakeFirst()

export const updateImport = (
  tx: Tx,
  member: ProjectMember,
  id: string,
  change: UpdateObject<Database, 'imports'>,
) =>
  tx
    .updateTable('imports')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .execute()

export const queueRun = (tx: Tx, import_id: string) =>
  tx.insertInto('import_runs').values({ import_id }).execute()

export interface ClaimedRun {
  import_id: string
  attempts: number
  workspace_id: string
  project_id: string
  user_id: string | null
  file_key: string | null
  settings: ImportSettings
}

/**
 * The next to run, of all tenants; undefined if there is none, or other nodes hold the leases. If a
 * run takes longer than its lease, a second one waits for it, and finds nothing left to do.
 */
export const claimRun = async (db: Db) => {
  const { rows } = await sql<ClaimedRun>`
    update import_runs r set attempts = r.attempts + 1,
      leased_until = clock_timestamp() + interval '1 minute'
    from imports m
    where m.id = r.import_id and r.import_id = (
      select import_id from import_runs where leased_until <= clock_timestamp()
      order by leased_until limit 1 for update skip locked
    )
    returning r.import_id, r.attempts, m.workspace_id, m.project_id, m.initiated_by as user_id,
      m.file_key, m.settings`.execute(db)
  return rows[0]
}

/** Returns whether it was still queued: only the transaction that deletes it runs it. */
export const takeRun = async (tx: Tx, import_id: string) => {
  const taken = await tx
    .deleteFrom('import_runs')
    .where('import_id', '=', import_id)
    .returning('import_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Serializes imports into one project: the second sees the rows of the first. */
export const lockImports = (tx: Tx, { project_id }: ProjectMember) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`imports ${project_id}`}, 0))`.execute(tx)

export const insertItems = (
  tx: Tx,
  { project_id }: ProjectMember,
  import_id: string,
  items: readonly { id: string; fingerprint: string }[],
) =>
  sql`
    insert into import_items (work_item_id, import_id, project_id, fingerprint)
    select item.id, ${import_id}, ${project_id}, item.fingerprint
    from unnest(${items.map(({ id }) => id)}::uuid[],
      ${items.map(({ fingerprint }) => fingerprint)}::text[]) as item (id, fingerprint)`.execute(tx)

/** The items an import created that still exist. */
export const listImported = async (tx: Tx, { project_id }: ProjectMember, import_id: string) => {
  const { rows } = await sql<{ id: string }>`
    select i.id from import_items x join work_items i on i.id = x.work_item_id
    where x.import_id = ${import_id} and i.project_id = ${project_id} and i.deleted_at is null`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

const RETENTION_DAYS = 8

/** Of all tenants: files of imports that were run long ago, or never. */
export const listOldFiles = async (db: Db, most: number) => {
  const { rows } = await sql<{ id: string; file_key: string; was_run: boolean }>`
    select id, file_key, status <> 'uploaded' as was_run from imports
    where file_key is not null and status <> 'queued'
      and created_at < now() - case when status = 'uploaded' then interval '1 day'
        else make_interval(days => ${RETENTION_DAYS}) end
    order by created_at limit ${most}`.execute(db)
  return rows
}

export const forgetFile = (db: Db, id: string) =>
  db.updateTable('imports').set({ file_key: null }).where('id', '=', id).execute()

export const failImport = (tx: Tx, id: string, reason: string) =>
  tx
    .updateTable('imports')
    .set({ status: 'failed', reason, updated_at: now })
    .where('id', '=', id)
    .execute()
