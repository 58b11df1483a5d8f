import { type RevertedFields, revertsApi, type SkippedItem, type WorkItem } from '@cairn/contract'
import { ApiError, call } from '#data/api.ts'
import type { Replayed } from '#data/durable-mutations.ts'
import type { ItemPatch } from '#entities/work-item/item-patch.ts'
import { type Field, fields, fieldsOf, type ItemChange } from './undo-values.ts'

interface Change {
  item: WorkItem
  patch: ItemPatch
}

/** A list position is never a conflict: the last move wins. */
const expectedOf = ({ sort_order: _place, ...expected }: RevertedFields) => expected

const isField = (field: string | null): field is Field => fields.some((one) => one === field)

/** Fields that cannot be compared, such as texts. */
const restOf = (patch: ItemPatch) =>
  Object.fromEntries(Object.entries(patch).filter(([field]) => !isField(field))) as ItemPatch

/** Writes fields that no other user changed since, and returns the others. */
async function sendCompared(slug: string, changes: readonly ItemChange[]) {
  const [first] = changes
  if (!first) return []
  const { skipped } = await call(revertsApi.revert, {
    params: { slug, project_id: first.item.project_id },
    body: {
      partly: true,
      changes: changes.map(({ item: { id }, before, after }) => ({
        ...{ id, expected: expectedOf(before), values: after },
      })),
    },
  })
  return skipped
}

/** It was deleted, or archived. */
const isGone = (skipped: readonly SkippedItem[]) => skipped.some(({ field }) => field === null)

/**
 * Sends a change that was stored for a while. Fields that another user changed meanwhile stay and
 * are returned; lists of people, labels and modules are merged. `sendRest` sends fields that cannot
 * be compared.
 */
export async function replayFields(
  slug: string,
  change: Change,
  sendRest?: (rest: ItemPatch) => Promise<void>,
): Promise<Replayed<Change, void>> {
  const compared = fieldsOf(change.item, change.patch)
  const rest = restOf(change.patch)
  const skipped = compared ? await sendCompared(slug, [compared]) : []
  if (isGone(skipped)) throw new ApiError(404, null, undefined)
  if (Object.keys(rest).length > 0) await sendRest?.(rest)
  return resultOf(change, skipped)
}

/**
 * The same for changes of several items of one project, in one request. Those with fields that
 * cannot be compared, and those of items that are gone, have no result.
 */
export async function replayTogether(
  slug: string,
  changes: readonly Change[],
): Promise<(Replayed<Change, void> | undefined)[]> {
  const compared = changes.map(({ item, patch }) =>
    Object.keys(restOf(patch)).length > 0 ? undefined : fieldsOf(item, patch),
  )
  const skipped = Map.groupBy(
    await sendCompared(
      slug,
      compared.flatMap((one) => one ?? []),
    ),
    ({ id }) => id,
  )
  return changes.map((change, at) => {
    const own = skipped.get(change.item.id) ?? []
    return compared[at] && !isGone(own) ? resultOf(change, own) : undefined
  })
}

function resultOf({ item, patch }: Change, skipped: readonly SkippedItem[]) {
  if (skipped.length === 0) return { answer: undefined }
  const lost = new Set(skipped.map(({ field }) => field))
  const made = Object.fromEntries(Object.entries(patch).filter(([field]) => !lost.has(field)))
  return {
    answer: undefined,
    made: { item, patch: made as ItemPatch },
    conflicts: skipped.flatMap(conflictOf),
  }

  function conflictOf({ field, value, changed_by, changed_at = null }: SkippedItem) {
    if (!isField(field)) return []
    const mine = patch[field]
    const conflict = { field, theirs: value, mine, changed_by, changed_at }
    return [
      { conflict, variables: { item: { ...item, [field]: value }, patch: { [field]: mine } } },
    ]
  }
}
