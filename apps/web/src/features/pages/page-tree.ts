import {
  canWritePage,
  MAX_PAGE_DEPTH,
  type ProjectPage,
  pageAccess,
  pageSortOrder,
} from '@cairn/contract'
import type { DropSide, Step } from '#ui/lists/sortable.ts'
import type { PageCaller } from './use-page-caller.ts'

type Pages = readonly ProjectPage[]

/** By manual order; pages that were never moved, newest first. */
export const byHand = (a: ProjectPage, b: ProjectPage) =>
  a.sort_order - b.sort_order || (a.created_at < b.created_at ? 1 : -1)

const inSamePage = (pages: Pages, parent: string | null) =>
  pages.filter((page) => page.parent === parent).toSorted(byHand)

const pageWith = (pages: Pages, id: string | null) => pages.find((page) => page.id === id)

/** From the first level down to its parent, as far as the user can see them. */
export function ancestorsOf(pages: Pages, { parent }: Pick<ProjectPage, 'parent'>): ProjectPage[] {
  const found: ProjectPage[] = []
  let above = pageWith(pages, parent)
  while (above && !found.includes(above)) {
    found.unshift(above)
    above = pageWith(pages, above.parent)
  }
  return found
}

/** A page and its descendants, by level. */
function levelsOf(pages: Pages, id: string): string[][] {
  const levels = [[id]]
  for (let depth = 0; depth < pages.length; depth += 1) {
    const last = new Set(levels.at(-1))
    const below = pages.filter(({ parent }) => parent !== null && last.has(parent))
    if (below.length === 0) break
    levels.push(below.map((page) => page.id))
  }
  return levels
}

export const branchOf = (pages: Pages, id: string): ReadonlySet<string> =>
  new Set(levelsOf(pages, id).flat())

export interface TreeRow {
  page: ProjectPage
  /** Starts at 1. */
  level: number
  /** Undefined if it has no sub-pages. */
  isOpen: boolean | undefined
}

/**
 * The tree rows of these pages, in their order; a page whose parent is not among them is a root.
 */
export function rowsOf(pages: Pages, open: ReadonlySet<string>): TreeRow[] {
  const known = new Set(pages.map(({ id }) => id))
  const below = Map.groupBy(pages, ({ parent }) => (parent && known.has(parent) ? parent : null))
  const rowsUnder = (parent: string | null, level: number): TreeRow[] =>
    (below.get(parent) ?? []).flatMap((page) => {
      const isOpen = below.has(page.id) ? open.has(page.id) : undefined
      return [{ page, level, isOpen }, ...(isOpen ? rowsUnder(page.id, level + 1) : [])]
    })
  return rowsUnder(null, 1)
}

export interface PagePosition {
  parent: string | null
  sort_order: number
}

/** The position of a page dropped above, below or onto another. */
export function placeAt(
  pages: Pages,
  moved: string,
  target: ProjectPage,
  place: DropSide,
): PagePosition {
  const parent = place === 'inside' ? target.id : target.parent
  const peers = inSamePage(pages, parent).filter(({ id }) => id !== moved)
  const aimed = peers.findIndex(({ id }) => id === target.id)
  const at = place === 'inside' ? peers.length : place === 'before' ? aimed : aimed + 1
  return { parent, sort_order: pageSortOrder(peers[at - 1]?.sort_order, peers[at]?.sort_order) }
}

/** Moves the server would reject are not offered. */
export function mayStandIn(
  pages: Pages,
  caller: PageCaller,
  moved: ProjectPage,
  parent: string | null,
): boolean {
  if (!canWritePage(caller, moved)) return false
  if (parent === null) return true
  const around = pageWith(pages, parent)
  const levels = levelsOf(pages, moved.id)
  if (!around || around.archived_at || levels.flat().includes(parent)) return false
  if (around.access === pageAccess.private && moved.owned_by !== caller.user_id) return false
  return ancestorsOf(pages, around).length + 1 + levels.length <= MAX_PAGE_DEPTH
}

/** The targets of keyboard moves, for each move that is possible. */
export function stepsOf(
  pages: Pages,
  caller: PageCaller,
  moved: ProjectPage,
): Partial<Record<Step, PagePosition>> {
  const peers = inSamePage(pages, moved.parent).filter(({ archived_at }) => !archived_at)
  const at = peers.findIndex(({ id }) => id === moved.id)
  const [above, below, around] = [peers[at - 1], peers[at + 1], pageWith(pages, moved.parent)]
  const aims: [Step, ProjectPage | undefined, DropSide][] = [
    ['up', above, 'before'],
    ['down', below, 'after'],
    ['in', above, 'inside'],
    ['out', around, 'after'],
  ]
  const steps = aims.flatMap(([step, target, side]) => {
    const place = target && placeAt(pages, moved.id, target, side)
    return place && mayStandIn(pages, caller, moved, place.parent) ? [[step, place] as const] : []
  })
  return Object.fromEntries(steps)
}
