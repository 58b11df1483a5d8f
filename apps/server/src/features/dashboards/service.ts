import {
  type BuiltDashboard,
  type BuiltWidget,
  type BuiltWidgetPatch,
  canChangeDashboard,
  type DashboardPatch,
  dashboardAccess,
  firstSizes,
  firstWidgetQuery,
  MAX_WIDGETS,
  MEMBER,
  type NewBuiltWidget,
  type NewDashboard,
  planSortOrder,
  type WidgetQuery,
  type WithId,
  widgetFilterKeys,
} from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { type Audience, emit } from '#kernel/events/outbox.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { normalFilters } from '#product/list-readers.ts'
import {
  findDashboard,
  findProjectRole,
  findWidget,
  insertDashboard,
  insertWidget,
  listOthers,
  listWidgets,
  lockDashboard,
  updateDashboard,
  updateWidget,
} from './queries.ts'

const noDashboard = () => notFound({ error: 'Dashboard not found' })
const noWidget = () => notFound({ error: 'Widget not found' })

export async function readDashboard(db: Db, member: Member, id: string): Promise<BuiltDashboard> {
  const dashboard = await findDashboard(db, member, id)
  if (!dashboard) throw noDashboard()
  return dashboard
}

async function lockForChange(tx: Tx, member: Member, id: string): Promise<BuiltDashboard> {
  const found = await lockDashboard(tx, member, id)
  if (!found) throw noDashboard()
  const { project_role, ...dashboard } = found
  if (!canChangeDashboard({ ...member, project_role }, dashboard)) throw forbidden()
  return dashboard
}

function readName(typed: string): string {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

/** Events of a private dashboard are sent to its owner only. */
function audienceOf(
  { workspace_id }: Member,
  { access, owned_by, project }: BuiltDashboard,
): Audience {
  if (access === dashboardAccess.private) return { to: [owned_by], within: { workspace_id } }
  return project ? { workspace_id, project_id: project, for_everyone: true } : { workspace_id }
}

async function emitDashboard(tx: Tx, member: Member, id: string) {
  const dashboard = await readDashboard(tx, member, id)
  await emit(tx, { type: 'dashboard.saved', dashboard }, audienceOf(member, dashboard))
  return dashboard
}

export const createDashboard = (
  db: Db,
  member: Member,
  { id: chosen, name: typed, access = dashboardAccess.private, project }: NewDashboard & WithId,
) =>
  db.transaction().execute(async (tx) => {
    const name = readName(typed)
    const project_id = project ?? null
    if (project_id && ((await findProjectRole(tx, member, project_id)) ?? 0) < MEMBER) {
      throw badRequest({ project: [`Invalid pk "${project_id}" - object does not exist.`] })
    }
    const wanted = { id: chosen, name, access, project_id }
    return emitDashboard(tx, member, (await insertDashboard(tx, member, wanted)).id)
  })

/** Removes a dashboard that becomes private from the screens of all other users. */
export const changeDashboard = (db: Db, member: Member, id: string, patch: DashboardPatch) =>
  db.transaction().execute(async (tx) => {
    const before = await lockForChange(tx, member, id)
    const { name, access } = patch
    await updateDashboard(tx, member, id, {
      ...(name !== undefined && { name: readName(name) }),
      ...(access !== undefined && { access }),
    })
    if (access === dashboardAccess.private && before.access !== access) {
      // Not even the admin who changed it sees it from now on.
      const others = await listOthers(tx, member, before)
      const gone = { type: 'dashboard.removed', id, workspace_id: member.workspace_id } as const
      if (others.length > 0) await emit(tx, gone, { to: others, within: null })
    }
    const dashboard = { ...before, ...patch, ...(name !== undefined && { name: name.trim() }) }
    const after = (await findDashboard(tx, member, id)) ?? dashboard
    await emit(tx, { type: 'dashboard.saved', dashboard: after }, audienceOf(member, after))
    return after
  })

export const removeDashboard = (db: Db, member: Member, id: string) =>
  db.transaction().execute(async (tx) => {
    const dashboard = await lockForChange(tx, member, id)
    await updateDashboard(tx, member, id, { deleted_at: now })
    const gone = { type: 'dashboard.removed', id, workspace_id: member.workspace_id } as const
    await emit(tx, gone, audienceOf(member, dashboard))
  })

export const readWidgets = async (db: Db, member: Member, id: string) =>
  listWidgets(db, member, await readDashboard(db, member, id))

/** Normalizes filters as lists do, so that a widget counts nothing that no list could show. */
function readQuery({ filters, ...query }: WidgetQuery): WidgetQuery {
  const known = [...widgetFilterKeys, 'pql' as const].map(
    (key) => [key, filters[key] ?? []] as const,
  )
  return { ...query, filters: normalFilters(Object.fromEntries(known)) }
}

export const createWidget = (
  db: Db,
  member: Member,
  dashboard_id: string,
  { id, kind, title = '', query = firstWidgetQuery, ...place }: NewBuiltWidget & WithId,
) =>
  db.transaction().execute(async (tx) => {
    const dashboard = await lockForChange(tx, member, dashboard_id)
    const known = await listWidgets(tx, member, dashboard)
    if (known.length >= MAX_WIDGETS) {
      throw badRequest({ error: `A dashboard has at most ${MAX_WIDGETS} widgets` })
    }
    const widget = await insertWidget(tx, member, {
      ...{ id, dashboard_id, kind, title: title.trim() },
      query: JSON.stringify(readQuery(query)),
      ...{ ...firstSizes[kind], sort_order: planSortOrder(known.at(-1)?.sort_order, undefined) },
      ...place,
    })
    return emitWidget(tx, member, dashboard, widget)
  })

async function emitWidget(
  tx: Tx,
  member: Member,
  dashboard: BuiltDashboard,
  widget: BuiltWidget,
): Promise<BuiltWidget> {
  await emit(tx, { type: 'dashboard_widget.saved', widget }, audienceOf(member, dashboard))
  return widget
}

export interface WidgetAddress {
  id: string
  widget_id: string
}

export const changeWidget = (
  db: Db,
  member: Member,
  { id, widget_id }: WidgetAddress,
  { query, title, ...plain }: BuiltWidgetPatch,
) =>
  db.transaction().execute(async (tx) => {
    const dashboard = await lockForChange(tx, member, id)
    if (!(await findWidget(tx, member, dashboard, widget_id))) throw noWidget()
    const widget = await updateWidget(tx, member, widget_id, {
      ...plain,
      ...(title !== undefined && { title: title.trim() }),
      ...(query && { query: JSON.stringify(readQuery(query)) }),
    })
    if (!widget) throw noWidget()
    return emitWidget(tx, member, dashboard, widget)
  })

export const removeWidget = (db: Db, member: Member, { id, widget_id }: WidgetAddress) =>
  db.transaction().execute(async (tx) => {
    const dashboard = await lockForChange(tx, member, id)
    if (!(await findWidget(tx, member, dashboard, widget_id))) throw noWidget()
    await updateWidget(tx, member, widget_id, { deleted_at: now })
    const gone = { type: 'dashboard_widget.removed', id: widget_id, dashboard_id: id } as const
    await emit(tx, gone, audienceOf(member, dashboard))
  })

export async function readWidget(db: Db, member: Member, { id, widget_id }: WidgetAddress) {
  const dashboard = await readDashboard(db, member, id)
  const widget = await findWidget(db, member, dashboard, widget_id)
  if (!widget) throw noWidget()
  return { dashboard, widget }
}
