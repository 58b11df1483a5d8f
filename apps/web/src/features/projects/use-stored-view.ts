import { useState } from 'react'
import { readStored, writeStored } from '#ui/platform/stored.ts'
import {
  firstOrder,
  noFilters,
  orders,
  type ProjectFilters,
  type ProjectOrder,
} from './project-filters.ts'

interface StoredView {
  filters: ProjectFilters
  order: ProjectOrder
}

// Values of an older version, or edited by hand, must not break the screen.
function read(key: string): StoredView {
  const { filters, order } = readStored<Partial<StoredView>>(key, {})
  const known = orders.some((one) => one === order?.by)
  return { filters: { ...noFilters, ...filters }, order: known && order ? order : firstOrder }
}

/** How this browser shows a workspace's projects. */
export function useStoredView(slug: string) {
  const key = `projects_view_${slug}`
  const [view, setView] = useState(() => read(key))
  function change(part: Partial<StoredView>) {
    const next = { ...view, ...part }
    writeStored(key, next)
    setView(next)
  }
  return {
    ...view,
    setFilters: (filters: ProjectFilters) => change({ filters }),
    setOrder: (order: ProjectOrder) => change({ order }),
  }
}
