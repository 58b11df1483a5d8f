import type { NewItem } from '#entities/work-item/item-patch.ts'
import type { FilterField, Filters } from './list-settings.ts'

const presets: Partial<Record<FilterField, (value: string) => Partial<NewItem>>> = {
  priority: (priority) => ({ priority }) as Partial<NewItem>,
  state: (state_id) => ({ state_id }),
  assignees: (id) => ({ assignee_ids: [id] }),
  labels: (id) => ({ label_ids: [id] }),
  cycle: (cycle_id) => ({ cycle_id }),
  issue_type: (type_id) => ({ type_id }),
  module: (id) => ({ module_ids: [id] }),
}

/** Values a new item needs to match filters that allow only one value. */
export function presetOf(filters: Filters = {}): Partial<NewItem> {
  const chosen = Object.entries(filters).flatMap(([key, values = []]) => {
    const [value, ...others] = values
    const set = presets[key as FilterField]
    return set && value && value !== 'None' && others.length === 0 ? set(value) : []
  })
  return Object.assign({}, ...chosen)
}
