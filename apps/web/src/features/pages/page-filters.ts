import type { Day } from '@cairn/calendar'
import { type ProjectPage, pageAccess, type pageTypes } from '@cairn/contract'
import { isCreatedIn, type SpanOrDays } from '#entities/project/spans.ts'
import { byHand } from './page-tree.ts'

export type PageTab = (typeof pageTypes)[number]

/** The tab of a page. */
export const tabOf = ({ archived_at, access }: Pick<ProjectPage, 'archived_at' | 'access'>) =>
  archived_at ? 'archived' : access === pageAccess.private ? 'private' : 'public'

export const orders = ['sort_order', 'name', 'created_at', 'updated_at'] as const

export interface PageOrder {
  by: (typeof orders)[number]
  descending: boolean
}

export const firstOrder: PageOrder = { by: 'updated_at', descending: true }

/** Filters of the list of pages. */
export interface ListedPages {
  favorites: boolean
  creators: string[]
  created: SpanOrDays
  /** Any of these. */
  labels: readonly string[]
}

export const everyPage: ListedPages = { favorites: false, creators: [], created: null, labels: [] }

export const isNarrowed = ({ favorites, creators, created, labels }: ListedPages) =>
  favorites || creators.length > 0 || created !== null || labels.length > 0

export const filterPages = (
  pages: readonly ProjectPage[],
  { favorites, creators, created, labels }: ListedPages,
  favoriteIds: ReadonlySet<string>,
  today: Day,
): ProjectPage[] =>
  pages.filter(
    (page) =>
      (!favorites || favoriteIds.has(page.id)) &&
      (creators.length === 0 || creators.includes(page.created_by ?? page.owned_by)) &&
      (labels.length === 0 || page.label_ids.some((id) => labels.includes(id))) &&
      isCreatedIn(page, created, today),
  )

/** By part of the displayed name, ignoring case. */
export function searchPages(
  pages: readonly ProjectPage[],
  typed: string,
  nameOf: (page: ProjectPage) => string,
): ProjectPage[] {
  const wanted = typed.trim().toLowerCase()
  return pages.filter((page) => nameOf(page).toLowerCase().includes(wanted))
}

const comparisons: Record<PageOrder['by'], (a: ProjectPage, b: ProjectPage) => number> = {
  sort_order: byHand,
  name: (a, b) => a.name.localeCompare(b.name),
  created_at: (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at),
  updated_at: (a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at),
}

export function orderPages(
  pages: readonly ProjectPage[],
  { by, descending }: PageOrder,
): ProjectPage[] {
  const sorted = pages.toSorted((a, b) => comparisons[by](a, b) || a.name.localeCompare(b.name))
  // The manual order has no direction.
  return descending && by !== 'sort_order' ? sorted.reverse() : sorted
}
