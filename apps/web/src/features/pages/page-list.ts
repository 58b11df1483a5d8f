import { pagesApi as api, applyPageEvent, type PageEvent, type ProjectPage } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { liveCollection } from '#data/live-collection.ts'
import { queryClient } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'

/** The project the pages belong to. */
export interface PageScope {
  slug: string
  project_id: string
}

export const pagesIn = ({ slug, project_id }: PageScope) =>
  queryOptions({
    queryKey: ['pages', slug, project_id] as const,
    queryFn: () => call(api.list, { params: { slug, project_id }, query: { nested: true } }),
  })

export const pageCollection = liveCollection({
  query: pagesIn,
  // The socket sends events of all projects the user is in.
  event: (pages: ProjectPage[], event, { project_id }) => applyPageEvent(pages, event, project_id),
  saved: (page) => ({ type: 'page.saved', page }),
  removed: (id, { project_id }) => ({ type: 'page.removed', id, project_id }),
})

/** All pages the user may see, including sub-pages and archived ones. */
export function usePages(scope: PageScope) {
  pageCollection.useEvents(scope)
  return useQuery(pagesIn(scope))
}

/** An open page. */
export interface OpenPage extends ProjectPage {
  /** Set once the page itself was fetched. */
  description_html?: string
  /** Deleted, moved to another project, or made private by its owner. */
  gone?: boolean
}

/** The page as cached in the list, until the rest is fetched. */
const listed = (scope: PageScope, page_id: string): OpenPage | undefined =>
  queryClient.getQueryData(pagesIn(scope).queryKey)?.find(({ id }) => id === page_id)

export const pageAt = (scope: PageScope, id: string) =>
  queryOptions({
    queryKey: ['page', scope.slug, scope.project_id, id] as const,
    queryFn: ({ signal }): Promise<OpenPage> =>
      call(api.get, { params: { ...scope, id }, query: {}, signal }),
    placeholderData: () => listed(scope, id),
    // The text is fetched each time the page is opened, which also records the visit.
    staleTime: 0,
  })

function applyToPage(page: OpenPage, event: PageEvent, project_id: string): OpenPage {
  if (event.type === 'page.saved') {
    return event.page.id === page.id ? { ...page, ...event.page, gone: false } : page
  }
  if (event.id !== page.id) return page
  if (event.type === 'page.removed') {
    return event.project_id === project_id ? { ...page, gone: true } : page
  }
  const { updated_at, updated_by } = event
  return { ...page, updated_at, updated_by }
}

export function usePage(scope: PageScope, id: string) {
  const options = pageAt(scope, id)
  useLiveUpdates(options, (page, event) => applyToPage(page, event, scope.project_id))
  return useQuery(options)
}
