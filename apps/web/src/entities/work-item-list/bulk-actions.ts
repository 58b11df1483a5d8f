import {
  workItemsApi as api,
  type BulkProperties,
  MAX_REVERSIONS,
  type WorkItem,
} from '@cairn/contract'
import { call } from '#data/api.ts'
import type { Replayed } from '#data/durable-mutations.ts'
import { t } from '#data/i18n.ts'
import type { Conflict } from '#data/outbox-state.ts'
import { mutateOptimistically, type OptimisticMutation } from '#data/use-optimistic-mutation.ts'
import type { ItemPatch } from '#entities/work-item/item-patch.ts'
import { choiceFor } from '#entities/work-item/item-values.ts'
import { todayHere } from '#ui/dates/own-zone.ts'
import { toast } from '#ui/feedback/toast.ts'
import { changeAllShown, removeShown, type Shown, shownIn } from './shown-items.ts'
import { undoOfChanges } from './undo-changes.ts'
import { undoOf, undoOfRemoval } from './undo-of.ts'
import { withPatch } from './use-item-actions.ts'
import { withConfirmed } from './with-patch.ts'

const idsOf = (items: readonly WorkItem[]) => items.map(({ id }) => id)

/** List values are added or removed; all other fields are replaced. */
function withProperties(item: WorkItem, properties: BulkProperties): ItemPatch {
  const { label_ids, assignee_ids, module_ids, ...others } = properties
  const { removed_label_ids, removed_assignee_ids, removed_module_ids, ...own } = others
  const { removed_property_values = {}, property_values, ...rest } = own
  const joined = (old: readonly string[], more: string[] = [], less: string[] = []) =>
    [...new Set([...old, ...more])].filter((id) => !less.includes(id))
  const { label_ids: labels, assignee_ids: people, module_ids: modules } = item
  const given = Object.entries(property_values ?? {}).map(([id, value]) => {
    const old = item.property_values[id]
    const isSeveral = Array.isArray(value) && Array.isArray(old) && old.length + value.length > 2
    return [id, isSeveral ? joined(old, value, removed_property_values[id]) : value] as const
  })
  return {
    ...rest,
    ...(property_values && { property_values: Object.fromEntries(given) }),
    ...((label_ids ?? removed_label_ids) && {
      label_ids: joined(labels, label_ids, removed_label_ids),
    }),
    ...((assignee_ids ?? removed_assignee_ids) && {
      assignee_ids: joined(people, assignee_ids, removed_assignee_ids),
    }),
    ...((module_ids ?? removed_module_ids) && {
      module_ids: joined(modules, module_ids, removed_module_ids),
    }),
  } as ItemPatch
}

interface BulkChange {
  items: readonly WorkItem[]
  properties: BulkProperties
}

const paramsOf = (slug: string, [first]: readonly WorkItem[]) => ({
  slug,
  project_id: first?.project_id ?? '',
})

/** Changes by others to an item meanwhile are kept. */
async function replayMany(
  slug: string,
  { items, properties }: BulkChange,
): Promise<Replayed<BulkChange, unknown>> {
  const { replayTogether } = await import('./replay-change.ts')
  const changes = items.map((item) => ({ item, patch: withProperties(item, properties) }))
  const conflicts: { conflict: Conflict; variables: BulkChange }[] = []
  for (let at = 0; at < changes.length; at += MAX_REVERSIONS) {
    // If one is gone, the others are changed.
    const replayed = await replayTogether(slug, changes.slice(at, at + MAX_REVERSIONS))
    for (const { conflict, variables } of replayed.flatMap((one) => one?.conflicts ?? [])) {
      const { item: now, patch: mine } = variables
      conflicts.push({ conflict, variables: { items: [now], properties: mine as BulkProperties } })
    }
  }
  return { answer: undefined, conflicts }
}

export const changingMany = (slug: string): OptimisticMutation<Shown, BulkChange, unknown> => ({
  query: () => shownIn(slug),
  send: ({ items, properties }) =>
    call(api.bulkChange, {
      params: paramsOf(slug, items),
      body: { issue_ids: idsOf(items), properties },
    }),
  apply: (shown, { items, properties }) =>
    changeAllShown(shown, idsOf(items), (item) =>
      withPatch(slug, item, withProperties(item, properties)),
    ),
  settle: (shown, _, { items, properties }) => {
    const before = new Map(items.map((item) => [item.id, item]))
    return changeAllShown(shown, idsOf(items), (item) =>
      withConfirmed(slug, item, withProperties(item, properties), before.get(item.id) ?? item),
    )
  },
  // The last change made is the last one sent.
  line: ({ items }) => `many of ${items[0]?.project_id}`,
  undo: (sent) =>
    undoOfChanges(
      slug,
      sent.items.map((item) => ({ item, patch: withProperties(item, sent.properties) })),
      sent,
    ),
  durable: {
    ...{ name: 'work-item.change-many', scope: slug },
    about: ({ items }) => idsOf(items),
    replay: (change) => replayMany(slug, change),
  },
  failure: 'bulk.not_changed',
})

const notifyChanged = (of: object, count: number) =>
  toast({
    kind: 'success',
    id: 'bulk-changed',
    title: t('bulk.changed', { count }),
    action: undoOf(of),
  })

/**
 * Applies changes to several items of one project in one call, for all of them or none. `patch` has
 * their new lists, starting from the values all have in common.
 */
export function changeWorkItems(slug: string, items: readonly WorkItem[], patch: ItemPatch) {
  const properties = choiceFor(items, patch)
  if (Object.keys(properties).length === 0) return
  const sent = { items, properties }
  const notify = () => void notifyChanged(sent, items.length)
  void mutateOptimistically(changingMany(slug), sent, { onSuccess: notify, onStored: notify })
}

export type BulkAction = 'archive' | 'remove'

const endings: Record<
  BulkAction,
  OptimisticMutation<Shown, readonly WorkItem[], unknown>['apply']
> = {
  archive: (shown, items) =>
    changeAllShown(shown, idsOf(items), (item) => ({ ...item, archived_at: todayHere() })),
  remove: (shown, items) => removeShown(shown, idsOf(items)),
}

export const endingMany = ({
  slug,
  action,
}: {
  slug: string
  action: BulkAction
}): OptimisticMutation<Shown, readonly WorkItem[], unknown> => ({
  query: () => shownIn(slug),
  send: (items) =>
    call(action === 'archive' ? api.bulkArchive : api.bulkRemove, {
      params: paramsOf(slug, items),
      body: { issue_ids: idsOf(items) },
    }),
  apply: endings[action],
  undo: (ended) => undoOfRemoval(slug, action, ended, { of: ended }),
  durable: {
    ...{ name: 'work-item.end-many', scope: { slug, action }, removes: true },
    about: idsOf,
  },
  failure: action === 'archive' ? 'bulk.not_archived' : 'bulk.not_removed',
})

/** Archives or deletes several items of one project: all of them, or none. */
export function endWorkItems(slug: string, action: BulkAction, items: readonly WorkItem[]) {
  void mutateOptimistically(endingMany({ slug, action }), items, {
    onSuccess: () =>
      toast({
        kind: 'success',
        title: t(`bulk.${action}.done`, { count: items.length }),
        action: undoOf(items),
      }),
  })
}
