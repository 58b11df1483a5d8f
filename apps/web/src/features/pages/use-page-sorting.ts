import { lookup, type ProjectPage } from '@cairn/contract'
import { type Step, useSortable } from '#ui/lists/sortable.ts'
import { useChangePage } from './hooks.ts'
import { setBranchOpen } from './open-branches.ts'
import { pageName } from './page-address.ts'
import type { PageScope } from './page-list.ts'
import { mayStandIn, type PagePosition, placeAt, stepsOf } from './page-tree.ts'
import { usePageCaller } from './use-page-caller.ts'

/** Moves a page in the tree. */
export function usePlacePage(scope: PageScope, pages: readonly ProjectPage[]) {
  const change = useChangePage(scope)
  return (id: string, { parent, sort_order }: PagePosition) => {
    const around = pages.find((page) => page.id === parent)
    if (around) setBranchOpen(around.id, true)
    change.mutate({ id, parent, sort_order, inheritedAccess: around?.access })
  }
}

const stepNames: readonly Step[] = ['up', 'down', 'in', 'out']

interface Sorting {
  scope: PageScope
  page: ProjectPage
  /** All pages of the project. */
  pages: readonly ProjectPage[]
  /** In any other order, only the parents can be changed. */
  isByHand: boolean
  enabled?: boolean
}

/** A row of the tree: dragged between others or onto one, and moved by Alt and an arrow key. */
export function usePageSorting({ scope, page, pages, isByHand, enabled = true }: Sorting) {
  const callerOf = usePageCaller(scope.slug)
  const put = usePlacePage(scope, pages)
  const caller = callerOf(page)
  const places = enabled && !page.archived_at ? stepsOf(pages, caller, page) : {}
  // In another order, the page above is a different one.
  const steps = isByHand ? places : { out: places.out }
  return useSortable({
    kind: 'page',
    id: page.id,
    name: pageName(page),
    enabled: enabled && !page.archived_at,
    nests: true,
    mayDrop: (dragged, side) => {
      const moved = pages.find(({ id }) => id === dragged)
      if (!moved || moved.id === page.id) return false
      const { parent } = placeAt(pages, dragged, page, side)
      const isElsewhere = parent !== moved.parent
      return (
        (isElsewhere || (isByHand && side !== 'inside')) &&
        mayStandIn(pages, callerOf(moved), moved, parent)
      )
    },
    onDrop: (dragged, side) => put(dragged, placeAt(pages, dragged, page, side)),
    steps: stepNames.filter((step) => lookup(steps, step)),
    onStep: (step) => {
      const place = lookup(steps, step)
      if (place) put(page.id, place)
    },
  })
}
