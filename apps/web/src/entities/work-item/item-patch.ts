import type { NewWorkItem, WorkItemPatch } from '@cairn/contract'

/** What an item is planned in. Cycles and modules have calls of their own: see `plan-item.ts`. */
export interface Plan {
  cycle_id?: string | null
  module_ids?: readonly string[]
}

export type ItemPatch = WorkItemPatch & Plan
export type NewItem = NewWorkItem & Plan
