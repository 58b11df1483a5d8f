import { useState } from 'react'
import { readStored, writeStored } from '#ui/platform/stored.ts'
import { type CycleFilters, readFilters } from './cycle-sections.ts'

/** What this browser narrows a project's cycles to, or its archived ones. */
export function useCycleFilters(project_id: string, { archived }: { archived: boolean }) {
  const key = `${archived ? 'archived_cycle_filters' : 'cycle_filters'}_${project_id}`
  const [filters, setFilters] = useState(() => readFilters(readStored(key, {})))
  function change(next: CycleFilters) {
    writeStored(key, next)
    setFilters(next)
  }
  return [filters, change] as const
}
