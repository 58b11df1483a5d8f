import type { WorkItem } from '@cairn/contract'
import type { Tx } from '#kernel/database/schema.ts'
import { listPropertiesOfTypes } from '#product/work-item-property-queries.ts'
import { type Activity, recordAll } from './activities.ts'
import { listValued, type ProjectUser } from './property-value-queries.ts'
import { resolveValues, saveValues } from './property-values.ts'

/** Nobody is there to be asked for what the other type requires. */
const rules = { asksRequired: false }

/** Takes the values of an item along to the type it got; returns its history. */
export async function retypeValues(
  tx: Tx,
  member: ProjectUser,
  before: Pick<WorkItem, 'id' | 'type_id' | 'property_values'>,
  type_id: string | null,
): Promise<Activity[]> {
  if (type_id === before.type_id) return []
  const change = (await resolveValues(tx, member, [before], { type_id }, rules)).get(before.id)
  await saveValues(tx, member, [change])
  return change?.activities ?? []
}

const BATCH = 1000

/** The same for many items of a project that had the same type. */
export async function retypeMany(
  tx: Tx,
  member: ProjectUser,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
) {
  const properties = await listPropertiesOfTypes(tx, member, [from, to])
  if (properties.length === 0) return
  for (let n = 0; n < ids.length; n += BATCH) {
    const items = await listValued(tx, member, ids.slice(n, n + BATCH))
    const before = items.map((item) => ({ ...item, type_id: from }))
    const changes = await resolveValues(tx, member, before, { type_id: to }, rules)
    await saveValues(tx, member, changes.values())
    const histories = [...changes].map(([id, { activities }]) => [id, activities] as const)
    await recordAll(tx, member, histories, { notify: false })
  }
}
