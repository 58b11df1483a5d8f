import { addDays, type Day } from '@cairn/calendar'
import type { NewWorkItem, Plan, TemplateItem, WithId } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { type Activity, record } from './activities.ts'
import type { ExternalRef } from './apply-patch.ts'
import { findItemTemplate, listUsable, type Template } from './template-queries.ts'

export { listTree, type Template, type TreeItem } from './template-queries.ts'

export async function readItemTemplate(db: Db, member: ProjectMember, id: string) {
  const template = await findItemTemplate(db, member, id)
  if (template) return template
  throw badRequest({ template_id: [`Invalid pk "${id}" - object does not exist.`] })
}

/** The history says where an item came from. */
export const madeFrom = ({ id, name }: Template, field: 'template' | 'recurrence'): Activity => ({
  ...{ verb: 'created', field, comment: 'created the issue from the template' },
  ...{ old_value: null, new_value: name, new_identifier: id },
})

const idsIn = (item: TemplateItem) => [
  ...[item.state_id, item.type_id, item.estimate_point].flatMap((id) => id ?? []),
  ...[item.label_ids, item.assignee_ids, item.module_ids].flat(),
]

export interface Prepared {
  wanted: NewWorkItem
  plan: Plan
}

/** The items of a template as they are created on a day, without what no longer exists. */
export async function prepareItems(
  tx: Tx,
  member: ProjectMember,
  items: readonly TemplateItem[],
  today: Day,
): Promise<Prepared[]> {
  const usable = await listUsable(tx, member, [...new Set(items.flatMap(idsIn))])
  const one = (id: string | null) => (id && usable.has(id) ? id : null)
  const some = (ids: readonly string[]) => ids.filter((id) => usable.has(id))
  const later = (days: number | null) => (days === null ? null : (addDays(today, days) ?? null))
  return items.map((item) => {
    const start_date = later(item.start_after)
    const target_date = later(item.due_after)
    return {
      wanted: {
        ...{ name: item.name, description_html: item.description_html, priority: item.priority },
        ...{ state_id: one(item.state_id), type_id: one(item.type_id) },
        estimate_point: one(item.estimate_point),
        label_ids: some(item.label_ids),
        assignee_ids: some(item.assignee_ids),
        start_date: start_date && target_date && start_date > target_date ? null : start_date,
        target_date,
      },
      plan: { module_ids: some(item.module_ids) },
    }
  })
}

type Add = (
  tx: Tx,
  member: ProjectMember,
  wanted: NewWorkItem & WithId & ExternalRef,
  plan: Plan,
) => Promise<{ id: string }>

/** Creates what is below the first item of a template. */
export async function addBelow(
  tx: Tx,
  member: ProjectMember,
  add: Add,
  root: { id: string; template: Template; prepared: readonly Prepared[] },
  from: Activity,
) {
  const ids = [root.id]
  for (const [index, item] of root.prepared.entries()) {
    if (index === 0) continue
    const parent_id = ids[root.template.items[index]?.parent ?? 0] ?? root.id
    const { id } = await add(tx, member, { ...item.wanted, parent_id }, item.plan)
    ids.push(id)
  }
  for (const id of ids) await record(tx, member, id, [from])
}
