import {
  quickLinksApi as api,
  applyQuickLinkEvent,
  type QuickLink,
  type QuickLinkPatch,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { changing, creating, removing } from '#data/collection-actions.ts'
import { myId, workspaceIdOf } from '#data/known-ids.ts'
import { liveCollection } from '#data/live-collection.ts'

const linksIn = (slug: string) =>
  queryOptions({
    queryKey: ['quick-links', slug] as const,
    queryFn: ({ signal }) => call(api.list, { params: { slug }, signal }),
  })

const linkCollection = liveCollection({
  query: ({ slug }: { slug: string }) => linksIn(slug),
  // The socket sends events of all workspaces the user is in.
  event: (links: QuickLink[], event, { slug }) =>
    event.type === 'quick_link.removed' || event.quick_link.workspace === workspaceIdOf(slug)
      ? applyQuickLinkEvent(links, event)
      : links,
  saved: (quick_link) => ({ type: 'quick_link.saved', quick_link }),
  removed: (id) => ({ type: 'quick_link.removed', id }),
})

/** The quick links of the current user, newest first. */
export function useQuickLinks(slug: string) {
  linkCollection.useEvents({ slug })
  return useQuery(linksIn(slug))
}

type Written = Required<Pick<QuickLinkPatch, 'url' | 'title'>>

export const useCreateQuickLink = creating(linkCollection, {
  send: (params, body: Written) => call(api.create, { params, body }),
  draft: ({ slug }, { id, url, title }): QuickLink => {
    const now = new Date().toISOString()
    const me = myId()
    return {
      ...{ id, url, title, metadata: {}, owner: me, project: null },
      ...{ workspace: workspaceIdOf(slug), created_at: now, updated_at: now, created_by: me },
      ...{ updated_by: me, deleted_at: null },
    }
  },
  failure: 'quick_links.not_created',
})

export const useChangeQuickLink = changing(linkCollection, {
  send: (params, id, body: Written) => call(api.change, { params: { ...params, id }, body }),
  failure: 'quick_links.not_updated',
})

export const useRemoveQuickLink = removing(linkCollection, {
  send: (params, id) => call(api.remove, { params: { ...params, id } }),
  failure: 'quick_links.not_removed',
})
