import { useState } from 'react'
import { readStored, useStored, writeStored } from '#ui/platform/stored.ts'
import { type CycleFilters, type CycleOrder, cycleOrders, readFilters } from './cycle-sections.ts'

/** The filters of a project's cycles, or of its archived ones, stored in this browser. */
export function useCycleFilters(project_id: string, { archived }: { archived: boolean }) {
  const key = `${archived ? 'archived_cycle_filters' : 'cycle_filters'}_${project_id}`
  const [filters, setFilters] = useState(() => readFilters(readStored(key, {})))
  function change(next: CycleFilters) {
    writeStored(key, next)
    setFilters(next)
  }
  return [filters, change] as const
}

/** The order of a project's cycles, stored in this browser. */
export function useCycleOrder(project_id: string) {
  const [stored, setStored] = useStored<string>(`cycle_order_${project_id}`, 'dates')
  const order: CycleOrder = cycleOrders.find((one) => one === stored) ?? 'dates'
  return [order, setStored] as const
}
