import { addDays, type Day } from '@cairn/calendar'
import type { NewWorkItem, Plan, TemplateItem } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { type Activity, record } from './activities.ts'
import { findItemTemplate, listUsable, type Template, type TreeItem } from './template-queries.ts'

export { listTree, type Template } from './template-queries.ts'

/** Positions instead of ids: the template outlives the items. */
export function itemsOfTree(tree: readonly TreeItem[]): TemplateItem[] {
  const places = new Map(tree.map(({ id }, index) => [id, index]))
  return tree.map(({ id, parent_id, ...item }, index) => ({
    ...item,
    parent: index === 0 ? null : (places.get(parent_id ?? '') ?? 0),
  }))
}

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
  wanted: NewWorkItem & Required<Pick<NewWorkItem, 'property_values'>>
  plan: Plan
  /** Ids in the template of what no longer exists. */
  lost: ReadonlySet<string>
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
        property_values: item.property_values,
      },
      plan: { module_ids: some(item.module_ids) },
      lost: new Set(idsIn(item).filter((id) => !usable.has(id))),
    }
  })
}

/** What a user sent for the first item, without what the template named and no longer exists. */
export function withoutLost<Wanted extends NewWorkItem>(
  { lost }: Prepared,
  { wanted, plan }: { wanted: Wanted; plan: Plan },
): { wanted: Wanted; plan: Plan } {
  const isLost = (id: string | null | undefined) => lost.has(id?.toLowerCase() ?? '')
  const one = <Field extends keyof NewWorkItem>(field: Field) =>
    isLost(wanted[field] as string | null | undefined) && { [field]: null }
  const some = (ids: string[] | undefined) => ids?.filter((id) => !isLost(id))
  const { label_ids, assignee_ids } = wanted
  return {
    wanted: {
      ...wanted,
      ...one('state_id'),
      ...one('type_id'),
      ...one('estimate_point'),
      ...(label_ids && { label_ids: some(label_ids) }),
      ...(assignee_ids && { assignee_ids: some(assignee_ids) }),
    },
    plan: { ...plan, ...(plan.module_ids && { module_ids: some(plan.module_ids) ?? [] }) },
  }
}

type Add = (tx: Tx, member: ProjectMember, item: Prepared) => Promise<{ id: string }>

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
    const { id } = await add(tx, member, { ...item, wanted: { ...item.wanted, parent_id } })
    ids.push(id)
  }
  for (const id of ids) await record(tx, member, id, [from])
}
