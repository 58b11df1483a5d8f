import { firstLayout, type PublicLayout, type PublicLayouts, publicLayouts } from '@cairn/contract'

export const filterKeys = ['priority', 'state', 'labels'] as const
export type FilterKey = (typeof filterKeys)[number]
export type BoardFilters = Record<FilterKey, readonly string[]>

export const noFilters: BoardFilters = { priority: [], state: [], labels: [] }

type Search = Record<string, unknown>

const readList = (value: unknown) =>
  typeof value === 'string' ? [...new Set(value.split(',').filter(Boolean))] : []

/** Reads the filters of the URL; `states` is an older name of `state`. */
export const readFilters = (search: Search): BoardFilters => ({
  priority: readList(search.priority),
  state: readList(search.state ?? search.states),
  labels: readList(search.labels),
})

export function writeFilters(search: Search, filters: BoardFilters): Record<string, string> {
  const { states: _older, ...rest } = search as Record<string, string>
  const others = Object.entries(rest).filter(([key]) => !filterKeys.includes(key as FilterKey))
  return { ...Object.fromEntries(others), ...paramsOf(filters) }
}

/** Query parameters of a list; empty filters are left out. */
export const paramsOf = (filters: BoardFilters): Partial<Record<FilterKey, string>> =>
  Object.fromEntries(
    filterKeys.flatMap((key) => (filters[key].length > 0 ? [[key, filters[key].join(',')]] : [])),
  )

export const countFilters = (filters: BoardFilters) =>
  filterKeys.reduce((sum, key) => sum + filters[key].length, 0)

/** The layouts a visitor can choose from. */
export const offeredLayouts = (published: PublicLayouts): readonly PublicLayout[] => {
  const offered = publicLayouts.filter((layout) => published[layout])
  return offered.length > 0 ? offered : [firstLayout(published)]
}

/** Falls back to the first published layout if the requested one is unknown or not published. */
export const readLayout = (search: Search, published: PublicLayouts): PublicLayout =>
  offeredLayouts(published).find((layout) => layout === search.board) ?? firstLayout(published)
