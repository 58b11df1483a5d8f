import { dayInZone } from '@cairn/calendar'
import { MEMBER, type WorkItem } from '@cairn/contract'
import { answerList, type ListAnswer } from '../answer-list.ts'
import { CannotAnswer } from '../dialect.ts'
import type { GroupKey, ListQuery, OrderKey } from '../list-query.ts'
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
export function readQuestion({ cycle_id, module_id, params }: Question, { timezone }: Asker) {
  // Relations and selected fields are left to the server.
  if (params.expand || params.fields) throw new CannotAnswer()
  const { cycle, ...others } = params
  return readListQuery(cycle_id ? others : params, {
    today: dayInZone(Date.now(), timezone),
    timezone,
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

/** Rows missing here may affect the order or the counts on the server. */
function requireKnown(db: CopyDatabase, question: Question, query: ListQuery, asker: Asker) {
  const { project_id, cycle_id, module_id } = question
  const isThere = (text: string, value: string) => db.all(text, [value]).length > 0
  const unnamedHere = unnamedBy[query.order.key]
  const isUncertain =
    isThere(unnamed('state_id', 'states'), project_id) ||
    (unnamedHere && isThere(unnamedHere, project_id)) ||
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
