import { ADMIN, GUEST, type ViewFilters, viewAccess, type WithId } from '@cairn/contract'
import {
  type ColumnType,
  type Generated,
  type OrderByModifiers,
  type SqlBool,
  sql,
  type UpdateObject,
} from 'kysely'
import type { Member, ProjectMember, TeamMember } from '#kernel/auth/member.ts'
import {
  auditColumns,
  type Database,
  type Db,
  now,
  type Row,
  type Tx,
} from '#kernel/database/schema.ts'
import { inProject, inWorkspace, visibleViews } from '#product/scope-queries.ts'
import { jsonList, saveUndoSnapshot, undoable } from '#product/undo-queries.ts'
import { favoritesSnapshot } from '#product/undo-reference-queries.ts'

type JsonColumn<Value = Record<string, unknown>> = ColumnType<Value, string | undefined, string>

declare module '#kernel/database/schema.ts' {
  interface Database {
    views: Row & {
      workspace_id: string
      project_id: string | null
      teamspace_id: string | null
      owned_by: string
      name: string
      description: Generated<string>
      query: JsonColumn<ViewFilters>
      filters: JsonColumn<ViewFilters>
      display_filters: JsonColumn
      display_properties: JsonColumn
      access: Generated<number>
      sort_order: Generated<number>
      logo_props: JsonColumn
      is_locked: Generated<boolean>
    }
  }
}

/** A caller in a project or teamspace uses its views; others those of the workspace. */
export type Caller = Member | ProjectMember | TeamMember

export const projectOf = (caller: Caller) => ('project_id' in caller ? caller.project_id : null)

export const teamspaceOf = (caller: Caller) =>
  'teamspace_id' in caller ? caller.teamspace_id : null

const inScope = (caller: Caller, of?: string) =>
  'project_id' in caller
    ? inProject(caller, of)
    : sql<SqlBool>`${inWorkspace(caller, of)} and project_id is null
        and teamspace_id is not distinct from ${teamspaceOf(caller)}`

const viewsIn = (db: Db, caller: Caller) =>
  db
    .selectFrom('views as v')
    .select(auditColumns.map((column) => `v.${column}` as const))
    .select(['v.id', 'v.workspace_id as workspace', 'v.project_id as project', 'v.name'])
    .select('v.teamspace_id as teamspace')
    .select(['v.description', 'v.query', 'v.filters', 'v.display_filters', 'v.display_properties'])
    .select(['v.access', 'v.sort_order', 'v.logo_props', 'v.owned_by', 'v.is_locked'])
    .select([
      sql<string | null>`(
        select b.anchor from deploy_boards b
        where b.entity_identifier = v.id and b.entity_name = 'view' and b.deleted_at is null
          and not b.is_disabled
      )`.as('anchor'),
      sql<boolean>`exists (
        select from favorites f
        where f.user_id = ${caller.user_id} and f.entity_type = 'view'
          and f.entity_identifier = v.id and f.deleted_at is null
      )`.as('is_favorite'),
    ])
    .where(inScope(caller, 'v'))

export const listViews = (db: Db, member: ProjectMember | TeamMember) =>
  viewsIn(db, member)
    .where(visibleViews(member))
    .orderBy('is_favorite', 'desc')
    .orderBy(sql`v.name collate "C"`)
    .orderBy('v.id')
    .execute()

/** Regardless of visibility; locked, so that none is changed meanwhile. */
export const listAllOfTeam = (tx: Tx, team: TeamMember) =>
  viewsIn(tx, team).orderBy('v.id').forNoKeyUpdate('v').execute()

const orders = ['created_at', 'updated_at', 'name', 'sort_order'] as const

/** Newest first by default and for unknown orders. */
export const listWorkspaceViews = (db: Db, member: Member, wanted = '') => {
  const order = orders.find((known) => known === wanted.replace(/^-/, ''))
  const direction: OrderByModifiers = order && !wanted.startsWith('-') ? 'asc' : 'desc'
  return viewsIn(db, member)
    .where(visibleViews(member))
    .orderBy(`v.${order ?? 'created_at'}`, direction)
    .orderBy('v.id')
    .execute()
}

/** Regardless of visibility. */
export const findView = (db: Db, caller: Caller, id: string) =>
  viewsIn(db, caller).where('v.id', '=', id).executeTakeFirst()

export const lockViewRow = (tx: Tx, caller: Caller, id: string) =>
  viewsIn(tx, caller).where('v.id', '=', id).forNoKeyUpdate('v').executeTakeFirst()

export const lastSortOrder = async (db: Db, caller: Caller) => {
  const row = await db
    .selectFrom('views')
    .select(({ fn }) => fn.max('sort_order').as('last'))
    .where(inScope(caller))
    .executeTakeFirst()
  return row?.last ?? undefined
}

interface NewView extends WithId {
  name: string
  description: string
  query: string
  filters: string
  display_filters: string
  display_properties: string
  logo_props: string
  access: number
  sort_order: number
}

export const insertView = (db: Db, caller: Caller, view: NewView) =>
  db
    .insertInto('views')
    .values({
      ...view,
      workspace_id: caller.workspace_id,
      project_id: projectOf(caller),
      teamspace_id: teamspaceOf(caller),
      owned_by: caller.user_id,
      created_by: caller.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

type Change = UpdateObject<Database, 'views'>

export const updateView = (db: Db, caller: Caller, id: string, change: Change) =>
  db
    .updateTable('views')
    .set({ ...change, updated_at: now, updated_by: caller.user_id })
    .where('id', '=', id)
    .where(inScope(caller))
    .execute()

/** Before deleting: its favorites. */
export const saveFavorites = (tx: Tx, member: ProjectMember, id: string) =>
  saveUndoSnapshot(
    tx,
    member,
    id,
    sql`jsonb_build_object('favorites', ${jsonList(favoritesSnapshot(member, 'view', id))})`,
  )

export const undeleteView = async (tx: Tx, member: ProjectMember, id: string) => {
  const { numAffectedRows = 0n } = await sql`
    update views v set deleted_at = null, updated_at = now(), updated_by = ${member.user_id}
    where v.id = ${id} and ${undoable(member, 'v', { anybodys: true, fromTrash: true })}
      and (v.access = ${viewAccess.public} or v.owned_by = ${member.user_id})`.execute(tx)
  return numAffectedRows > 0n
}

const withoutIds = (column: 'filters' | 'query', key: string, ids: string[]) => sql`
  jsonb_set(${sql.ref(column)}, array[${key}::text], coalesce((
    select jsonb_agg(one) from jsonb_array_elements_text(${sql.ref(column)} -> ${key}::text) one
    where not one = any(${ids}::text[])
  ), '[]'))`

/** Removes a deleted value from the filters of the views of its project and of the workspace. */
export const dropFromViews = (
  db: Db,
  { workspace_id, project_id }: ProjectMember,
  key: 'labels' | 'cycle' | 'module',
  ids: string[],
) =>
  sql`
    update views set updated_at = now(), filters = ${withoutIds('filters', key, ids)},
      query = ${withoutIds('query', key, ids)}
    where workspace_id = ${workspace_id} and coalesce(project_id, ${project_id}) = ${project_id}
      and deleted_at is null and filters -> ${key}::text ?| ${ids}::text[]`.execute(db)

/** Users who see a public view of another user: in a workspace all but its guests. */
export const listReaders = async (db: Db, caller: Caller): Promise<string[]> => {
  const { rows } = await ('project_id' in caller
    ? sql<{ user_id: string }>`
        select m.user_id from project_members m join projects p on p.id = m.project_id
        where m.project_id = ${caller.project_id} and m.is_active and m.deleted_at is null
          and (m.role > ${GUEST} or p.guest_view_all_features)`.execute(db)
    : sql<{ user_id: string }>`
        select m.user_id from workspace_members m
        where m.workspace_id = ${caller.workspace_id} and m.is_active and m.deleted_at is null
          and m.role > ${GUEST}
          and (${teamspaceOf(caller)}::uuid is null or m.role >= ${ADMIN} or exists (
            select from teamspace_members tm
            where tm.teamspace_id = ${teamspaceOf(caller)}::uuid and tm.user_id = m.user_id
          ))`.execute(db))
  return rows.map(({ user_id }) => user_id)
}
