import type { Day } from '@cairn/calendar'
import type { View } from '@cairn/contract'
import { isCreatedIn, type SpanOrDays } from '#entities/project/spans.ts'

export const orders = ['name', 'created_at', 'updated_at'] as const

export interface ViewOrder {
  by: (typeof orders)[number]
  descending: boolean
}

export const firstOrder: ViewOrder = { by: 'updated_at', descending: true }

/** The filters of the list of views. */
export interface ListedViews {
  favorites: boolean
  access: number[]
  owners: string[]
  created: SpanOrDays
}

export const everyView: ListedViews = { favorites: false, access: [], owners: [], created: null }

export const isNarrowed = ({ favorites, access, owners, created }: ListedViews) =>
  favorites || access.length > 0 || owners.length > 0 || created !== null

const isAmong = <Value>(chosen: readonly Value[], value: Value) =>
  chosen.length === 0 || chosen.includes(value)

export const filterViews = (
  views: readonly View[],
  { favorites, access, owners, created }: ListedViews,
  favoriteIds: ReadonlySet<string>,
  today: Day,
): View[] =>
  views.filter(
    (view) =>
      (!favorites || favoriteIds.has(view.id)) &&
      isAmong(access, view.access) &&
      isAmong(owners, view.owned_by) &&
      isCreatedIn(view, created, today),
  )

/** By a part of the name, case-insensitive. */
export function searchViews<Named extends { name: string }>(
  views: readonly Named[],
  typed: string,
): Named[] {
  const wanted = typed.trim().toLowerCase()
  return views.filter(({ name }) => name.toLowerCase().includes(wanted))
}

const comparisons: Record<ViewOrder['by'], (a: View, b: View) => number> = {
  name: (a, b) => a.name.localeCompare(b.name),
  created_at: (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at),
  updated_at: (a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at),
}

export function orderViews(views: readonly View[], { by, descending }: ViewOrder): View[] {
  const sorted = views.toSorted((a, b) => comparisons[by](a, b) || a.name.localeCompare(b.name))
  return descending ? sorted.reverse() : sorted
}

/** How many keys a view filters by. */
export const countFilters = ({ query }: Pick<View, 'query'>) => Object.keys(query).length
