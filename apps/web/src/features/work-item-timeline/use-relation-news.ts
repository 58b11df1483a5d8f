import {
  type RelatedItem,
  type RelationEntry,
  relationsApi,
  type WorkItem,
  type WorkItemWithRelations,
} from '@cairn/contract'
import { useEffect } from 'react'
import { call } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { relationsReadAt } from '#entities/work-item-list/list-context.ts'
import { changeShown, type Shown, shownIn } from '#entities/work-item-list/shown-items.ts'

/**
 * Events report that an item changed, but not its relations: they are fetched again, also for
 * events that came before the timeline was rendered.
 */
export function useRelationNews(slug: string, items: readonly WorkItem[]) {
  useEffect(() => {
    for (const item of items) {
      const { issue_relation: relations, updated_at } = item as WorkItemWithRelations
      if (!relations || item.sequence_id === 0) continue
      const readAt = relationsReadAt.get(relations)
      if (readAt === updated_at) continue
      relationsReadAt.set(relations, updated_at)
      // Without a time they were cached, or just changed here.
      if (readAt !== undefined) void readRelations(slug, item)
    }
  }, [slug, items])
}

const blocking = (entries: readonly RelationEntry[]): RelatedItem[] =>
  entries.map((entry) => ({ ...entry, relation_type: 'blocked_by' }))

async function readRelations(slug: string, { id, project_id, updated_at }: WorkItem) {
  const params = { slug, project_id, id }
  const found = await call(relationsApi.list, { params }).catch(() => undefined)
  if (!found) return
  const relations = {
    issue_relation: blocking(found.blocked_by),
    issue_related: blocking(found.blocking),
  }
  relationsReadAt.set(relations.issue_relation, updated_at)
  for (const { queryKey } of shownIn(slug)) {
    queryLayers.happen<Shown>(queryKey, (shown) =>
      changeShown(shown, id, (item) =>
        'issue_relation' in item ? { ...item, ...relations } : item,
      ),
    )
  }
}
