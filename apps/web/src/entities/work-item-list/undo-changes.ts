import {
  changedPropertyValues,
  MAX_REVERSIONS,
  revertsApi,
  type SkippedItem,
  type WorkItem,
} from '@cairn/contract'
import { call } from '#data/api.ts'
import { notifyCopy } from '#data/notify-copy.ts'
import type { Direction, UndoStep } from '#data/undo-stack.ts'
import { mutateOptimistically, type OptimisticMutation } from '#data/use-optimistic-mutation.ts'
import type { ItemPatch, Plan } from '#entities/work-item/item-patch.ts'
import { changeAllShown, type Shown, shownIn } from './shown-items.ts'
import { sayNotDone, sayReverted, saySkipped } from './undo-messages.ts'
import { fieldsOf, type ItemChange, reversed, valuesOf } from './undo-values.ts'
import { withPatch } from './with-patch.ts'

const other = { undo: 'redo', redo: 'undo' } as const

/** The undo step of item changes; undefined if there is nothing to undo, as for texts. */
export function undoOfChanges(
  slug: string,
  changes: readonly { item: WorkItem; patch: ItemPatch }[],
  of?: object,
): UndoStep | undefined {
  const known = changes.flatMap(({ item, patch }) => fieldsOf(item, patch) ?? [])
  return known.length > 0 ? stepOf(slug, { changes: known }, 'undo', of) : undefined
}

/**
 * Undo step that removes items from the cycle or module they were added to; they were not in it
 * before.
 */
export const undoOfAdding = (
  slug: string,
  items: readonly ItemChange['item'][],
  { cycle_id, module_ids }: Plan,
  of: object,
): UndoStep =>
  stepOf(
    slug,
    {
      changes: items.map((item) => ({
        item,
        before: cycle_id ? { cycle_id: null } : { module_ids: [] },
        after: cycle_id ? { cycle_id } : { module_ids: [...(module_ids ?? [])] },
      })),
    },
    'undo',
    of,
  )

/**
 * The part of a change that can still be undone; items changed by others since are removed from it.
 */
interface Left {
  changes: readonly ItemChange[]
}

function stepOf(slug: string, left: Left, direction: Direction, of?: object): UndoStep {
  return {
    slug,
    ...(of && { of }),
    run: (sent) => {
      const { changes } = left
      const back: Left = { changes: changes.map(reversed) }
      const answered = new Promise<boolean>((resolve, reject) => {
        void mutateOptimistically(reverting(slug, sent), changes, {
          onSuccess: (skipped) => {
            const ids = new Set(skipped?.map(({ id }) => id))
            back.changes = back.changes.filter(({ item }) => !ids.has(item.id))
            const isAny = skipped !== undefined && back.changes.length > 0
            if (isAny) sayReverted(slug, direction, back.changes, skipped)
            else if (skipped) saySkipped(slug, direction, changes, skipped)
            resolve(isAny)
          },
          onFailure: (error) => {
            sayNotDone(direction, error)
            reject(error)
            return true
          },
        })
      })
      return { inverse: stepOf(slug, back, other[direction]), answered }
    },
  }
}

type Skipped = readonly SkippedItem[]

/** Returns undefined if the change itself was refused: there is nothing to undo. */
const reverting = (
  slug: string,
  sent: Promise<unknown>,
): OptimisticMutation<Shown, readonly ItemChange[], Skipped | undefined> => ({
  query: () => shownIn(slug),
  send: async (changes) => {
    const isMade = await sent.then(
      (answer) => answer !== false,
      () => false,
    )
    return isMade ? sendThroughCopy(slug, changes) : undefined
  },
  apply: (shown, changes) => applyTo(slug, shown, changes),
  settle: (shown, skipped, changes) => {
    const ids = new Set(skipped?.map(({ id }) => id))
    const done = changes.filter(({ item }) => skipped && !ids.has(item.id))
    return applyTo(slug, shown, done)
  },
  line: ([first, second]) => (first && !second ? first.item.id : 'undo'),
  failure: 'undo.undo_failed',
})

function applyTo(slug: string, shown: Shown, changes: readonly ItemChange[]): Shown {
  if (changes.length === 0) return shown
  const byId = new Map(changes.map((change) => [change.item.id, change]))
  return changeAllShown(shown, [...byId.keys()], (item) => {
    const change = byId.get(item.id)
    return change ? withPatch(slug, item, valuesOf(item, change)) : item
  })
}

/** Applies it to the browser's copy, too. */
async function sendThroughCopy(slug: string, changes: readonly ItemChange[]): Promise<Skipped> {
  for (const change of changes) {
    const { id } = change.item
    const { property_values, ...fields } = valuesOf(change.item, change)
    const patch: Partial<WorkItem> = {
      ...fields,
      ...(property_values && {
        property_values: changedPropertyValues(change.item.property_values ?? {}, property_values),
      }),
    }
    notifyCopy(slug, { kind: 'change', id, patch })
  }
  const settle = (kind: 'confirm' | 'revert', id: string) => notifyCopy(slug, { kind, id })
  try {
    const skipped = await send(slug, changes)
    const ids = new Set(skipped.map(({ id }) => id))
    for (const { item } of changes) settle(ids.has(item.id) ? 'revert' : 'confirm', item.id)
    return skipped
  } catch (error) {
    for (const { item } of changes) settle('revert', item.id)
    throw error
  }
}

async function send(slug: string, changes: readonly ItemChange[]): Promise<Skipped> {
  const skipped: SkippedItem[] = []
  for (const [project_id, those] of Map.groupBy(changes, ({ item }) => item.project_id)) {
    for (let from = 0; from < those.length; from += MAX_REVERSIONS) {
      const part = those.slice(from, from + MAX_REVERSIONS)
      const body = {
        changes: part.map(({ item: { id }, before, after }) => ({
          id,
          expected: after,
          values: before,
        })),
      }
      const answer = await call(revertsApi.revert, { params: { slug, project_id }, body })
      skipped.push(...answer.skipped)
    }
  }
  return skipped
}
