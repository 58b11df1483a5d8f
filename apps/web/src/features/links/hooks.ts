import {
  linksApi as api,
  applyLinkEvent,
  type NewWorkItemLink,
  type WorkItemLink,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { changing, creating, removing } from '#data/collection-actions.ts'
import { myId, workspaceIdOf } from '#data/known-ids.ts'
import { liveCollection } from '#data/live-collection.ts'

interface ItemRef {
  slug: string
  project_id: string
  id: string
}

const shownOn = ({ id }: ItemRef) => id

const linksOf = (params: ItemRef) =>
  queryOptions({
    queryKey: ['links', params.slug, params.id] as const,
    queryFn: ({ signal }) => call(api.list, { params, signal }),
  })

const linkCollection = liveCollection({
  query: linksOf,
  event: (links: WorkItemLink[], event, { id }) => {
    const of = event.type === 'link.saved' ? event.link.issue : event.work_item_id
    return of === id ? applyLinkEvent(links, event) : links
  },
  saved: (link) => ({ type: 'link.saved', link }),
  removed: (id, { id: work_item_id }) => ({ type: 'link.removed', id, work_item_id }),
})

export function useLinks(place: ItemRef): readonly WorkItemLink[] {
  linkCollection.useEvents(place)
  return useQuery(linksOf(place)).data ?? []
}

export const useCreateLink = creating(linkCollection, {
  send: (params, body: NewWorkItemLink) => call(api.create, { params, body }),
  draft: ({ slug, project_id, id: issue }, { id, url, title = null }): WorkItemLink => {
    const now = new Date().toISOString()
    const me = myId()
    return {
      ...{ id, url, title, metadata: {}, issue, project: project_id },
      ...{ workspace: workspaceIdOf(slug), created_at: now, updated_at: now, created_by: me },
      ...{ updated_by: me, deleted_at: null, created_by_detail: null },
    }
  },
  failure: 'links.not_created',
  ...{ durable: 'link.create', shownOn },
})

export const useChangeLink = changing(linkCollection, {
  send: (params, link_id, body: NewWorkItemLink) =>
    call(api.change, { params: { ...params, link_id }, body }),
  failure: 'links.not_updated',
  ...{ durable: 'link.change', shownOn },
})

export const useRemoveLink = removing(linkCollection, {
  send: (params, link_id) => call(api.remove, { params: { ...params, link_id } }),
  failure: 'links.not_removed',
  ...{ durable: 'link.remove', shownOn },
})
