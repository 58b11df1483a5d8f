import { useSearch } from '#ui/router/hooks.ts'
import { latestLocation, navigate } from '#ui/router/router.ts'

export const paneTabs = ['outline', 'comments', 'info', 'assets'] as const
export type PaneTab = (typeof paneTabs)[number]

interface PageSearch {
  sidebarTab?: PaneTab
  version?: string
  /** The open comment. */
  comment?: string
}

/** The panes beside and over a page are part of its URL, so that a link shows them too. */
export function usePageSearch() {
  const { sidebarTab, version, comment } = useSearch()

  function change(part: PageSearch) {
    const { pathname, search } = latestLocation()
    const next = Object.entries({ ...search, ...part }).filter(([, value]) => value !== undefined)
    const to: string = pathname
    void navigate({ to, search: Object.fromEntries(next), replace: true })
  }

  const active = typeof comment === 'string' ? comment : undefined
  return {
    tab: paneTabs.find((tab) => tab === sidebarTab) ?? (active ? ('comments' as const) : undefined),
    comment: active,
    version: typeof version === 'string' ? version : undefined,
    openTab: (tab: PaneTab | undefined) =>
      change({ sidebarTab: tab, comment: undefined, ...(!tab && { version: undefined }) }),
    openComment: (id: string | undefined) => change({ sidebarTab: 'comments', comment: id }),
    /** Where the pane covers the page, it closes when a version is chosen in it. */
    openVersion: (id: string | undefined, staysOpen = true) =>
      change({ version: id, ...(!staysOpen && { sidebarTab: undefined }) }),
  }
}
