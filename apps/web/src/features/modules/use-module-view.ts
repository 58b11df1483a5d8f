import { useState } from 'react'
import { readStored, writeStored } from '#ui/platform/stored.ts'
import {
  firstDisplay,
  layouts,
  type ModuleDisplay,
  type ModuleFilters,
  noFilters,
  orders,
  readOrder,
} from './module-filters.ts'

const DISPLAY = 'module_display_filters'
const FILTERS = 'module_filters'

type Sets = Partial<Record<'default' | 'archived', Partial<ModuleFilters>>>

// Settings of an older version, or edited by hand, must not break the screen.
function readDisplay(project_id: string): ModuleDisplay {
  const stored = readStored<Record<string, Partial<ModuleDisplay>>>(DISPLAY, {})[project_id] ?? {}
  const display = { ...firstDisplay, ...stored }
  const { by } = readOrder(display.order_by)
  return {
    favorites: display.favorites === true,
    layout: layouts.includes(display.layout) ? display.layout : firstDisplay.layout,
    order_by: orders.includes(by) ? display.order_by : firstDisplay.order_by,
  }
}

function readFilters(project_id: string, set: keyof Sets): ModuleFilters {
  const stored = readStored<Record<string, Sets>>(FILTERS, {})[project_id]?.[set]
  return { ...noFilters, ...stored }
}

/** How this browser shows a project's modules; archived ones have separate filters. */
export function useModuleView(project_id: string, { archived }: { archived: boolean }) {
  const set = archived ? 'archived' : 'default'
  const [display, setDisplay] = useState(() => readDisplay(project_id))
  const [filters, setFilters] = useState(() => readFilters(project_id, set))
  return {
    display,
    filters,
    setDisplay: (part: Partial<ModuleDisplay>) => {
      const next = { ...display, ...part }
      const all = readStored<Record<string, ModuleDisplay>>(DISPLAY, {})
      writeStored(DISPLAY, { ...all, [project_id]: next })
      setDisplay(next)
    },
    setFilters: (next: ModuleFilters) => {
      const all = readStored<Record<string, Sets>>(FILTERS, {})
      writeStored(FILTERS, { ...all, [project_id]: { ...all[project_id], [set]: next } })
      setFilters(next)
    },
  }
}
