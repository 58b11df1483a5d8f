import {
  type RelatedItem,
  type RelationEntry,
  relationsApi,
  type WorkItem,
  type WorkItemWithRelations,
} from '@cairn/contract'
import { useEffect, useRef } from 'react'
import { call } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { changeShown, type Shown, shownIn } from '#entities/work-item-list/shown-items.ts'
import { isDraft } from '#entities/work-item-list/use-item-actions.ts'

interface Known {
  updated_at: string
  relations: readonly RelatedItem[] | undefined
}

const knownOf = (item: WorkItemWithRelations): Known => ({
  updated_at: item.updated_at,
  relations: item.issue_relation,
})

/** Events tell that an item changed, but not what waits for it now: that is read anew. */
export function useRelationNews(slug: string, items: readonly WorkItem[]) {
  const known = useRef<ReadonlyMap<string, Known>>(undefined)
  useEffect(() => {
    const before = known.current
    known.current = new Map(items.map((item) => [item.id, knownOf(item)]))
    for (const item of before ? items : []) {
      const was = before?.get(item.id)
      if (!was || isDraft(item) || was.updated_at === item.updated_at) continue
      // Relations of its own: the row came with a reading of the list.
      if (was.relations === knownOf(item).relations) void readRelations(slug, item)
    }
  }, [slug, items])
}

const blocking = (entries: readonly RelationEntry[]): RelatedItem[] =>
  entries.map((entry) => ({ ...entry, relation_type: 'blocked_by' }))

async function readRelations(slug: string, { id, project_id }: WorkItem) {
  const params = { slug, project_id, id }
  const found = await call(relationsApi.list, { params }).catch(() => undefined)
  if (!found) return
  const relations = {
    issue_relation: blocking(found.blocked_by),
    issue_related: blocking(found.blocking),
  }
  for (const { queryKey } of shownIn(slug)) {
    queryLayers.happen<Shown>(queryKey, (shown) =>
      changeShown(shown, id, (item) =>
        'issue_relation' in item ? { ...item, ...relations } : item,
      ),
    )
  }
}
