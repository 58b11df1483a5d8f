import type { NewWorkItem, Priority, WorkItem, WorkItemPatch } from '@cairn/contract'

/** An item's cycle and modules. They have separate calls: see `plan-item.ts`. */
export interface Plan {
  cycle_id?: string | null
  module_ids?: readonly string[]
}

export type ItemPatch = WorkItemPatch & Plan
/** `template_id` adds the sub-items of a template. */
export type NewItem = NewWorkItem & Plan & { template_id?: string }

type Chosen = 'type_id' | 'cycle_id' | 'estimate_point' | 'start_date' | 'target_date'
type Lists = 'assignee_ids' | 'label_ids' | 'module_ids'

/** The selected values of a picker: an item's own, or those several have in common. */
export interface ItemValues extends Pick<WorkItem, 'id' | 'project_id' | Chosen | Lists> {
  state_id: string | null
  priority: Priority | null
}
