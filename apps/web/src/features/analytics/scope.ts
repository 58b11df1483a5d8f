import {
  type AnalyticsPeriod,
  analyticsPeriod,
  type Duration,
  defaultDuration,
  filtersOfCreated,
  filtersOfScope,
  type ListFilters,
  type Project,
} from '@cairn/contract'
import { useSyncExternalStore } from 'react'
import { todayHere } from '#ui/dates/own-zone.ts'

/** What is counted: the selected projects in a period, or the items of a list, whenever created. */
export type Scope = WorkspaceScope | ListScope

export interface WorkspaceScope {
  slug: string
  /** Empty: all of them. */
  project_ids: readonly string[]
  duration: Duration
}

export interface ListScope {
  slug: string
  project: Project
  cycle_id?: string
  module_id?: string
  epic?: boolean
}

export const isOfList = (scope: Scope): scope is ListScope => 'project' in scope

export const isOfEpics = (scope: Scope) => isOfList(scope) && scope.epic === true

/** The days it covers; a list covers all. */
export const periodOf = (scope: Scope): AnalyticsPeriod | undefined =>
  isOfList(scope) ? undefined : analyticsPeriod(scope.duration, todayHere())

/** Where the counted items can be found. */
export interface ItemsSource {
  slug: string
  /** See `ItemsLink`. */
  list?: string
  filters: ListFilters
}

export function placeOf(scope: Scope): ItemsSource {
  const { slug } = scope
  if (!isOfList(scope)) return { slug, filters: filtersOfScope(scope) }
  const { project, cycle_id, module_id, epic } = scope
  if (epic) return { slug, list: `/${slug}/projects/${project.id}/epics/`, filters: {} }
  return { slug, filters: filtersOfScope({ project_ids: [project.id], cycle_id, module_id }) }
}

/** Those created in the period. */
export function createdPlaceOf(scope: Scope): ItemsSource {
  const place = placeOf(scope)
  return { ...place, filters: filtersOfCreated(place.filters, periodOf(scope)) }
}

/** As request parameters. */
export function paramsOf(scope: Scope): Record<string, string> {
  if (!isOfList(scope)) {
    const { project_ids, duration } = scope
    return {
      date_filter: duration,
      ...(project_ids.length > 0 && { project_ids: project_ids.join(',') }),
    }
  }
  const { cycle_id, module_id, epic } = scope
  return {
    ...(cycle_id && { cycle_id }),
    ...(module_id && { module_id }),
    ...(epic && { epic: 'true' }),
  }
}

type Choice = Pick<WorkspaceScope, 'project_ids' | 'duration'>

const first: Choice = { project_ids: [], duration: defaultDuration }

/** By workspace; it lasts as long as the page. */
const choices = new Map<string, Choice>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function useAnalyticsChoice(slug: string) {
  const choice = useSyncExternalStore(subscribe, () => choices.get(slug) ?? first)
  function change(part: Partial<Choice>) {
    choices.set(slug, { ...choice, ...part })
    for (const listener of listeners) listener()
  }
  return [choice, change] as const
}
