import { workItemsApi as api, type WorkItem, type WorkItemEvent } from '@cairn/contract'
import { queryOptions } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { call } from '#data/api.ts'
import { listenLive } from '#data/live-listeners.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import type { ItemRow } from './rows.ts'

const childrenOf = (slug: string, { project_id, id }: Pick<WorkItem, 'project_id' | 'id'>) =>
  queryOptions({
    queryKey: ['work-items', slug, 'children', id] as const,
    queryFn: async ({ signal }) => {
      const params = { slug, project_id, id }
      const { sub_issues } = await call(api.children, { params, query: {}, signal })
      return Array.isArray(sub_issues) ? sub_issues : Object.values(sub_issues).flat()
    },
  })

/** An item's children after an event. */
export function applyToChildren(children: WorkItem[], parent: string, event: WorkItemEvent) {
  if (event.type === 'work_item.many_saved') return children
  const id = event.type === 'work_item.removed' ? event.id : event.work_item.id
  const known = children.some((child) => child.id === id)
  const stays =
    event.type === 'work_item.saved' &&
    event.work_item.parent_id === parent &&
    !event.work_item.archived_at
  if (!stays) return known ? children.filter((child) => child.id !== id) : children
  const saved = event.work_item
  return known ? children.map((child) => (child.id === id ? saved : child)) : [...children, saved]
}

// One listener for all expanded rows.
listenLive({
  onEvent: (event) => {
    if (!event.type.startsWith('work_item.')) return
    for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: ['work-items'] })) {
      const [, , kind, parent] = queryKey
      if (kind !== 'children') continue
      queryLayers.happen<WorkItem[]>(queryKey, (children) =>
        applyToChildren(children, String(parent), event as WorkItemEvent),
      )
    }
  },
  onGap: () => {
    void queryClient.invalidateQueries({
      refetchType: 'all',
      predicate: ({ queryKey }) => queryKey[0] === 'work-items' && queryKey[2] === 'children',
    })
  },
})

/** Which rows are expanded, and their children as far as loaded. */
export function useChildren(slug: string) {
  const [open, setOpen] = useState<readonly ItemRow[]>([])
  const [read, setRead] = useState(0)

  useEffect(() => {
    if (open.length === 0) return
    return queryClient.getQueryCache().subscribe(({ query }) => {
      if (query.queryKey[2] === 'children') setRead((before) => before + 1)
    })
  }, [open])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read is in the cache
  const children = useMemo(() => {
    const known = new Map<string, readonly WorkItem[] | undefined>()
    for (const { key, item } of open) {
      known.set(key, queryClient.getQueryData(childrenOf(slug, item).queryKey))
    }
    return known
  }, [open, read, slug])

  function toggle(row: ItemRow) {
    const others = open.filter(({ key }) => key !== row.key && !key.startsWith(`${row.key}>`))
    const isOpen = open.some(({ key }) => key === row.key)
    setOpen(isOpen ? others : [...open, row])
    if (!isOpen) void queryClient.prefetchQuery(childrenOf(slug, row.item))
  }
  return { children, toggle }
}
