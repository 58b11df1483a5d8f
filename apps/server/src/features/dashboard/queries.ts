import {
  type Dashboard,
  type DashboardWidgetKey,
  dashboardWidgetKeys,
  type WidgetFilters,
} from '@cairn/contract'
import { type ColumnType, type Generated, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { auditColumns, type Db, type Row, type Tx } from '#kernel/database/schema.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    dashboards: Row & {
      owner_id: string
      name: string
      description_html: Generated<string>
      identifier: string | null
      is_default: Generated<boolean>
      type_identifier: string
      logo_props: Generated<Record<string, unknown>>
    }
    dashboard_widgets: {
      id: Generated<string>
      dashboard_id: string
      key: DashboardWidgetKey
      is_visible: Generated<boolean>
      filters: ColumnType<WidgetFilters | null, string | undefined, string>
      sort_order: number
    }
  }
}

const HOME = 'home'

const dashboardsOf = (db: Db, user_id: string) =>
  db
    .selectFrom('dashboards')
    .select(['id', 'name', 'description_html', 'identifier', 'owner_id as owned_by', 'is_default'])
    .select(['type_identifier', 'logo_props', ...auditColumns])
    .where('owner_id', '=', user_id)
    .where('deleted_at', 'is', null)

export const findHomeDashboard = (db: Db, user_id: string): Promise<Dashboard | undefined> =>
  dashboardsOf(db, user_id).where('type_identifier', '=', HOME).executeTakeFirst()

export const findDashboard = (db: Db, user_id: string, id: string) =>
  dashboardsOf(db, user_id).where('id', '=', id).executeTakeFirst()

/** The saved filters of a user's widget, and the first day of that user's week. */
export const findChoices = (db: Db, user_id: string, id: string, key: DashboardWidgetKey) =>
  db
    .selectFrom('dashboards')
    .leftJoin('dashboard_widgets as w', (on) =>
      on.onRef('w.dashboard_id', '=', 'dashboards.id').on('w.key', '=', key),
    )
    .leftJoin('profiles as p', 'p.user_id', 'dashboards.owner_id')
    .select(['w.filters', 'p.start_of_the_week'])
    .where('dashboards.owner_id', '=', user_id)
    .where('dashboards.deleted_at', 'is', null)
    .where('dashboards.id', '=', id)
    .executeTakeFirst()

export const findWeekStart = (db: Db, user_id: string) =>
  db
    .selectFrom('profiles')
    .select('start_of_the_week')
    .where('user_id', '=', user_id)
    .executeTakeFirst()

/** Inserted once, also by parallel requests. */
export const insertHomeDashboard = async (tx: Tx, user_id: string) => {
  await sql`
    insert into dashboards (owner_id, name, type_identifier, created_by)
    values (${user_id}, 'Home dashboard', ${HOME}, ${user_id})
    on conflict (owner_id, type_identifier) where deleted_at is null do nothing`.execute(tx)
  await sql`
    insert into dashboard_widgets (dashboard_id, key, sort_order)
    select d.id, wanted.key, 55535 + 10000 * wanted.place
    from dashboards d
    cross join unnest(${dashboardWidgetKeys}::text[]) with ordinality as wanted (key, place)
    where d.owner_id = ${user_id} and d.type_identifier = ${HOME} and d.deleted_at is null
    on conflict (dashboard_id, key) do nothing`.execute(tx)
}

/** The dashboard must be the caller's own. */
const widgetsOf = (db: Db, dashboard_id: string) =>
  db
    .selectFrom('dashboard_widgets')
    .select(['id', 'key', 'is_visible', 'filters'])
    .where('dashboard_id', '=', dashboard_id)

export const listWidgets = (db: Db, { id }: Dashboard) =>
  widgetsOf(db, id).orderBy('sort_order').orderBy('key').execute()

export const findWidget = (db: Db, { id }: Dashboard, widget_id: string) =>
  widgetsOf(db, id).where('id', '=', widget_id).executeTakeFirst()

export interface WidgetChange {
  filters?: string
  is_visible?: boolean
  sort_order?: number
}

export const updateWidget = (db: Db, id: string, change: WidgetChange) =>
  db.updateTable('dashboard_widgets').set(change).where('id', '=', id).execute()

/** Projects by the user's last activity, then their other projects in their order. */
export const listRecentProjects = async (
  db: Db,
  { workspace_id, user_id }: Member,
  most: number,
) => {
  const { rows } = await sql<{ id: string }>`
    with activity as (
      select project_id, max(created_at) as last from activities
      where actor_id = ${user_id} and workspace_id = ${workspace_id} group by project_id
    )
    select p.id from projects p
    join project_members pm on pm.project_id = p.id and pm.user_id = ${user_id} and pm.is_active
      and pm.deleted_at is null
    left join activity on activity.project_id = p.id
    where p.workspace_id = ${workspace_id} and p.deleted_at is null and p.archived_at is null
    order by activity.last desc nulls last, pm.sort_order, p.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** `pattern`: escaped, with a percent sign at both ends; null finds all. */
export const listColleagues = async (
  db: Db,
  { workspace_id }: Member,
  pattern: string | null,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select u.id from workspace_members m join users u on u.id = m.user_id
    where m.workspace_id = ${workspace_id} and m.is_active and m.deleted_at is null
      and u.is_active and not u.is_bot
      and (${pattern}::text is null or u.display_name ilike ${pattern}
        or concat_ws(' ', u.first_name, u.last_name) ilike ${pattern})
    order by lower(u.display_name), u.id`.execute(db)
  return rows.map(({ id }) => id)
}
