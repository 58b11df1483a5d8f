import { lookup, priorities, stateGroups, type WorkItem } from '@cairn/contract'

const day = (value: string | null) => (value === null ? null : Date.parse(value))
const groups: readonly string[] = stateGroups

/** What a row tells of its place; the other orders need names that only the server has at hand. */
const values: Partial<Record<string, (item: WorkItem) => number | null>> = {
  sort_order: (item) => item.sort_order,
  created_at: (item) => Date.parse(item.created_at),
  updated_at: (item) => Date.parse(item.updated_at),
  completed_at: (item) => day(item.completed_at),
  start_date: (item) => day(item.start_date),
  target_date: (item) => day(item.target_date),
  sequence_id: (item) => item.sequence_id,
  priority: (item) => -priorities.indexOf(item.priority),
  state__group: (item) => groups.indexOf(item.state__group),
  link_count: (item) => item.link_count,
  attachment_count: (item) => item.attachment_count,
  sub_issues_count: (item) => item.sub_issues_count,
}

const keyOf = (order: string) => order.replace(/^-/, '')

/** Whether rows can be put in their place here, or only by reading the list again. */
export const isTold = (order: string) => Object.hasOwn(values, keyOf(order))

// Fractions of a second come with their zeros cut off, so they do not compare as text.
const newestFirst = ({ created_at: a }: WorkItem, { created_at: b }: WorkItem) =>
  Date.parse(b) - Date.parse(a) || (a < b ? 1 : a > b ? -1 : 0)
const byId = (a: WorkItem, b: WorkItem) => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

function byValue(a: WorkItem, b: WorkItem, order: string): number {
  const read = lookup(values, keyOf(order))
  const first = read?.(a) ?? null
  const second = read?.(b) ?? null
  if (first === second) return 0
  // What has no value is last, upwards and downwards.
  if (first === null) return 1
  if (second === null) return -1
  return order.startsWith('-') ? second - first : first - second
}

/** The server's order, to the last tie: what we sort in must stand where the next page expects it. */
export const compare = (a: WorkItem, b: WorkItem, order: string): number =>
  byValue(a, b, order) || newestFirst(a, b) || byId(a, b)
