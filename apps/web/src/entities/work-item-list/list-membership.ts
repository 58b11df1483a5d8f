import type { WorkItem } from '@cairn/contract'
import {
  type Comparison,
  compare,
  type Filters,
  type GroupKey,
  groupsOf,
  type ListBase,
  matches,
  type Params,
  readFilters,
  readOrder,
  toParams,
} from '@cairn/work-item-query/browser'
import { ownZone, todayHere } from '#ui/dates/own-zone.ts'
import {
  ALL,
  cellKey,
  groupOfCell,
  type ListShape,
  type LoadedCell,
  type LoadedItems,
} from './grouped-items.ts'
import { type ListContext, teamProjectsOf } from './list-context.ts'

interface Membership {
  /** Whether a project's items can be in it at all: the socket emits those of every project one is in. */
  isOurs: (project_id: string) => boolean
  /** Undefined: the row does not tell. */
  test: (item: WorkItem) => boolean | undefined
  groupsOf: (item: WorkItem, key: GroupKey) => string[]
  /** Where rows do not tell the order, the newest first until the list is read again. */
  compare: Comparison
  /** Whether rows tell the order. */
  isOrderKnown: boolean
}

const newestFirst = compare({ key: 'created_at', descending: true }) as Comparison

function baseOf(context: ListContext): Omit<ListBase, 'own'> {
  const { kind } = context
  return {
    items: kind === 'archived' || kind === 'epics' ? kind : 'listed',
    ...('project_id' in context && { project_id: context.project_id }),
    ...(kind === 'cycle' && { cycle_id: context.cycle_id }),
    ...(kind === 'module' && { module_id: context.module_id }),
  }
}

/** The server applies the stored filters of a teamspace's view in addition to those of the request. */
const storedFilters = (context: ListContext): Params =>
  context.kind === 'team-view'
    ? toParams(context.saved.filters as Parameters<typeof toParams>[0])
    : {}

interface Question {
  filters: Filters
  base: ListBase
}

const MINUTE = 60_000

/** The filters as they are to be read now: "today" moves on while a list is open. */
function questionNow({ context, params }: ListShape): () => Question {
  const base = baseOf(context)
  const stored = storedFilters(context)
  let known: Question = { filters: {}, base }
  let at = ''
  return () => {
    const now = `${Math.floor(Date.now() / MINUTE)} ${ownZone()}`
    if (now === at) return known
    at = now
    const reader = { today: todayHere(), timezone: ownZone() }
    known = {
      filters: readFilters(params, reader),
      base: { ...base, own: readFilters(stored, reader) },
    }
    return known
  }
}

const memberships = new WeakMap<ListShape, Membership>()

/** What a list's request means for a single item; worked out once per answer. */
export function membershipOf(shape: ListShape): Membership {
  const before = memberships.get(shape)
  if (before) return before
  const { context, order, isJoined } = shape
  const question = questionNow(shape)
  const known = compare(readOrder(order))
  const made: Membership = {
    isOurs: (project_id) => {
      if ('project_id' in context) return project_id === context.project_id
      return isJoined(project_id) && (teamProjectsOf(context)?.includes(project_id) ?? true)
    },
    test: (item) => {
      const { filters, base } = question()
      return matches(item, { filters }, base)
    },
    groupsOf: (item, key) => {
      const { filters, base } = question()
      return groupsOf(item, key, { filters }, base)
    },
    compare: known ?? newestFirst,
    isOrderKnown: known !== undefined,
  }
  memberships.set(shape, made)
  return made
}

/** The cells an item belongs to. */
export function cellsOf(item: WorkItem, shape: ListShape): string[] {
  const { groupsOf } = membershipOf(shape)
  const groups = shape.group ? groupsOf(item, shape.group) : [ALL]
  if (!shape.subGroup) return groups.map((group) => cellKey(group))
  const subGroups = groupsOf(item, shape.subGroup)
  return groups.flatMap((group) => subGroups.map((subGroup) => cellKey(group, subGroup)))
}

// A list is drawn many times before the server has answered.
const narrowings = new WeakMap<LoadedItems, { name: string; narrower: LoadedItems }>()

/**
 * What is known of a list before the server has answered: the loaded rows of another one, grouped and
 * ordered like it, that belong to it too. There may be more, so nothing is counted. Undefined where none
 * is known. `name` names what was asked.
 */
export function narrowed(
  loaded: LoadedItems,
  shape: ListShape,
  name: string,
): LoadedItems | undefined {
  // What comes first in another order may not be loaded.
  if (shape.order !== loaded.shape.order) return undefined
  const before = narrowings.get(loaded)
  const narrower = before?.name === name ? before.narrower : narrow(loaded, shape)
  narrowings.set(loaded, { name, narrower })
  return narrower.total > 0 ? narrower : undefined
}

function narrow(loaded: LoadedItems, shape: ListShape): LoadedItems {
  const { test } = membershipOf(shape)
  const cells = new Map<string, LoadedCell>()
  const groupTotals = new Map<string, number>()
  let total = 0
  for (const [key, cell] of Object.entries(loaded.cells)) {
    const belongs = (item: WorkItem) => test(item) === true && cellsOf(item, shape).includes(key)
    const items = cell.items.filter(belongs)
    const group = groupOfCell(key)
    cells.set(key, { items, total: items.length })
    groupTotals.set(group, (groupTotals.get(group) ?? 0) + items.length)
    total += items.length
  }
  return {
    shape,
    cells: Object.fromEntries(cells),
    groupTotals: Object.fromEntries(groupTotals),
    total,
    beyond: {},
    stale: false,
    uncounted: true,
  }
}
