import { workItemsApi as api, type WorkItem } from '@cairn/contract'
import { ApiError, call } from '#data/api.ts'
import type { Replayed } from '#data/durable-mutations.ts'
import { notifyCopy } from '#data/notify-copy.ts'
import {
  isAway,
  type OptimisticMutation,
  type Then,
  useOptimisticMutation,
} from '#data/use-optimistic-mutation.ts'
import { whenSent } from '#data/when-sent.ts'
import { changeAllShown, type Shown, shownIn } from './shown-items.ts'
import { undoOfChanges } from './undo-changes.ts'
import { keyIn } from './undo-messages.ts'
import { applyToChildren } from './use-children.ts'

/** As the page of a sub-item names its parent. */
type Parent = Pick<WorkItem, 'id' | 'project_id' | 'sequence_id' | 'name'>

interface ParentChange {
  items: readonly WorkItem[]
  parent: Parent | null
}

/** A new object has only the fields that are needed: a page has many more. */
const parentOf = ({ id, project_id, sequence_id, name }: Parent): Parent => ({
  ...{ id, project_id, sequence_id, name },
})

const patchOf = ({ parent }: ParentChange) => ({ parent_id: parent?.id ?? null })

async function send(slug: string, change: ParentChange) {
  const { items, parent } = change
  const [{ id, project_id } = { id: '', project_id: '' }, ...others] = items
  if (!parent || others.length === 0) {
    return call(api.change, { params: { slug, project_id, id }, body: patchOf(change) })
  }
  const params = { slug, project_id: parent.project_id, id: parent.id }
  return call(api.addChildren, { params, body: { sub_issue_ids: items.map((item) => item.id) } })
}

async function replay(
  slug: string,
  { items, parent }: ParentChange,
): Promise<Replayed<ParentChange, unknown>> {
  const { replayTogether } = await import('./replay-change.ts')
  const changes = items.map((item) => ({ item, patch: patchOf({ items, parent }) }))
  const replayed: Awaited<ReturnType<typeof replayTogether>> = []
  for (const [, those] of Map.groupBy(changes, ({ item }) => item.project_id)) {
    replayed.push(...(await replayTogether(slug, those)))
  }
  if (!replayed.some(Boolean)) throw new ApiError(404, null, undefined)
  const conflicts = replayed.flatMap((one) => one?.conflicts ?? [])
  return {
    answer: undefined,
    conflicts: conflicts.map(({ conflict, variables: { item } }) => ({
      ...{ conflict, variables: { items: [item], parent } },
    })),
  }
}

/** In lists, among the sub-items of both parents, and on the item's own page. */
function withParent(shown: Shown, change: ParentChange, [, , kind, of]: readonly unknown[]): Shown {
  const { items, parent } = change
  const moved = (item: WorkItem) => ({ ...item, ...patchOf(change) })
  if (Array.isArray(shown) && kind === 'children') {
    return items.reduce((children, item) => {
      const work_item = moved(children.find(({ id }) => id === item.id) ?? item)
      return applyToChildren(children, String(of), { type: 'work_item.saved', work_item })
    }, shown)
  }
  const isPage = 'description_html' in shown
  return changeAllShown(
    shown,
    items.map(({ id }) => id),
    (item) => (isPage ? { ...moved(item), parent } : moved(item)),
  )
}

/** Sets or removes the parent of items, wherever they are shown. */
export const changingParent = (slug: string): OptimisticMutation<Shown, ParentChange, unknown> => ({
  query: () => shownIn(slug),
  send: (change) => send(slug, change),
  apply: withParent,
  line: ({ items: [first, second] }) =>
    first && !second ? first.id : `many of ${first?.project_id}`,
  undo: (change) =>
    undoOfChanges(
      slug,
      change.items.map((item) => ({ item, patch: patchOf(change) })),
      change,
    ),
  durable: {
    ...{ name: 'work-item.parent', scope: slug },
    about: ({ items }) => items.map(({ id }) => id),
    replay: (change) => replay(slug, change),
    copy: (change, kind) => {
      for (const { id } of change.items) notifyCopy(slug, { kind, id, patch: patchOf(change) })
    },
    // The later change follows what the withdrawn one would have followed.
    rebase: (later, withdrawn) => ({
      ...later,
      items: later.items.map((item) => {
        const before = withdrawn.items.find(({ id }) => id === item.id)
        return before ? { ...item, parent_id: before.parent_id } : item
      }),
    }),
  },
  failure: 'work_items.not_changed',
  failureValues: ({ items: [first] }) => ({ item: first ? keyIn(slug, first) : '' }),
})

/** Resolves when it is sent, or stored until the network is back. */
export function useChangeParent(slug: string) {
  const { mutate } = useOptimisticMutation(changingParent(slug))
  return {
    change: (items: readonly WorkItem[], parent: Parent | null, then?: Then<unknown>) =>
      mutate({ items, parent: parent && parentOf(parent) }, then),
    add: async (items: readonly WorkItem[], parent: Parent) => {
      // Without a network each is stored, and later accepted or refused, by itself.
      const groups = isAway() ? items.map((item) => [item]) : [items]
      const under = parentOf(parent)
      await Promise.all(groups.map((some) => whenSent(mutate, { items: some, parent: under })))
    },
  }
}
