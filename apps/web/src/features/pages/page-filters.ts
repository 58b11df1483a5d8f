import type { Day } from '@cairn/calendar'
import { type ProjectPage, pageAccess, type pageTypes } from '@cairn/contract'
import { isCreatedIn, type SpanOrDays } from '#entities/project/spans.ts'

export type PageTab = (typeof pageTypes)[number]

/** Which of the tabs a page is in. */
export const tabOf = ({ archived_at, access }: Pick<ProjectPage, 'archived_at' | 'access'>) =>
  archived_at ? 'archived' : access === pageAccess.private ? 'private' : 'public'

export const orders = ['name', 'created_at', 'updated_at'] as const

export interface PageOrder {
  by: (typeof orders)[number]
  descending: boolean
}

export const firstOrder: PageOrder = { by: 'updated_at', descending: true }

/** What the list of pages is narrowed to. */
export interface ListedPages {
  favorites: boolean
  creators: string[]
  created: SpanOrDays
}

export const everyPage: ListedPages = { favorites: false, creators: [], created: null }

export const isNarrowed = ({ favorites, creators, created }: ListedPages) =>
  favorites || creators.length > 0 || created !== null

export const filterPages = (
  pages: readonly ProjectPage[],
  { favorites, creators, created }: ListedPages,
  favoriteIds: ReadonlySet<string>,
  today: Day,
): ProjectPage[] =>
  pages.filter(
    (page) =>
      (!favorites || favoriteIds.has(page.id)) &&
      (creators.length === 0 || creators.includes(page.created_by ?? page.owned_by)) &&
      isCreatedIn(page, created, today),
  )

/** By a part of the name as it is shown, whatever the case. */
export function searchPages(
  pages: readonly ProjectPage[],
  typed: string,
  nameOf: (page: ProjectPage) => string,
): ProjectPage[] {
  const wanted = typed.trim().toLowerCase()
  return pages.filter((page) => nameOf(page).toLowerCase().includes(wanted))
}

const comparisons: Record<PageOrder['by'], (a: ProjectPage, b: ProjectPage) => number> = {
  name: (a, b) => a.name.localeCompare(b.name),
  created_at: (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at),
  updated_at: (a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at),
}

export function orderPages(
  pages: readonly ProjectPage[],
  { by, descending }: PageOrder,
): ProjectPage[] {
  const sorted = pages.toSorted((a, b) => comparisons[by](a, b) || a.name.localeCompare(b.name))
  return descending ? sorted.reverse() : sorted
}
