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
import { myId } from '#data/known-ids.ts'
import { ownZone, todayHere } from '#ui/dates/own-zone.ts'
import {
  ALL,
  cellKey,
  groupOfCell,
  type ListShape,
  type LoadedCell,
  type LoadedItems,
  NONE,
} from './grouped-items.ts'
import { type ListContext, teamProjectsOf } from './list-context.ts'

interface Membership {
  /**
   * Whether a project's items can be in it at all: the socket carries events of all the user's
   * projects.
   */
  isOurs: (project_id: string) => boolean
  /** Undefined: the row does not have the field. */
  test: (item: WorkItem) => boolean | undefined
  groupsOf: (item: WorkItem, key: GroupKey) => string[]
  /** If rows do not determine the order, newest first until the list is read again. */
  compare: Comparison
  /** Whether rows determine the order. */
  isOrderKnown: boolean
}

const newestFirst = compare({ key: 'created_at', descending: true }) as Comparison

function baseOf(context: ListContext): Omit<ListBase, 'own'> {
  const { kind } = context
  return {
    items: kind === 'archived' || kind === 'epics' || kind === 'drafts' ? kind : 'listed',
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

/** A draft may have no project and no state. */
const hasNone = (group: string) => group === '' || group === 'triage'

/** The user, for queries that say `me`. */
function askingMe() {
  const me = myId()
  return me ? { me } : {}
}

const MINUTE = 60_000

/** The filters as of now: "today" changes while a list is open. */
function questionNow({ context, params }: ListShape): () => Question {
  const base = baseOf(context)
  const stored = storedFilters(context)
  let known: Question = { filters: {}, base }
  let at = ''
  return () => {
    const now = `${Math.floor(Date.now() / MINUTE)} ${ownZone()}`
    if (now === at) return known
    at = now
    const reader = { today: todayHere(), timezone: ownZone(), ...askingMe() }
    known = {
      filters: readFilters(params, reader),
      base: { ...base, own: readFilters(stored, reader) },
    }
    return known
  }
}

const memberships = new WeakMap<ListShape, Membership>()

/** What a list's request means for a single item; computed once per response. */
export function membershipOf(shape: ListShape): Membership {
  const before = memberships.get(shape)
  if (before) return before
  const { context, order, isJoined } = shape
  const question = questionNow(shape)
  const known = compare(readOrder(order))
  const made: Membership = {
    isOurs: (project_id) => {
      if (context.kind === 'drafts') return true
      if ('project_id' in context) return project_id === context.project_id
      return isJoined(project_id) && (teamProjectsOf(context)?.includes(project_id) ?? true)
    },
    test: (item) => {
      const { filters, base } = question()
      return matches(item, { filters }, base)
    },
    groupsOf: (item, key) => {
      const { filters, base } = question()
      const groups = groupsOf(item, key, { filters }, base)
      return context.kind === 'drafts' ? groups.map((id) => (hasNone(id) ? NONE : id)) : groups
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

// A list is rendered many times before the server has responded.
const narrowings = new WeakMap<LoadedItems, { name: string; narrower: LoadedItems }>()

/**
 * A preliminary list before the server has responded: the loaded rows of another list with the same
 * grouping and order that belong to it too. There may be more, so nothing is counted. Undefined if
 * none is known. `name` identifies the request.
 */
export function narrowed(
  loaded: LoadedItems,
  shape: ListShape,
  name: string,
): LoadedItems | undefined {
  // The first rows of another order may not be loaded.
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
