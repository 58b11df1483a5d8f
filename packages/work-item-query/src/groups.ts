import { isPropertyField, propertyInField } from '@cairn/contract'
import type { Column, Dialect, Link } from './dialect.ts'
import {
  type AnyOf,
  type Filters,
  type FixedGroupKey,
  type GroupKey,
  priorities,
  stateGroups,
} from './list-query.ts'
import type { Sql } from './sql.ts'

type Kind = { column: Column } | { link: Link }

const kinds: Record<FixedGroupKey, Kind> = {
  state_id: { column: 'state_id' },
  priority: { column: 'priority' },
  state__group: { column: 'state_group' },
  cycle_id: { column: 'cycle_id' },
  project_id: { column: 'project_id' },
  labels__id: { link: 'labels' },
  assignees__id: { link: 'assignees' },
  issue_module__module_id: { link: 'modules' },
  created_by: { column: 'created_by' },
  target_date: { column: 'target_date' },
  start_date: { column: 'start_date' },
  type_id: { column: 'type_id' },
}

export const linkOf = (key: GroupKey): Link | undefined => {
  if (isPropertyField(key)) return key
  const kind = kinds[key]
  return 'link' in kind ? kind.link : undefined
}

export const columnOf = (dialect: Dialect, key: GroupKey): Sql | undefined => {
  if (isPropertyField(key)) return undefined
  const kind = kinds[key]
  return 'column' in kind ? dialect.columns[kind.column] : undefined
}

/** Values of these are text; others are ids, or as the column says. */
export const isTextGroup = (key: GroupKey) => propertyInField(key)?.kind === 'boolean'

/** Whether an item can be in several groups. */
export const isShared = (key: GroupKey) => linkOf(key) !== undefined && !isTextGroup(key)

const list = (ids: readonly string[] | undefined): AnyOf | undefined => ids && { ids, none: false }

/** The filter on the grouping key itself: only the groups it names appear. */
export function filterOn(key: GroupKey, filters: Filters): AnyOf | undefined {
  switch (key) {
    case 'state_id':
      return list(filters.state)
    case 'priority':
      return list(filters.priority)
    case 'state__group':
      return list(filters.state_group)
    case 'project_id':
      return list(filters.project)
    case 'cycle_id':
      return filters.cycle
    case 'labels__id':
      return filters.labels
    case 'assignees__id':
      return filters.assignees
    case 'issue_module__module_id':
      return filters.module
    case 'created_by':
      return filters.created_by
    case 'type_id':
      return filters.issue_type
    default: {
      const property = propertyInField(key)
      const test = filters.properties?.find(
        ({ id, isNegated }) => id === property?.id && !isNegated,
      )
      return test && 'ids' in test.wanted ? test.wanted : undefined
    }
  }
}

/** Groups listed even if empty that are the same everywhere; others depend on the list's scope. */
export const fixedGroups: Partial<Record<GroupKey, readonly string[]>> = {
  priority: priorities,
  state__group: stateGroups,
}
