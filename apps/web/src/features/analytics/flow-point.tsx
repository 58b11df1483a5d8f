import { type DaySpan, type FlowPoint, flowPoints, lookup } from '@cairn/contract'
import type { ReactNode } from 'react'
import { Link } from '#ui/router/link.tsx'
import type { Search } from '#ui/router/location.ts'
import { navigate } from '#ui/router/router.ts'
import { isOfList, type Scope } from './scope.ts'

/** A point of a chart drawn from the history. */
export interface HistoryPoint extends DaySpan {
  of: FlowPoint
  /** The state, of `time` and `count`. */
  key?: string
}

/** Where the point's items are listed; the address says which. */
export interface FlowSource {
  point: HistoryPoint
  project_id?: string
  /** The rest of what is counted, as the server is asked. */
  asked: Record<string, string>
}

const scopeKeys = ['project_ids', 'cycle_id', 'module_id', 'epic'] as const

function searchOf(scope: Scope, { of, from, to, key }: HistoryPoint): Record<string, string> {
  const point = { of, from, to, ...(key !== undefined && { key }) }
  if (!isOfList(scope)) {
    const { project_ids } = scope
    return { ...point, ...(project_ids.length > 0 && { project_ids: project_ids.join(',') }) }
  }
  const { project, cycle_id, module_id, epic } = scope
  return {
    ...point,
    project: project.id,
    ...(cycle_id && { cycle_id }),
    ...(module_id && { module_id }),
    ...(epic && { epic: 'true' }),
  }
}

const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '')

/** Undefined if the address is not one of ours. */
export function readFlowSource(search: Search): FlowSource | undefined {
  const of = flowPoints.find((point) => point === search.of)
  const { from, to, key, project: project_id } = search
  if (!of || !isDay(from) || !isDay(to)) return undefined
  const asked = scopeKeys.flatMap((name) => {
    const value = lookup(search, name)
    return value ? [[name, value] as const] : []
  })
  return {
    point: { of, from, to, ...(key !== undefined && { key }) },
    ...(project_id && { project_id }),
    asked: Object.fromEntries(asked),
  }
}

const listOf = (slug: string): string => `/${slug}/analytics/flow/items/`

/** For parts of a chart, which cannot be links. */
export const openPoint = (scope: Scope, point: HistoryPoint) =>
  void navigate({ to: listOf(scope.slug), search: searchOf(scope, point) })

interface PointLinkProps {
  scope: Scope
  point: HistoryPoint
  className?: string
  children: ReactNode
}

export function PointLink({ scope, point, className, children }: PointLinkProps) {
  return (
    <Link to={listOf(scope.slug)} search={searchOf(scope, point)} className={className}>
      {children}
    </Link>
  )
}

/** For links beside a chart: visible while they have the focus. */
export const onFocusOnly =
  'sr-only rounded-md bg-raised px-2 py-1 text-small shadow-lift-1 focus-visible:not-sr-only focus-visible:absolute! focus-visible:top-0 focus-visible:right-0 focus-visible:z-1'
