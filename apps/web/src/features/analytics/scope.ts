import { type Duration, defaultDuration, type Project } from '@cairn/contract'
import { useSyncExternalStore } from 'react'

/** What is counted: the chosen projects in a period, or what a list shows, whenever it was made. */
export type Scope = WorkspaceScope | ListScope

export interface WorkspaceScope {
  slug: string
  /** None chosen: all of them. */
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

/** As the calls want it. */
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
