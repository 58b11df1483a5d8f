import {
  type BuiltDashboard,
  type BuiltWidget,
  dashboardAccess,
  type WidgetKind,
  type WidgetQuery,
  type WithId,
} from '@cairn/contract'
import { type ColumnType, type SqlBool, sql, type UpdateObject } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import {
  auditColumns,
  type Database,
  type Db,
  now,
  type Row,
  type Tx,
} from '#kernel/database/schema.ts'
import { inWorkspace } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    workspace_dashboards: Row & {
      workspace_id: string
      project_id: string | null
      owned_by: string
      name: string
      access: number
    }
    workspace_dashboard_widgets: Row & {
      workspace_id: string
      dashboard_id: string
      kind: WidgetKind
      title: string
      query: ColumnType<WidgetQuery, string, string>
      width: number
      height: number
      sort_order: number
    }
  }
}

/**
 * The user's own and shared dashboards: workspace ones for all its members, project ones for
 * project members. Users who left the project do not see their own there either.
 */
const visible = (member: Member) => sql<SqlBool>`
  ${inWorkspace(member, 'd')}
    and (d.owned_by = ${member.user_id} or d.access = ${dashboardAccess.shared})
    and (d.project_id is null or exists (
      select from project_members pm join projects p on p.id = pm.project_id
      where pm.project_id = d.project_id and pm.user_id = ${member.user_id} and pm.is_active
        and pm.deleted_at is null and p.deleted_at is null and p.archived_at is null
    ))`

const dashboardsFor = (db: Db, member: Member) =>
  db
    .selectFrom('workspace_dashboards as d')
    .select(['d.id', 'd.workspace_id as workspace', 'd.project_id as project', 'd.name'])
    .select(['d.access', 'd.owned_by'])
    .select(auditColumns.map((column) => `d.${column}` as const))
    .where(visible(member))

export const listDashboards = (db: Db, member: Member): Promise<BuiltDashboard[]> =>
  dashboardsFor(db, member).orderBy(sql`lower(d.name)`).orderBy('d.id').execute()

export const findDashboard = (db: Db, member: Member, id: string) =>
  dashboardsFor(db, member).where('d.id', '=', id).executeTakeFirst()

/** With the caller's role in its project. */
export const lockDashboard = (tx: Tx, member: Member, id: string) =>
  dashboardsFor(tx, member)
    .select(
      sql<number | null>`(
        select pm.role from project_members pm where pm.project_id = d.project_id
          and pm.user_id = ${member.user_id} and pm.is_active and pm.deleted_at is null
      )`.as('project_role'),
    )
    .where('d.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The caller's role in an active project; undefined if they have none. */
export const findProjectRole = async (db: Db, member: Member, project_id: string) => {
  const { rows } = await sql<{ role: number }>`
    select pm.role from project_members pm join projects p on p.id = pm.project_id
    where pm.project_id = ${project_id} and p.workspace_id = ${member.workspace_id}
      and pm.user_id = ${member.user_id} and pm.is_active and pm.deleted_at is null
      and p.deleted_at is null and p.archived_at is null`.execute(db)
  return rows[0]?.role
}

interface Wanted extends WithId {
  name: string
  access: number
  project_id: string | null
}

export const insertDashboard = (db: Db, { workspace_id, user_id }: Member, wanted: Wanted) =>
  db
    .insertInto('workspace_dashboards')
    .values({ ...wanted, workspace_id, owned_by: user_id, created_by: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()

type Change = UpdateObject<Database, 'workspace_dashboards'>

export const updateDashboard = (db: Db, member: Member, id: string, change: Change) =>
  db
    .updateTable('workspace_dashboards')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where(inWorkspace(member))
    .where('id', '=', id)
    .execute()

/** Users who see it while it is shared, except its owner. */
export const listOthers = async (db: Db, member: Member, { project, owned_by }: BuiltDashboard) => {
  const { rows } = await (project
    ? sql<{ user_id: string }>`
        select m.user_id from project_members m join projects p on p.id = m.project_id
        where m.project_id = ${project} and p.workspace_id = ${member.workspace_id}
          and m.is_active and m.deleted_at is null and m.user_id <> ${owned_by}`.execute(db)
    : sql<{ user_id: string }>`
        select m.user_id from workspace_members m
        where m.workspace_id = ${member.workspace_id} and m.is_active and m.deleted_at is null
          and m.user_id <> ${owned_by}`.execute(db))
  return rows.map(({ user_id }) => user_id)
}

const widgetColumns = [
  ...(['id', 'dashboard_id', 'kind', 'title', 'query', 'width', 'height', 'sort_order'] as const),
]

const widgetsOf = (db: Db, member: Member, { id }: Pick<BuiltDashboard, 'id'>) =>
  db
    .selectFrom('workspace_dashboard_widgets')
    .select(widgetColumns)
    .where(inWorkspace(member))
    .where('dashboard_id', '=', id)

export const listWidgets = (db: Db, member: Member, dashboard: Pick<BuiltDashboard, 'id'>) =>
  widgetsOf(db, member, dashboard).orderBy('sort_order').orderBy('id').execute()

export const findWidget = (
  db: Db,
  member: Member,
  dashboard: Pick<BuiltDashboard, 'id'>,
  widget_id: string,
): Promise<BuiltWidget | undefined> =>
  widgetsOf(db, member, dashboard).where('id', '=', widget_id).executeTakeFirst()

interface WantedWidget extends WithId {
  dashboard_id: string
  kind: WidgetKind
  title: string
  query: string
  width: number
  height: number
  sort_order: number
}

export const insertWidget = (db: Db, { workspace_id, user_id }: Member, wanted: WantedWidget) =>
  db
    .insertInto('workspace_dashboard_widgets')
    .values({ ...wanted, workspace_id, created_by: user_id })
    .returning(widgetColumns)
    .executeTakeFirstOrThrow()

type WidgetChange = UpdateObject<Database, 'workspace_dashboard_widgets'>

export const updateWidget = (db: Db, member: Member, id: string, change: WidgetChange) =>
  db
    .updateTable('workspace_dashboard_widgets')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where(inWorkspace(member))
    .where('id', '=', id)
    .returning(widgetColumns)
    .executeTakeFirst()
