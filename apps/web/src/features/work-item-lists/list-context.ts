import {
  workItemListsApi as lists,
  type Page,
  type WorkItemListQuery,
  type WorkItemResults,
} from '@cairn/contract'
import { call } from '#data/api.ts'
import { allLayouts, type Filters, type GroupBy, type Layout } from './list-settings.ts'

export const profileTabs = ['assigned', 'created', 'subscribed'] as const
export type ProfileTab = (typeof profileTabs)[number]

export const workspaceViews = ['all-issues', 'assigned', 'created', 'subscribed'] as const
export type WorkspaceView = (typeof workspaceViews)[number]

/** Where a list of work items stands: which items it is about, and what may be done to them there. */
export type ListContext =
  | { kind: 'project' | 'epics' | 'archived'; slug: string; project_id: string }
  | { kind: 'profile'; slug: string; user_id: string; tab: ProfileTab }
  | { kind: 'workspace'; slug: string; view: WorkspaceView; user_id: string }

interface Abilities {
  layouts: readonly Layout[]
  /** Properties are changed in place. */
  change: boolean
  quickAdd: boolean
  create: boolean
  /** Several at once. */
  select: boolean
  settings: 'server' | 'browser'
  /** What a board is grouped by when nothing was chosen. */
  boardGroup: GroupBy
}

const ofProject: Abilities = {
  layouts: allLayouts,
  change: true,
  quickAdd: true,
  create: true,
  select: true,
  settings: 'server',
  boardGroup: 'state',
}

const abilities: Record<ListContext['kind'], Abilities> = {
  project: ofProject,
  epics: { ...ofProject, select: false },
  archived: {
    ...ofProject,
    layouts: ['list'],
    change: false,
    quickAdd: false,
    create: false,
    select: false,
    settings: 'browser',
  },
  profile: {
    ...ofProject,
    layouts: ['list', 'kanban'],
    quickAdd: false,
    select: false,
    settings: 'browser',
    boardGroup: 'priority',
  },
  workspace: {
    ...ofProject,
    layouts: ['spreadsheet'],
    quickAdd: false,
    create: false,
    select: false,
    settings: 'browser',
  },
}

export function abilitiesOf(context: ListContext): Abilities {
  const own = abilities[context.kind]
  // What somebody follows is not theirs to add to.
  return context.kind === 'profile' && context.tab === 'subscribed'
    ? { ...own, create: false }
    : own
}

/** The project a list is of, where it is of one. */
export const projectOf = (context: ListContext): string | undefined =>
  'project_id' in context ? context.project_id : undefined

/** Names a context among all others: for caches, and for what the browser keeps of it. */
export function contextKey(context: ListContext): string {
  if (context.kind === 'profile') return `profile ${context.user_id} ${context.tab}`
  if (context.kind === 'workspace') return `workspace ${context.view}`
  return `${context.kind} ${context.project_id}`
}

const tabFilters = {
  assigned: 'assignees',
  created: 'created_by',
  subscribed: 'subscriber',
} as const

/** What a context adds to every request: a tab is a filter nobody can take away. */
export function fixedFilters(context: ListContext): Filters {
  if (context.kind === 'profile') return { [tabFilters[context.tab]]: [context.user_id] }
  if (context.kind !== 'workspace' || context.view === 'all-issues') return {}
  return { [tabFilters[context.view]]: [context.user_id] }
}

/** Asks for a page of the context's list. */
export function readList(
  context: ListContext,
  query: WorkItemListQuery,
  signal?: AbortSignal,
): Promise<Page<WorkItemResults>> {
  const { slug } = context
  const rest = { query, signal }
  if (context.kind === 'workspace') return call(lists.workspace, { params: { slug }, ...rest })
  if (context.kind === 'profile') {
    return call(lists.ofPerson, { params: { slug, user_id: context.user_id }, ...rest })
  }
  const params = { slug, project_id: context.project_id }
  if (context.kind === 'archived') return call(lists.archived, { params, ...rest })
  // With relations, which only the flat lists tell.
  const detailed = query.expand !== undefined
  if (context.kind === 'epics') {
    return call(detailed ? lists.epicsDetail : lists.epics, { params, ...rest })
  }
  return call(detailed ? lists.projectDetail : lists.project, { params, ...rest })
}
