import { lookup, type WorkItem } from '@cairn/contract'
import { todayHere } from '#ui/own-zone.ts'
import { meetsDates } from './date-tokens.ts'
import { NONE } from './grouped-items.ts'
import type { ListContext } from './list-context.ts'
import type { ListParams } from './list-params.ts'

/** Whether an item is in a list; undefined: its row does not tell. */
export type ItemTest = (item: WorkItem) => boolean | undefined

const kinds: Record<string, readonly string[]> = {
  active: ['unstarted', 'started'],
  backlog: ['backlog'],
}

/** Not in lists: archived, a draft, an epic, or waiting in the triage. */
function isListed({ kind }: ListContext, item: WorkItem): boolean {
  const archived = item.archived_at !== null
  if (item.is_draft || item.state__group === 'triage') return false
  return archived === (kind === 'archived') && Boolean(item.is_epic) === (kind === 'epics')
}

const ids: Partial<Record<string, (item: WorkItem) => readonly (string | null)[]>> = {
  priority: (item) => [item.priority],
  state: (item) => [item.state_id],
  state_group: (item) => [item.state__group],
  created_by: (item) => [item.created_by],
  project: (item) => [item.project_id],
  cycle: (item) => [item.cycle_id],
  module: (item) => (item.module_ids.length > 0 ? item.module_ids : [null]),
  assignees: (item) => (item.assignee_ids.length > 0 ? item.assignee_ids : [null]),
  labels: (item) => (item.label_ids.length > 0 ? item.label_ids : [null]),
}

const untold = ['mentions', 'subscriber']

/** What a cycle or a module holds; every other list is told apart by its filters. */
function isIn(context: ListContext, item: WorkItem): boolean {
  if (context.kind === 'cycle') return item.cycle_id === context.cycle_id
  return context.kind !== 'module' || item.module_ids.includes(context.module_id)
}

/** The list's filters as a question to a row. */
export function itemTest(context: ListContext, params: ListParams): ItemTest {
  const tests: ((item: WorkItem) => boolean)[] = [
    (item) => isListed(context, item) && isIn(context, item),
  ]
  const type = lookup(kinds, params.type ?? '')
  if (type) tests.push((item) => type.includes(item.state__group))
  if (params.sub_issue === 'false') tests.push((item) => item.parent_id === null)
  for (const [key, read] of Object.entries(ids)) {
    const wanted = lookup(params, key)?.split(',')
    if (wanted && read) tests.push((item) => read(item).some((id) => wanted.includes(id ?? NONE)))
  }
  for (const key of ['start_date', 'target_date'] as const) {
    const wanted = lookup(params, key)
    if (wanted) tests.push((item) => meetsDates(wanted, item[key], todayHere()))
  }
  const unsure = untold.some((key) => lookup(params, key))
  return (item) => {
    if (!tests.every((test) => test(item))) return false
    return unsure ? undefined : true
  }
}
