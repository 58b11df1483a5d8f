import {
  linksApi as api,
  applyLinkEvent,
  type NewWorkItemLink,
  type WorkItemLink,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'

interface Place {
  slug: string
  project_id: string
  id: string
}

const linksOf = (params: Place) =>
  queryOptions({
    queryKey: ['links', params.slug, params.id] as const,
    queryFn: ({ signal }) => call(api.list, { params, signal }),
  })

export function useLinks(place: Place): readonly WorkItemLink[] {
  useLiveUpdates(linksOf(place), (links, event) => {
    const of = event.type === 'link.saved' ? event.link.issue : event.work_item_id
    return of === place.id ? applyLinkEvent(links, event) : links
  })
  return useQuery(linksOf(place)).data ?? []
}

/** For the dialog, which waits for the answer: only the server knows whether it takes the address. */
export const useSaveLink = (params: Place, link_id: string | undefined) =>
  useMutation({
    mutationFn: (body: NewWorkItemLink) =>
      link_id
        ? call(api.change, { params: { ...params, link_id }, body })
        : call(api.create, { params, body }),
    onSuccess: (link) =>
      queryLayers.happen<WorkItemLink[]>(linksOf(params).queryKey, (links) =>
        applyLinkEvent(links, { type: 'link.saved', link }),
      ),
  })

export const useRemoveLink = (params: Place) =>
  useOptimisticMutation({
    query: linksOf(params),
    send: (link_id: string) => call(api.remove, { params: { ...params, link_id } }),
    apply: (links, id) =>
      applyLinkEvent(links, { type: 'link.removed', id, work_item_id: params.id }),
    failure: 'links.not_removed',
  })
