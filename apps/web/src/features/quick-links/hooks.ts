import {
  quickLinksApi as api,
  applyQuickLinkEvent,
  type QuickLink,
  type QuickLinkPatch,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'

const linksIn = (slug: string) =>
  queryOptions({
    queryKey: ['quick-links', slug] as const,
    queryFn: ({ signal }) => call(api.list, { params: { slug }, signal }),
  })

/** One's own ways out, the newest first. */
export function useQuickLinks(slug: string) {
  const workspace = useWorkspace(slug)
  const options = linksIn(slug)
  // The socket tells of every workspace one is in.
  useLiveUpdates(options, (links, event) =>
    event.type === 'quick_link.removed' || event.quick_link.workspace === workspace?.id
      ? applyQuickLinkEvent(links, event)
      : links,
  )
  return useQuery(options)
}

type Saved = Required<Pick<QuickLinkPatch, 'url' | 'title'>>

export const useSaveQuickLink = (slug: string, id: string | undefined) =>
  useMutation({
    mutationFn: (body: Saved) =>
      id
        ? call(api.change, { params: { slug, id }, body })
        : call(api.create, { params: { slug }, body }),
    onSuccess: (quick_link) =>
      queryLayers.happen<QuickLink[]>(linksIn(slug).queryKey, (links) =>
        applyQuickLinkEvent(links, { type: 'quick_link.saved', quick_link }),
      ),
  })

export const useRemoveQuickLink = (slug: string) =>
  useOptimisticMutation({
    query: linksIn(slug),
    send: (id: string) => call(api.remove, { params: { slug, id } }),
    apply: (links: QuickLink[], id) =>
      applyQuickLinkEvent(links, { type: 'quick_link.removed', id }),
    failure: 'quick_links.not_removed',
  })
