import { type PropertyValues, priorities, type WorkItem } from '@cairn/contract'
import { instantKey } from '../list-query.ts'
import { raw } from '../sql.ts'
import { sqliteSubItems } from '../sqlite.ts'
import { type Cell, type CopyDatabase, inList, listOf } from './copy-database.ts'

const plain = [
  ...([
    'id',
    'name',
    'state_id',
    'sort_order',
    'estimate_point',
    'priority',
    'start_date',
  ] as const),
  ...([
    'target_date',
    'sequence_id',
    'project_id',
    'parent_id',
    'created_by',
    'updated_by',
  ] as const),
  ...(['cycle_id', 'link_count', 'attachment_count', 'type_id', 'archived_at'] as const),
] satisfies (keyof WorkItem)[]
const moments = ['completed_at', 'created_at', 'updated_at'] as const
const lists = ['label_ids', 'assignee_ids', 'module_ids'] as const

const written = [
  ...plain,
  ...moments,
  ...lists,
  ...(['property_values', 'priority_proxy', 'sub_issues_count', 'is_local_update'] as const),
]

function cellsOf(item: WorkItem, isLocal: boolean): Cell[] {
  return [
    ...plain.map((column) => item[column]),
    ...moments.map((column) => (item[column] === null ? null : instantKey(item[column]))),
    ...lists.map((column) => JSON.stringify(item[column])),
    JSON.stringify(item.property_values),
    // In ascending order from "none".
    priorities.length - 1 - priorities.indexOf(item.priority),
    item.sub_issues_count,
    isLocal ? 1 : null,
  ]
}

const ROWS_AT_ONCE = 50

const marks = `(${written.map(() => '?').join(', ')})`

function* batches<Value>(values: readonly Value[]): Generator<readonly Value[]> {
  for (let n = 0; n < values.length; n += ROWS_AT_ONCE) yield values.slice(n, n + ROWS_AT_ONCE)
}

/** Each replaces its existing row. */
export function putItems(db: CopyDatabase, items: readonly WorkItem[], isLocal = false) {
  for (const batch of batches(items)) {
    const ids = listOf(batch.map(({ id }) => id))
    db.all(`delete from issue_meta where issue_id in ${inList}`, [ids])
    db.all(
      `insert or replace into issues (${written.join(', ')}) values ${batch.map(() => marks)}`,
      batch.flatMap((item) => cellsOf(item, isLocal)),
    )
    db.all(
      `insert into issue_meta (issue_id, key, value)
       select i.id, l.key, v.value from issues i, json_each(json_object(
         ${lists.map((key) => `'${key}', json(i.${key})`).join(', ')})) l, json_each(l.value) v
       where i.id in ${inList}`,
      [ids],
    )
  }
}

/** Call it once all are stored: counts the children that are missing here. */
export function countElsewhere(db: CopyDatabase, ids: Iterable<string>) {
  db.all(
    `update issues set sub_issues_elsewhere = max(0, sub_issues_count
       - (select count(*) from issues c where c.parent_id = issues.id))
     where id in ${inList}`,
    [listOf(ids)],
  )
}

export function removeItems(db: CopyDatabase, ids: Iterable<string>) {
  const gone = listOf(ids)
  db.all(`delete from issue_meta where issue_id in ${inList}`, [gone])
  db.all(`delete from issues where id in ${inList}`, [gone])
}

/** The columns of a row, for the item `i` and its state `s`. */
export const itemColumns = raw(`${[...plain, ...moments, ...lists].map((name) => `i.${name}`)},
  i.property_values, s."group" as state__group, ${sqliteSubItems.text[0]} as sub_issues_count`)

type InJson = (typeof lists)[number] | 'property_values'
type CopiedItem = Omit<WorkItem, InJson | 'is_draft' | 'is_epic'> & Record<InJson, string>

/** The server omits trailing zeros of a timestamp. */
const plainMoment = (key: string) => key.replace(/\.?0+Z$/, 'Z')

/** A row as the server would send it, with any other selected columns. */
export function toItem<Row extends CopiedItem>(row: Row) {
  return {
    ...row,
    completed_at: row.completed_at === null ? null : plainMoment(row.completed_at),
    created_at: plainMoment(row.created_at),
    updated_at: plainMoment(row.updated_at),
    label_ids: JSON.parse(row.label_ids) as string[],
    assignee_ids: JSON.parse(row.assignee_ids) as string[],
    module_ids: JSON.parse(row.module_ids) as string[],
    property_values: JSON.parse(row.property_values) as PropertyValues,
    is_draft: false,
    is_epic: false,
  }
}

export const isItemRow = (row: object): row is CopiedItem => 'label_ids' in row

export function findItem(db: CopyDatabase, id: string): WorkItem | undefined {
  const [row] = db.all<CopiedItem>(
    `select ${itemColumns.text[0]} from issues i left join states s on s.id = i.state_id
     where i.id = ?`,
    [id],
  )
  return row && toItem(row)
}

/** Whether lists show it: no epic, no draft, not archived, not waiting in intake. */
export const isCopied = ({ is_epic, is_draft, archived_at, state__group }: WorkItem) =>
  !is_epic && !is_draft && archived_at === null && state__group !== 'triage'

export interface Known {
  updated_at: string
  is_local: boolean
}

const known = ({ updated_at, is_local_update }: KnownRow): Known => ({
  updated_at,
  is_local: is_local_update === 1,
})

interface KnownRow {
  id: string
  updated_at: string
  is_local_update: number | null
}

export function knownItem(db: CopyDatabase, id: string): Known | undefined {
  const text = 'select id, updated_at, is_local_update from issues where id = ?'
  const [row] = db.all<KnownRow>(text, [id])
  return row && known(row)
}

export function knownItems(db: CopyDatabase, project_id: string): Map<string, Known> {
  const text = 'select id, updated_at, is_local_update from issues where project_id = ?'
  return new Map(db.all<KnownRow>(text, [project_id]).map((row) => [row.id, known(row)]))
}

/** Whether an item is newer than the stored one; old data must not undo a local change. */
export function isNews(known: Known | undefined, { updated_at }: WorkItem): boolean {
  if (!known) return true
  const moment = instantKey(updated_at)
  return moment > known.updated_at || (moment === known.updated_at && !known.is_local)
}
