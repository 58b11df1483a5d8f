import { workItemsApi as api, type BulkProperties, type WorkItem } from '@cairn/contract'
import { call } from '#data/api.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import type { ItemPatch } from '#entities/work-item/item-patch.ts'
import {
  changeAllShown,
  removeShown,
  type Shown,
  shownIn,
} from '#entities/work-item-list/shown-items.ts'
import { useChangeWorkItem, withPatch } from '#entities/work-item-list/use-item-actions.ts'
import { todayHere } from '#ui/dates/own-zone.ts'

const idsOf = (items: readonly WorkItem[]) => items.map(({ id }) => id)

/** Lists are added to what is there; everything else takes its place. */
export function withProperties(item: WorkItem, properties: BulkProperties): ItemPatch {
  const { label_ids, assignee_ids, module_ids, ...rest } = properties
  const joined = (old: readonly string[], more: readonly string[]) => [
    ...new Set([...old, ...more]),
  ]
  return {
    ...rest,
    ...(label_ids && { label_ids: joined(item.label_ids, label_ids) }),
    ...(module_ids && { module_ids: joined(item.module_ids, module_ids) }),
    ...(assignee_ids && { assignee_ids: joined(item.assignee_ids, assignee_ids) }),
  } as ItemPatch
}

/** What an item was before a bulk change, as far as that touched it. */
export function formerOf(item: WorkItem, properties: BulkProperties): ItemPatch {
  const fields = Object.keys(withProperties(item, properties)) as (keyof WorkItem)[]
  return Object.fromEntries(fields.map((field) => [field, item[field]])) as ItemPatch
}

interface BulkChange {
  items: readonly WorkItem[]
  properties: BulkProperties
}

/** Deeds on several items of one project: all of them, or none when one refuses. */
export function useBulkActions(slug: string, project_id: string) {
  const params = { slug, project_id }
  const query = () => shownIn(slug)
  const one = useChangeWorkItem(slug)

  const change = useOptimisticMutation({
    query,
    send: ({ items, properties }: BulkChange) =>
      call(api.bulkChange, { params, body: { issue_ids: idsOf(items), properties } }),
    apply: (shown: Shown, { items, properties }) =>
      changeAllShown(shown, idsOf(items), (item) =>
        withPatch(slug, item, withProperties(item, properties)),
      ),
    failure: 'bulk.not_changed',
  })
  const archive = useOptimisticMutation({
    query,
    send: (items: readonly WorkItem[]) =>
      call(api.bulkArchive, { params, body: { issue_ids: idsOf(items) } }),
    apply: (shown: Shown, items) =>
      changeAllShown(shown, idsOf(items), (item) => ({ ...item, archived_at: todayHere() })),
    failure: 'bulk.not_archived',
  })
  const remove = useOptimisticMutation({
    query,
    send: (items: readonly WorkItem[]) =>
      call(api.bulkRemove, { params, body: { issue_ids: idsOf(items) } }),
    apply: (shown: Shown, items) => removeShown(shown, idsOf(items)),
    failure: 'bulk.not_removed',
  })

  /** Sends back what the items were: one by one, for each was something else. */
  const undo = ({ items, properties }: BulkChange) => {
    for (const item of items) one.mutate({ item, patch: formerOf(item, properties) })
  }
  return { change, archive, remove, undo }
}
