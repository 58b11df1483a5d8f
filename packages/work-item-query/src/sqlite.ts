import { isPropertyField } from '@cairn/contract'
import { CannotAnswer, type Dialect, type FixedLink, type Link } from './dialect.ts'
import { propertyOf, SORTED_LETTERS, valueColumn } from './property-keys.ts'
import { raw, sql } from './sql.ts'
import { pathOf, sqlitePasses } from './sqlite-tests.ts'

/**
 * The browser's tables. Timestamps are stored as written by `instantKey`, and the code that opens
 * the database defines the function `name_key`: so text sorts here as on the server.
 */
export const sqliteTables = `
  create table if not exists issues (
    id text unique, name text, state_id text, sort_order real, completed_at text,
    estimate_point text, priority text, priority_proxy integer, start_date text, target_date text,
    sequence_id integer, project_id text, parent_id text, created_at text, updated_at text,
    created_by text, updated_by text, is_draft integer, archived_at text, state__group text,
    sub_issues_count integer, cycle_id text, link_count integer, attachment_count integer,
    type_id text, label_ids text, assignee_ids text, module_ids text, is_local_update integer,
    sub_issues_elsewhere integer, property_values text
  );
  create table if not exists issue_meta (issue_id text, key text, value text);
  create table if not exists modules (id text unique, project_id text, name text);
  create table if not exists labels (
    id text unique, name text, color text, parent text, project_id text, workspace_id text,
    sort_order integer
  );
  create table if not exists cycles (
    id text unique, project_id text, name text, archived_at text
  );
  create table if not exists states (
    id text unique, project_id text, workspace_id text, name text, color text, "group" text,
    "default" boolean, description text, sequence integer
  );
  create table if not exists types (id text unique, name text);
  create table if not exists estimate_points (id text unique, key integer, value text);
  create table if not exists members (
    id text unique, first_name text, last_name text, avatar text, is_bot boolean,
    display_name text, email text
  );
  create table if not exists options (key text unique, value text);`

/** Built when a project is loaded for the first time: to fill the tables without them is faster. */
export const sqliteIndexes = `
  ${['state_id', 'sort_order', 'priority_proxy', 'created_by', 'cycle_id', 'sequence_id']
    .map(
      (column) => `create index if not exists issues_${column} on issues (project_id, ${column});`,
    )
    .join('\n  ')}
  create index if not exists issues_project_id on issues (project_id, created_at desc, id desc);
  create index if not exists issues_parent_id on issues (parent_id);
  create index if not exists issue_meta_issue_id on issue_meta (issue_id, key, value);`

const links: Record<FixedLink, { key: string; names: string; name: string }> = {
  assignees: { key: 'assignee_ids', names: 'members', name: 'first_name' },
  labels: { key: 'label_ids', names: 'labels', name: 'name' },
  modules: { key: 'module_ids', names: 'modules', name: 'name' },
}

const inList = (values: readonly string[]) =>
  sql`(select value from json_each(${JSON.stringify(values)}))`

const metaOf = (link: Link) =>
  isPropertyField(link)
    ? raw(
        `select 1 from json_each(i.property_values, '${pathOf(propertyOf(link).id)}') l where true`,
      )
    : raw(`select 1 from issue_meta l where l.issue_id = i.id and l.key = '${links[link].key}'`)

/** The links as rows of an item and a value. */
function linkRows(link: Link): string {
  if (!isPropertyField(link)) {
    return `select issue_id, value from issue_meta where key = '${links[link].key}'`
  }
  const { kind, id } = propertyOf(link)
  // JSON has numbers for them here.
  const value = kind === 'boolean' ? `case l.value when 1 then 'true' else 'false' end` : 'l.value'
  return `select t.id as issue_id, ${value} as value
    from issues t, json_each(t.property_values, '${pathOf(id)}') l`
}

const nameIn = (table: string, id: string) =>
  raw(`(select name_key(t.name) from ${table} t where t.id = ${id})`)

/**
 * Children are added and removed without an update of their parent; those missing in the copy are
 * added.
 */
export const sqliteSubItems = raw(`(select count(*) from issues c where c.parent_id = i.id)
  + coalesce(i.sub_issues_elsewhere, 0)`)

export const sqlite: Dialect = {
  placeholder: () => '?',
  from: raw('issues i left join states s on s.id = i.state_id'),
  columns: {
    id: raw('i.id'),
    priority: raw('i.priority'),
    state_id: raw('i.state_id'),
    // The group of a state may change without its items.
    state_group: raw('s."group"'),
    cycle_id: raw('i.cycle_id'),
    project_id: raw('i.project_id'),
    parent_id: raw('i.parent_id'),
    created_by: raw('i.created_by'),
    updated_by: raw('i.updated_by'),
    type_id: raw('i.type_id'),
    estimate_point: raw('i.estimate_point'),
    start_date: raw('i.start_date'),
    target_date: raw('i.target_date'),
    created_at: raw('i.created_at'),
    updated_at: raw('i.updated_at'),
    completed_at: raw('i.completed_at'),
  },
  sortables: {
    sort_order: raw('i.sort_order'),
    sequence_id: raw('i.sequence_id'),
    name: raw('name_key(i.name)'),
    priority_rank: raw('i.priority_proxy'),
    state_name: raw('name_key(s.name)'),
    state_group_rank: raw(`case s."group" when 'backlog' then 1 when 'unstarted' then 2
      when 'started' then 3 when 'completed' then 4 when 'cancelled' then 5 end`),
    cycle_name: nameIn('cycles', 'i.cycle_id'),
    estimate_key: raw('(select p.key from estimate_points p where p.id = i.estimate_point)'),
    type_name: nameIn('types', 'i.type_id'),
    link_count: raw('i.link_count'),
    attachment_count: raw('i.attachment_count'),
    sub_issues_count: sqliteSubItems,
  },
  isOneOf: (column, values) => sql`${column} in ${inList(values)}`,
  hasAny: (link, ids) => sql`exists (${metaOf(link)} and l.value in ${inList(ids)})`,
  hasNone: (link) => sql`not exists (${metaOf(link)})`,
  firstName: (link) => {
    const { key, names, name } = links[link]
    return raw(`(select min(name_key(t.${name})) from issue_meta l
      join ${names} t on t.id = l.value where l.issue_id = i.id and l.key = '${key}')`)
  },
  nameContains: (text) => sql`instr(name_key(i.name), name_key(${text})) > 0`,
  propertyRank: ({ kind, id }) => {
    // Options are not copied, nor everybody's name.
    if (valueColumn(kind) === 'ref_id') throw new CannotAnswer()
    const value = `json_extract(i.property_values, '${pathOf(id)}')`
    return raw(
      valueColumn(kind) === 'text_value'
        ? `name_key(substr(${value}, 1, ${SORTED_LETTERS}))`
        : value,
    )
  },
  linkTable: (link, alias) => ({
    table: raw(`(${linkRows(link)}) as ${alias}`),
    item: raw(`${alias}.issue_id`),
    value: raw(`${alias}.value`),
  }),
  mentions: undefined,
  subscriber: undefined,
  passes: sqlitePasses,
}
