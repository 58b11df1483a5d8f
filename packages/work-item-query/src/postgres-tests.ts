import type { ItemName, NumberRange, Other, PropertyName, Test, ValueTest } from './condition.ts'
import type { IdFilter, Nature, RelationWord } from './language/words.ts'
import { and, or, raw, type Sql, sql } from './sql.ts'

/** What a caller may ask about. */
export interface Caller {
  /** The condition that an item, by its alias, is one the caller may see. */
  sees: (alias: string) => Sql
  /** Missing for anonymous callers: they have no projects. */
  user_id?: string
}

/** Without a caller: queries can refer to items of the same project only. */
export const inSameProject: Caller = {
  sees: (alias) => raw(`${alias}.project_id = i.project_id and ${alias}.is_listed`),
}

/** Escapes the wildcards of LIKE. */
export const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The rows `n` that a filter's ids refer to, for the item `i`. */
const namedRows: Record<IdFilter, string> = {
  assignees: `work_item_assignees l join users n on n.id = l.user_id
    where l.work_item_id = i.id and l.is_live`,
  labels: 'work_item_labels l join labels n on n.id = l.label_id where l.work_item_id = i.id',
  module: `module_items l join modules n on n.id = l.module_id
    where l.work_item_id = i.id and l.is_live`,
  mentions: 'work_item_mentions l join users n on n.id = l.user_id where l.work_item_id = i.id',
  subscriber: `work_item_subscribers l join users n on n.id = l.user_id
    where l.work_item_id = i.id`,
  state: 'states n where n.id = i.state_id',
  cycle: 'cycles n where n.id = i.cycle_id',
  project: 'projects n where n.id = i.project_id',
  issue_type: 'work_item_types n where n.id = i.type_id',
  estimate_point: 'estimate_points n where n.id = i.estimate_point',
  created_by: 'users n where n.id = i.created_by',
  updated_by: 'users n where n.id = i.updated_by',
}

const personNames = ['n.display_name', 'n.first_name', "n.first_name || ' ' || n.last_name"]

/** By what a row is called. */
const namesIn = (filter: IdFilter): readonly string[] => {
  if (filter === 'estimate_point') return ['n.value']
  if (filter === 'project') return ['n.name', 'n.identifier']
  return namedRows[filter].includes('users n') ? personNames : ['n.name']
}

/** Compared by their lower-case letters. */
const isCalled = (columns: readonly string[], names: readonly string[]): Sql => {
  const lower = sql`(select lower(one) from unnest(${names}::text[]) one)`
  const isSo = or(columns.map((column) => sql`lower(${raw(column)}) in ${lower}`))
  return sql`(${isSo})`
}

const named = (filter: IdFilter, names: readonly string[]): Sql =>
  sql`exists (select from ${raw(namedRows[filter])} and ${isCalled(namesIn(filter), names)})`

const linkTables = { mentions: 'work_item_mentions', subscriber: 'work_item_subscribers' }

/** Someone in the workspace, or in a project that the caller is in too. */
function isMember(filter: IdFilter, project_id: string | undefined, { user_id }: Caller): Sql {
  const rows = raw(namedRows[filter])
  if (!project_id) {
    return sql`exists (select from ${rows} and exists (
      select from workspace_members m where m.workspace_id = i.workspace_id and m.user_id = n.id
        and m.is_active and m.deleted_at is null))`
  }
  if (!user_id) return raw('false')
  return sql`exists (select from ${rows} and exists (
    select from project_members m join project_members mine on mine.project_id = m.project_id
    where m.project_id = ${project_id}::uuid and m.workspace_id = i.workspace_id
      and m.user_id = n.id and m.is_active and m.deleted_at is null
      and mine.user_id = ${user_id} and mine.is_active and mine.deleted_at is null))`
}

const cycleTimes = {
  active: 'c.start_date <= now() and c.end_date >= now()',
  completed: 'c.end_date < now()',
  upcoming: 'c.start_date > now()',
}

const isThis = (alias: string, item: ItemName): Sql =>
  'id' in item
    ? sql`${raw(alias)}.id = ${item.id}::uuid`
    : sql`${raw(alias)}.sequence_id = ${item.sequence_id}::int and exists (
        select from projects p where p.id = ${raw(alias)}.project_id
          and upper(p.identifier) = upper(${item.identifier}))`

/** The other item `r` of a relation. */
const isOther = (other: Other): Sql => {
  if (typeof other !== 'string') return isThis('r', other)
  if (other === 'any') return raw('true')
  const groups = other === 'open' ? `'backlog', 'unstarted', 'started'` : `'completed', 'cancelled'`
  return raw(`exists (select from states o where o.id = r.state_id and o."group" in (${groups}))`)
}

/** How a relation is stored: its type, and on which of its sides `i` is. */
const stored: Record<
  Exclude<RelationWord, 'childOf' | 'parentOf'>,
  [string, ('own' | 'other')[]]
> = {
  blockedBy: ['blocked_by', ['own']],
  blocks: ['blocked_by', ['other']],
  linkedTo: ['relates_to', ['own', 'other']],
  duplicateOf: ['duplicate', ['own', 'other']],
}

function related(by: RelationWord, other: Other, { sees }: Caller): Sql {
  const isWanted = and([isOther(other), sees('r'), raw('r.deleted_at is null')])
  if (by === 'childOf') {
    return sql`exists (select from work_items r where r.id = i.parent_id and ${isWanted})`
  }
  if (by === 'parentOf') {
    return sql`exists (select from work_items r where r.parent_id = i.id and ${isWanted})`
  }
  const [type, sides] = stored[by]
  return or(
    sides.map((side) => {
      const [mine, theirs] =
        side === 'own' ? ['work_item_id', 'related_id'] : ['related_id', 'work_item_id']
      return sql`exists (
        select from work_item_relations k join work_items r on r.id = k.${raw(theirs)}
        where k.${raw(mine)} = i.id and k.type = ${type} and k.deleted_at is null and ${isWanted})`
    }),
  )
}

const natures: Record<Exclude<Nature, 'parent'>, string> = {
  draft: 'i.is_draft',
  archived: 'i.archived_at is not null',
  epic: 'i.is_epic',
  intake: 'i.in_triage',
  sub_item: 'i.parent_id is not null',
}

/** Is or was in one of these states. */
function wasInState(ids: readonly string[], names: readonly string[]): Sql {
  const byName = sql`(select lower(one) from unnest(${names}::text[]) one)`
  return sql`(
    i.state_id = any(${ids}::uuid[])
    or exists (select from states n where n.id = i.state_id and lower(n.name) in ${byName})
    or exists (
      select from activities a
      where a.work_item_id = i.id and a.field = 'state' and (
        a.old_identifier = any(${ids}::uuid[]) or a.new_identifier = any(${ids}::uuid[])
        or lower(a.old_value) in ${byName} or lower(a.new_value) in ${byName})))`
}

/** Whether items are tested one by one, as far as a page needs, or all of them, of one project. */
type Testing = 'each' | { all: string | undefined }

/** Values of work items; those of drafts are in another table, without a project. */
const VALUES = raw('work_item_property_values')

/** The values `v` of a property of the item `i`, by an index that fits. */
const valuesOf = (property: PropertyName, testing: Testing, table: Sql): Sql => {
  const ofProject =
    testing === 'each'
      ? raw('')
      : testing.all
        ? sql` and v.project_id = ${testing.all}::uuid`
        : raw(' and v.project_id = i.project_id')
  return 'id' in property
    ? sql`${table} v where v.work_item_id = i.id${ofProject}
        and v.property_id = ${property.id}::uuid`
    : sql`${table} v join work_item_properties p on p.id = v.property_id
        where v.work_item_id = i.id${ofProject} and p.deleted_at is null
          and lower(p.name) = lower(${property.name}::text)`
}

/** Between two ends, each of them optional. */
function within(value: Sql, from: Sql | undefined, to: Sql | undefined, isOpen = false): Sql {
  const [least, most] = [raw(isOpen ? '>' : '>='), raw(isOpen ? '<' : '<=')]
  const ends = [
    ...(from ? [sql`${value} ${least} ${from}`] : []),
    ...(to ? [sql`${value} ${most} ${to}`] : []),
  ]
  return ends.length > 0 ? and(ends) : sql`${value} is not null`
}

const inNumbers = ({ from, to, isOpen }: NumberRange): Sql => {
  const end = (number: number | undefined) =>
    number === undefined ? undefined : sql`${number}::float8`
  return within(raw('v.number_value'), end(from), end(to), isOpen)
}

/** Of the value `v`. */
function valuePasses(test: ValueTest, { sees }: Caller): Sql {
  switch (test.is) {
    case 'text':
      return sql`lower(v.text_value) = lower(${test.text}::text)`
    case 'contains':
      return sql`lower(v.text_value) like '%' || lower(${literally(test.text)}::text) || '%'`
    case 'number':
      return inNumbers(test.range)
    case 'boolean':
      return raw(test.value ? 'v.boolean_value' : 'not v.boolean_value')
    case 'day': {
      const { from, to } = test.range
      const end = (day: string | undefined) => (day ? sql`${day}::date` : undefined)
      return within(raw('v.date_value'), end(from), end(to))
    }
    case 'moment': {
      const { from, until } = test.range
      return and([
        from ? sql`v.moment_value >= ${from}::timestamptz` : raw('v.moment_value is not null'),
        ...(until ? [sql`v.moment_value < ${until}::timestamptz`] : []),
      ])
    }
    case 'ref':
      return sql`v.ref_id = any(${test.ids}::uuid[])`
    case 'called':
      return sql`(exists (
          select from work_item_property_options n where n.id = v.ref_id and n.deleted_at is null
            and ${isCalled(['n.name'], test.names)})
        or exists (select from users n where n.id = v.ref_id
          and ${isCalled(personNames, test.names)}))`
    case 'item':
      return sql`exists (select from work_items r where r.id = v.ref_id and ${sees('r')}
        and ${or(test.items.map((item) => isThis('r', item)))})`
  }
}

/** With an offset each item is looked up; otherwise all values could be read for one page. */
export const hasPropertyValue = (
  { property, values }: Extract<Test, { kind: 'property' }>,
  caller: Caller,
  testing: Testing = 'each',
  table = VALUES,
): Sql => {
  const isSo = values ? or(values.map((value) => valuePasses(value, caller))) : raw('true')
  const offset = raw(testing === 'each' ? ' offset 0' : '')
  return sql`exists (select from ${valuesOf(property, testing, table)} and (${isSo})${offset})`
}

/** The condition of a test on the item `i`. */
export function postgresPasses(test: Test, caller: Caller): Sql {
  switch (test.kind) {
    case 'named':
      return named(test.filter, test.names)
    case 'linked':
      return raw(`exists (select from ${linkTables[test.filter]} l where l.work_item_id = i.id)`)
    case 'members':
      return isMember(test.filter, test.project_id, caller)
    case 'cycles':
      return raw(`exists (select from cycles c where c.id = i.cycle_id and c.deleted_at is null
        and c.archived_at is null and ${cycleTimes[test.when]})`)
    case 'title':
      return sql`lower(i.name) = lower(${test.text}::text)`
    case 'text': {
      const pattern = `%${literally(test.text)}%`
      return sql`(i.description_stripped ilike ${pattern} or exists (
        select from work_item_names l
        where l.work_item_id = i.id and l.name like lower(${pattern}::text)))`
    }
    case 'key':
      return or(test.items.map((item) => isThis('i', item)))
    case 'is':
      return test.nature === 'parent'
        ? sql`exists (select from work_items r where r.parent_id = i.id and r.is_listed
            and ${caller.sees('r')})`
        : raw(natures[test.nature])
    case 'was_in_state':
      return wasInState(test.ids, test.names)
    case 'related':
      return related(test.by, test.other, caller)
    case 'property':
      return hasPropertyValue(test, caller)
  }
}
