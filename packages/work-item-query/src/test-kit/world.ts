import type { Priority, PropertyKind, PropertyValue, StateGroup } from '@cairn/contract'

export interface Named {
  id: string
  name: string
}

/** An item as plain data, independent of any database. */
export interface Item {
  id: string
  name: string
  sequence_id: number
  sort_order: number
  priority: Priority
  state_id: string
  cycle_id: string | null
  parent_id: string | null
  created_by: string | null
  updated_by: string | null
  type_id: string | null
  estimate_point: string | null
  start_date: string | null
  target_date: string | null
  /** In the format of `instantKey`. */
  created_at: string
  updated_at: string
  completed_at: string | null
  link_count: number
  attachment_count: number
  assignees: string[]
  labels: string[]
  modules: string[]
  mentions: string[]
  subscribers: string[]
  /** States it left. */
  former_states: string[]
  /** By the id of the property. */
  values: Record<string, PropertyValue>
}

/** A relation between two items. */
export interface Related {
  type: 'blocked_by' | 'relates_to' | 'duplicate'
  from: string
  to: string
}

export interface Property extends Named {
  kind: PropertyKind
  type_id: string
  /** In order. */
  options: Named[]
}

/** A project with everything a list can speak of. */
export interface World {
  project_id: string
  states: (Named & { group: StateGroup })[]
  labels: Named[]
  modules: Named[]
  cycles: Named[]
  people: Named[]
  types: Named[]
  properties: Property[]
  points: { id: string; key: number }[]
  items: Item[]
  relations: Related[]
}
