import type { NewItem } from '#entities/work-item/item-patch.ts'
import type { FilterKey, Filters } from './list-settings.ts'

const presets: Partial<Record<FilterKey, (value: string) => Partial<NewItem>>> = {
  priority: (priority) => ({ priority }) as Partial<NewItem>,
  state: (state_id) => ({ state_id }),
  assignees: (id) => ({ assignee_ids: [id] }),
  labels: (id) => ({ label_ids: [id] }),
  cycle: (cycle_id) => ({ cycle_id }),
  module: (id) => ({ module_ids: [id] }),
}

/** What a new item needs to match filters, where each of them leaves one choice. */
export function presetOf(filters: Filters = {}): Partial<NewItem> {
  const chosen = Object.entries(filters).flatMap(([key, [value, ...others]]) => {
    const set = presets[key as FilterKey]
    return set && value && value !== 'None' && others.length === 0 ? set(value) : []
  })
  return Object.assign({}, ...chosen)
}
