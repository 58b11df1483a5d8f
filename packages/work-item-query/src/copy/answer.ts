import { dayInZone } from '@cairn/calendar'
import { lookup, MEMBER, type WorkItem } from '@cairn/contract'
import { answerList, type ListAnswer } from '../answer-list.ts'
import { testsOf } from '../condition.ts'
import { CannotAnswer } from '../dialect.ts'
import { type GroupKey, type ListQuery, nameKey, type OrderKey } from '../list-query.ts'
import { type Params, readListQuery } from '../read-query.ts'
import { slicesByWindow } from '../slices-by-window.ts'
import { raw, render, type Sql, sql } from '../sql.ts'
import { sqlite } from '../sqlite.ts'
import type { Cell, CopyDatabase } from './copy-database.ts'
import type { Reference } from './feed.ts'
import { isItemRow, itemColumns, toItem } from './items.ts'

/** The caller, as far as lists depend on it. */
export interface Asker {
  user_id: string
  timezone: string
  /** In the requested project. */
  role: number
  sees_only_own: boolean
}

/** A list of one project, or of its cycle or module, as requested by its URL. */
export interface Question {
  project_id: string
  cycle_id?: string
  module_id?: string
  params: Params
}

/** Finds items whose sort name may be missing in the copy, by order. */
const unnamedBy: Partial<Record<OrderKey, string>> = {
  labels__name: unnamedLinks('label_ids', 'labels'),
  assignees__first_name: unnamedLinks('assignee_ids', 'members'),
  issue_module__module__name: unnamedLinks('module_ids', 'modules'),
  issue_cycle__cycle__name: unnamed('cycle_id', 'cycles'),
  estimate_point__key: unnamed('estimate_point', 'estimate_points'),
  // Their names are not copied: the server sorts by them.
  type__name: unnamed('type_id', 'types'),
}

function unnamed(column: string, table: Reference | 'types') {
  return `select 1 from issues i where i.project_id = ? and i.${column} is not null
    and i.${column} not in (select id from ${table}) limit 1`
}

function unnamedLinks(key: string, table: Reference) {
  return `select 1 from issue_meta l join issues i on i.id = l.issue_id where i.project_id = ?
    and l.key = '${key}' and l.value not in (select id from ${table}) limit 1`
}

const keysOf = ({ group, subGroup }: ListQuery): GroupKey[] =>
  [group, subGroup].filter((key) => key !== null)

/** Parses the URL like the server. Throws if only the server can report the error. */
export function readQuestion(
  { cycle_id, module_id, params }: Question,
  { timezone, user_id }: Asker,
) {
  // Relations and selected fields are left to the server.
  if (params.expand || params.fields) throw new CannotAnswer()
  const { cycle, ...others } = params
  return readListQuery(cycle_id ? others : params, {
    today: dayInZone(Date.now(), timezone),
    ...{ timezone, me: user_id },
    ...(module_id && { defaultOrder: 'created_at' }),
  })
}

function baseOf({ project_id, cycle_id, module_id }: Question, asker: Asker): Sql {
  const conditions = [sql`i.project_id = ${project_id}`]
  if (asker.sees_only_own) conditions.push(sql`i.created_by = ${asker.user_id}`)
  if (cycle_id) conditions.push(sql`i.cycle_id = ${cycle_id}`)
  if (module_id) conditions.push(sqlite.hasAny('modules', [module_id]))
  return conditions.reduce((all, one) => sql`${all} and ${one}`)
}

/** The order by what a query speaks of by name. */
const orderOfNames: Partial<Record<string, OrderKey>> = {
  ...{ labels: 'labels__name', assignees: 'assignees__first_name' },
  ...{ module: 'issue_module__module__name', cycle: 'issue_cycle__cycle__name' },
  estimate_point: 'estimate_point__key',
}

const namesOf = ({ filters: { where } }: ListQuery): string[] =>
  (where ? testsOf(where) : []).flatMap((test) => {
    if (test.kind !== 'named') return []
    if (test.filter === 'created_by' || test.filter === 'updated_by') {
      return unnamed(test.filter, 'members')
    }
    const key = lookup(orderOfNames, test.filter)
    return (key && unnamedBy[key]) ?? []
  })

/** Rows missing here may affect the order or the counts on the server. */
function requireKnown(db: CopyDatabase, question: Question, query: ListQuery, asker: Asker) {
  const { project_id, cycle_id, module_id } = question
  const isThere = (text: string, value: string) => db.all(text, [value]).length > 0
  const unnamedHere = [unnamedBy[query.order.key], ...namesOf(query)]
  const isUncertain =
    isThere(unnamed('state_id', 'states'), project_id) ||
    unnamedHere.some((text) => text && isThere(text, project_id)) ||
    // Only the server decides whether an archived one still has a list.
    (cycle_id && !isThere('select 1 from cycles where id = ? and archived_at is null', cycle_id)) ||
    (module_id && !isThere('select 1 from modules where id = ?', module_id)) ||
    (keysOf(query).includes('cycle_id') && asker.role < MEMBER)
  if (isUncertain) throw new CannotAnswer()
}

const groupsIn: Partial<Record<GroupKey, string>> = {
  state_id: `select id from states where project_id = ? and "group" <> 'triage' order by sequence`,
  cycle_id: 'select id from cycles where project_id = ?',
}

/** The server's response, from the copy. Throws if it might differ. */
export function answerFromCopy(
  db: CopyDatabase,
  question: Question,
  asker: Asker,
  query: ListQuery,
): Promise<ListAnswer<WorkItem>> {
  requireKnown(db, question, query, asker)
  const { project_id, module_id } = question
  return answerList<WorkItem>(
    {
      place: {
        dialect: sqlite,
        base: baseOf(question, asker),
        ...(module_id && { own: { module: { ids: [module_id], none: false } } }),
        columns: itemColumns,
        itemsOnly: raw('issues i'),
      },
      slices: slicesByWindow,
      run: async <Row>(statement: Sql) => {
        const { text, values } = render(statement, sqlite.placeholder)
        const rows = db.all<object>(text, values as Cell[])
        return rows.map((row) => (isItemRow(row) ? toItem(row) : row)) as Row[]
      },
      groupsOf: async (key) => {
        if (key === 'project_id') return [project_id]
        const text = groupsIn[key]
        return text ? db.all<{ id: string }>(text, [project_id]).map(({ id }) => id) : []
      },
    },
    query,
  )
}

const MAX_FOUND = 100

/** Items whose name contains a text, or with that number; the newest first. */
export function findInCopy(db: CopyDatabase, project_id: string, text: string, asker: Asker) {
  const [number] = text.match(/\d{1,9}$/) ?? []
  const only = asker.sees_only_own ? asker.user_id : null
  return db
    .all<Parameters<typeof toItem>[0]>(
      `select ${itemColumns.text[0]} from issues i left join states s on s.id = i.state_id
       where i.project_id = ? and (instr(name_key(i.name), ?) > 0 or i.sequence_id = ?)
         and (? is null or i.created_by = ?)
       order by i.created_at desc, i.id desc limit ${MAX_FOUND}`,
      [project_id, nameKey(text), number === undefined ? null : Number(number), only, only],
    )
    .map(toItem)
}
