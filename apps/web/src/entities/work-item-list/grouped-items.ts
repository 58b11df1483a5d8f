import {
  lookup,
  type Page,
  type WorkItem,
  type WorkItemGroup,
  type WorkItemResults,
} from '@cairn/contract'
import type { ListContext } from './list-context.ts'
import type { GroupField, ListParams } from './list-params.ts'

export interface LoadedCell {
  /** The cell's first items, in order; the rest is loaded when scrolled to. */
  items: readonly WorkItem[]
  total: number
}

/** What decides the position of an item in a list: the request and its context. */
export interface ListShape {
  context: ListContext
  params: ListParams
  order: string
  group: GroupField | null
  subGroup: GroupField | null
  /** Whether the user is in a project: for lists across projects. */
  isJoined: (project_id: string) => boolean
}

/**
 * The loaded part of a list: in cells, one per group, or per group and sub-group, or one for a flat
 * list. An item with several labels is in several cells and counts once.
 */
export interface LoadedItems {
  shape: ListShape
  cells: Readonly<Record<string, LoadedCell>>
  groupTotals: Readonly<Record<string, number>>
  total: number
  /** Items that are not loaded but known from an event; null: known not to be in the list. */
  beyond: Readonly<Record<string, WorkItem | null>>
  /** After an event the list is uncertain: it must be read again. */
  stale: boolean
  /** Rows taken from another list: the server has yet to count them. */
  uncounted?: boolean
}

/** The group of items without a value. */
export const NONE = 'None'

/** The one group of a flat list. */
export const ALL = ''

/** The key of a cell. Group ids are ids and words: none has a slash. */
export const cellKey = (group: string, subGroup?: string) =>
  subGroup === undefined ? group : `${group}/${subGroup}`

export const groupOfCell = (cell: string) => cell.split('/')[0] as string

const empty: LoadedCell = { items: [], total: 0 }
export const cellIn = ({ cells }: LoadedItems, cell: string): LoadedCell =>
  lookup(cells, cell) ?? empty
export const groupTotal = ({ groupTotals }: LoadedItems, group: string) =>
  lookup(groupTotals, group) ?? 0

const cellOf = ({ results, total_results }: WorkItemGroup): LoadedCell => ({
  items: results,
  total: Math.max(total_results, results.length),
})

export function fromPage(shape: ListShape, page: Page<WorkItemResults>): LoadedItems {
  const cells = new Map<string, LoadedCell>()
  const groupTotals = new Map<string, number>()
  const { results } = page
  if (Array.isArray(results)) {
    cells.set(ALL, cellOf({ results, total_results: page.total_count }))
    groupTotals.set(ALL, page.total_count)
  } else {
    for (const [group, { results: rows, total_results }] of Object.entries(results)) {
      groupTotals.set(group, total_results)
      if (Array.isArray(rows)) cells.set(cellKey(group), cellOf({ results: rows, total_results }))
      else {
        for (const [subGroup, one] of Object.entries<WorkItemGroup>(rows)) {
          cells.set(cellKey(group, subGroup), cellOf(one))
        }
      }
    }
  }
  return {
    shape,
    cells: Object.fromEntries(cells),
    groupTotals: Object.fromEntries(groupTotals),
    total: page.total_count,
    beyond: {},
    stale: false,
  }
}

const unasked: ListShape = {
  context: { kind: 'workspace', slug: '', view: 'all-issues', user_id: '' },
  params: {},
  order: '-created_at',
  group: null,
  subGroup: null,
  isJoined: () => false,
}

/** A list that is still loading, for layouts that render without one. */
export const noItems: LoadedItems = {
  shape: unasked,
  cells: {},
  groupTotals: {},
  total: 0,
  beyond: {},
  stale: false,
}

export function findItem(data: LoadedItems, id: string): WorkItem | undefined {
  for (const { items } of Object.values(data.cells)) {
    const item = items.find((one) => one.id === id)
    if (item) return item
  }
  return undefined
}

/** Every loaded item once, in the order of the cells. */
export function* itemsIn(data: LoadedItems): Generator<WorkItem> {
  const seen = new Set<string>()
  for (const { items } of Object.values(data.cells)) {
    for (const item of items) {
      if (seen.has(item.id)) continue
      seen.add(item.id)
      yield item
    }
  }
}
