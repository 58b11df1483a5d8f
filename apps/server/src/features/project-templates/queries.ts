import { GUEST, type ProjectTemplate, pageAccess, viewAccess } from '@cairn/contract'
import { type ColumnType, type Generated, sql, type UpdateObject } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { normalFilters } from '#product/list-readers.ts'
import { projectTypes } from '#product/project-type-queries.ts'
import { inProject, inWorkspace } from '#product/scope-queries.ts'
import { type Content, countsOf, type TemplatePage } from './content.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    project_templates: Row & {
      workspace_id: string
      name: string
      description: Generated<string>
      content: ColumnType<Content, string, never>
      counts: ColumnType<ProjectTemplate['counts'], string, never>
    }
  }
}

const columns = [
  ...(['id', 'workspace_id', 'name', 'description', 'counts'] as const),
  ...(['created_at', 'updated_at', 'created_by', 'updated_by'] as const),
] as const

export const MAX_PROJECT_TEMPLATES = 100

export const listTemplates = (db: Db, member: Member) =>
  db
    .selectFrom('project_templates')
    .select(columns)
    .where(inWorkspace(member))
    .orderBy('name')
    .orderBy('id')
    .execute()

export const findTemplate = (db: Db, member: Member, id: string) =>
  db
    .selectFrom('project_templates')
    .select(['id', 'name', 'content'])
    .where(inWorkspace(member))
    .where('id', '=', id)
    .executeTakeFirst()

export const lockTemplate = (tx: Tx, member: Member, id: string) =>
  tx
    .selectFrom('project_templates')
    .select(columns)
    .where(inWorkspace(member))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

interface NewTemplate {
  id?: string | undefined
  name: string
  description: string
  content: Content
}

export const insertTemplate = (
  tx: Tx,
  { workspace_id, user_id }: Member,
  { content, ...template }: NewTemplate,
) =>
  tx
    .insertInto('project_templates')
    .values({
      ...{ ...template, content: JSON.stringify(content) },
      counts: JSON.stringify(countsOf(content)),
      ...{ workspace_id, created_by: user_id },
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

type Change = UpdateObject<Database, 'project_templates'>

export const updateTemplate = (tx: Tx, member: Member, id: string, change: Change) =>
  tx
    .updateTable('project_templates')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inWorkspace(member))
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Who may use templates. */
export const listUsers = async (tx: Tx, { workspace_id }: Member): Promise<string[]> => {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from workspace_members
    where workspace_id = ${workspace_id} and is_active and deleted_at is null
      and role > ${GUEST}`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** How a project is set up. */
export const readSetUp = async (
  db: Db,
  member: Member,
  project_id: string,
): Promise<Pick<Content, 'set_up' | 'states' | 'labels' | 'estimate'> | undefined> => {
  const project = { project_id }
  const { rows } = await sql<Pick<Content, 'set_up' | 'states' | 'labels' | 'estimate'>>`
    select jsonb_build_object('module_view', p.module_view, 'cycle_view', p.cycle_view,
        'issue_views_view', p.issue_views_view, 'page_view', p.page_view,
        'intake_view', p.intake_view, 'is_time_tracking_enabled', p.is_time_tracking_enabled,
        'is_issue_type_enabled', p.is_issue_type_enabled, 'is_epic_enabled', p.is_epic_enabled,
        'guest_view_all_features', p.guest_view_all_features,
        'members_can_publish', p.members_can_publish, 'archive_in', p.archive_in,
        'close_in', p.close_in, 'timezone', p.timezone, 'type_ids', ${projectTypes.type_ids},
        'default_type', ${projectTypes.default_type}, 'default_state', p.default_state_id
      ) as set_up,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name,
          'description', s.description, 'color', s.color, 'sequence', s.sequence,
          'group', s."group", 'default', s."default", 'wip_limit', s.wip_limit)
          order by s.sequence, s.id), '[]')
        from states s where ${inProject(project, 's')}
      ) as states,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name,
          'description', l.description, 'color', l.color, 'sort_order', l.sort_order,
          'parent_id', l.parent_id) order by l.parent_id nulls first, l.sort_order, l.id), '[]')
        from labels l where ${inProject(project, 'l')}
      ) as labels,
      (
        select jsonb_build_object('id', e.id, 'name', e.name, 'description', e.description,
          'type', e.type, 'is_active', e.id is not distinct from p.estimate_id, 'points', (
            select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'key', v.key,
              'value', v.value, 'description', v.description) order by v.key, v.id), '[]')
            from estimate_points v where v.estimate_id = e.id and v.deleted_at is null
          ))
        from estimates e where ${inProject(project, 'e')}
          and (e.id = p.estimate_id or e.last_used)
        order by e.id is not distinct from p.estimate_id desc limit 1
      ) as estimate
    from projects p where p.id = ${project_id} and ${inWorkspace(member, 'p')}
      and p.archived_at is null`.execute(db)
  return rows[0]
}

/** What only those see who are in the project: public views, and templates of items. */
export const readPlans = async (db: Db, member: ProjectMember) => {
  const { rows } = await sql<Pick<Content, 'views' | 'item_templates'>>`
    select (
        select coalesce(jsonb_agg(jsonb_build_object('name', v.name, 'description', v.description,
          'filters', v.filters, 'display_filters', v.display_filters,
          'display_properties', v.display_properties, 'logo_props', v.logo_props,
          'sort_order', v.sort_order) order by v.sort_order, v.id), '[]')
        from views v where ${inProject(member, 'v')} and v.access = ${viewAccess.public}
      ) as views,
      (
        select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'items', t.items)
          order by t.name, t.id), '[]')
        from item_templates t where ${inProject(member, 't')}
      ) as item_templates`.execute(db)
  return rows[0] ?? { views: [], item_templates: [] }
}

export const listModules = async (db: Db, member: ProjectMember) => {
  const { rows } = await sql<Content['modules'][number]>`
    select id, name, description, sort_order from modules m
    where ${inProject(member, 'm')} and m.archived_at is null order by m.sort_order, m.id`.execute(
    db,
  )
  return rows
}

/** Those that all members of the project see. */
export const listPublicPages = async (db: Db, member: ProjectMember) => {
  const { rows } = await sql<TemplatePage>`
    select g.id, g.parent_id as parent, g.name, g.description_html, g.color, g.logo_props,
      g.view_props, array(
        select l.id from page_labels pl join labels l on l.id = pl.label_id and ${inProject(member, 'l')}
        where pl.page_id = g.id order by l.id
      ) as labels
    from pages g join project_pages pp on pp.page_id = g.id
    where pp.project_id = ${member.project_id} and g.workspace_id = ${member.workspace_id}
      and g.deleted_at is null and g.archived_at is null and g.access = ${pageAccess.public}
    order by g.sort_order, g.created_at, g.id`.execute(db)
  return rows
}

/** Items that are below none, the oldest first. */
export const listRoots = async (db: Db, member: ProjectMember, limit: number) => {
  const { rows } = await sql<{ id: string }>`
    select i.id from work_items i left join work_items e on e.id = i.parent_id
    where ${inProject(member, 'i')} and i.is_listed and not i.is_epic
      and (i.parent_id is null or e.is_epic)
    order by i.sequence_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of a template that projects can still use. */
export const listUsableTypes = async (db: Db, member: Member, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string }>`
    select t.id from work_item_types t
    where ${inWorkspace(member, 't')} and t.is_active and not t.is_epic
      and t.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

const json = (rows: unknown) => sql`${JSON.stringify(rows)}::jsonb`

/** Fills a project that was created in the same transaction, so no other request can see it. */
export async function fillProject(tx: Tx, member: ProjectMember, content: Content) {
  const { workspace_id, project_id, user_id } = member
  const { states, labels, estimate, views, item_templates, modules, set_up } = content
  await sql`
    insert into states (id, workspace_id, project_id, name, description, color, sequence, "group",
      "default", wip_limit, created_by)
    select r.id, ${workspace_id}, ${project_id}, r.name, r.description, r.color, r.sequence,
      r."group", r."default", r.wip_limit, ${user_id}
    from jsonb_to_recordset(${json(states)}) as r (id uuid, name text, description text, color text,
      sequence float8, "group" text, "default" boolean, wip_limit integer)`.execute(tx)
  await sql`
    insert into labels (id, workspace_id, project_id, parent_id, name, description, color,
      sort_order, created_by)
    select r.id, ${workspace_id}, ${project_id}, r.parent_id, r.name, r.description, r.color,
      r.sort_order, ${user_id}
    from jsonb_to_recordset(${json(labels)}) as r (id uuid, parent_id uuid, name text,
      description text, color text, sort_order float8)`.execute(tx)
  if (estimate) {
    await sql`
      insert into estimates (id, workspace_id, project_id, name, description, type, last_used,
        created_by)
      values (${estimate.id}, ${workspace_id}, ${project_id}, ${estimate.name},
        ${estimate.description}, ${estimate.type}, true, ${user_id})`.execute(tx)
    await sql`
      insert into estimate_points (id, workspace_id, project_id, estimate_id, key, value,
        description, created_by)
      select r.id, ${workspace_id}, ${project_id}, ${estimate.id}, r.key, r.value, r.description,
        ${user_id}
      from jsonb_to_recordset(${json(estimate.points)}) as r (id uuid, key integer, value text,
        description text)`.execute(tx)
  }
  const queried = views.map((view) => ({ ...view, query: normalFilters(view.filters) }))
  await sql`
    insert into views (workspace_id, project_id, owned_by, name, description, query, filters,
      display_filters, display_properties, logo_props, access, sort_order, created_by)
    select ${workspace_id}, ${project_id}, ${user_id}, r.name, r.description, r.query, r.filters,
      r.display_filters, r.display_properties, r.logo_props, ${viewAccess.public}, r.sort_order,
      ${user_id}
    from jsonb_to_recordset(${json(queried)}) as r (name text, description text, query jsonb,
      filters jsonb, display_filters jsonb, display_properties jsonb, logo_props jsonb,
      sort_order float8)`.execute(tx)
  await sql`
    insert into item_templates (workspace_id, project_id, name, items, created_by)
    select ${workspace_id}, ${project_id}, r.name, r.items, ${user_id}
    from jsonb_to_recordset(${json(item_templates)}) as r (name text, items jsonb)`.execute(tx)
  await sql`
    insert into modules (id, workspace_id, project_id, name, description, sort_order, created_by)
    select r.id, ${workspace_id}, ${project_id}, r.name, r.description, r.sort_order, ${user_id}
    from jsonb_to_recordset(${json(modules)}) as r (id uuid, name text, description text,
      sort_order float8)`.execute(tx)
  await sql`
    update projects set default_state_id = ${set_up.default_state},
      estimate_id = ${estimate?.is_active ? estimate.id : null}
    where id = ${project_id} and workspace_id = ${workspace_id}`.execute(tx)
}
