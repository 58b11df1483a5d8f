import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'

export const paneTabs = ['outline', 'info', 'assets'] as const
export type PaneTab = (typeof paneTabs)[number]

interface PageSearch {
  sidebarTab?: PaneTab
  version?: string
}

/** What stands beside and over a page is part of its address, so that a link shows it too. */
export function usePageSearch() {
  const navigate = useNavigate()
  const router = useRouter()
  const { sidebarTab, version } = useSearch({ strict: false }) as Record<string, unknown>

  function change(part: PageSearch) {
    const { pathname, search } = router.latestLocation
    const next = Object.entries({ ...search, ...part }).filter(([, value]) => value !== undefined)
    const to: string = pathname
    void navigate({ to, search: Object.fromEntries(next), replace: true })
  }

  return {
    tab: paneTabs.find((tab) => tab === sidebarTab),
    version: typeof version === 'string' ? version : undefined,
    openTab: (tab: PaneTab | undefined) =>
      change({ sidebarTab: tab, ...(!tab && { version: undefined }) }),
    /** Where the pane lies over the page, it goes when something was chosen in it. */
    openVersion: (id: string | undefined, staysOpen = true) =>
      change({ version: id, ...(!staysOpen && { sidebarTab: undefined }) }),
  }
}
