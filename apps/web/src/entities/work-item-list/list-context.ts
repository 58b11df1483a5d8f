import {
  cyclesApi,
  workItemListsApi as lists,
  modulesApi,
  type Page,
  type WorkItemListQuery,
  type WorkItemResults,
} from '@cairn/contract'
import { call } from '#data/api.ts'
import { answerList, type ListQuestion } from '#data/local-copy.ts'
import type { Plan } from '#entities/work-item/item-patch.ts'
import type { ListParams } from './list-params.ts'
import {
  allLayouts,
  type Filters,
  type GroupBy,
  type Layout,
  type StoredSettings,
} from './list-settings.ts'

export const profileTabs = ['assigned', 'created', 'subscribed'] as const
export type ProfileTab = (typeof profileTabs)[number]

export const workspaceViews = ['all-issues', 'assigned', 'created', 'subscribed'] as const
export type WorkspaceView = (typeof workspaceViews)[number]

/** Where a list of work items stands: which items it is about, and what may be done to them there. */
export type ListContext =
  | { kind: 'project' | 'epics' | 'archived'; slug: string; project_id: string }
  /** A cycle that is over is only to look at. */
  | { kind: 'cycle'; slug: string; project_id: string; cycle_id: string; isOver: boolean }
  | { kind: 'module'; slug: string; project_id: string; module_id: string }
  | { kind: 'profile'; slug: string; user_id: string; tab: ProfileTab }
  | ({ kind: 'view'; slug: string; project_id: string; view_id: string } & SavedView)
  /** Items of several projects: those of a teamspace that one is in. */
  | ({ kind: 'team'; slug: string } & Team)
  | ({ kind: 'team-view'; slug: string; view_id: string } & Team & SavedView)
  /** One of a teamspace's projects, opened inside it. */
  | { kind: 'team-project'; slug: string; teamspace_id: string; project_id: string }
  /** One of the fixed views, or the id of a saved one. */
  | ({ kind: 'workspace'; slug: string; view: string; user_id: string } & Partial<SavedView>)

/** A teamspace, as far as its lists need it. */
export interface Team {
  teamspace_id: string
  project_ids: readonly string[]
}

/** What a saved view says of its list. A locked one is only to look at. */
export interface SavedView {
  saved: StoredSettings
  isLocked: boolean
}

interface Abilities {
  layouts: readonly Layout[]
  /** Properties are changed in place. */
  change: boolean
  quickAdd: boolean
  create: boolean
  /** Several at once. */
  select: boolean
  /** A saved view's own are its owner's to save; what anybody changes is gone with the page. */
  settings: 'server' | 'browser' | 'page'
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

const ofTeam: Abilities = {
  ...ofProject,
  layouts: ['list', 'kanban', 'calendar', 'spreadsheet'],
  quickAdd: false,
  select: false,
  boardGroup: 'priority',
}

const abilities: Record<ListContext['kind'], Abilities> = {
  team: ofTeam,
  'team-view': { ...ofTeam, settings: 'page' },
  'team-project': { ...ofProject, layouts: ofTeam.layouts, settings: 'browser' },
  project: ofProject,
  epics: { ...ofProject, select: false },
  cycle: ofProject,
  module: ofProject,
  view: { ...ofProject, settings: 'page' },
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
  if (context.kind === 'cycle' && context.isOver) {
    return { ...own, change: false, quickAdd: false, create: false, select: false }
  }
  if (context.kind === 'workspace' && context.saved) return { ...own, settings: 'page' }
  // What somebody follows is not theirs to add to.
  return context.kind === 'profile' && context.tab === 'subscribed'
    ? { ...own, create: false }
    : own
}

/** What an item made in a list is planned in. */
export function planOf(context: ListContext): Plan {
  if (context.kind === 'cycle') return { cycle_id: context.cycle_id }
  return context.kind === 'module' ? { module_ids: [context.module_id] } : {}
}

/** What rows and cards name: in a module's own list only the others an item is in. */
export function namedModules<Module>(
  context: ListContext,
  modules: ReadonlyMap<string, Module>,
): ReadonlyMap<string, Module> {
  if (context.kind !== 'module') return modules
  return new Map([...modules].filter(([id]) => id !== context.module_id))
}

/** The project a list is of, where it is of one. */
export const projectOf = (context: ListContext): string | undefined =>
  'project_id' in context ? context.project_id : undefined

/** The projects a list is across, where they are some of one's own. */
export const teamProjectsOf = (context: ListContext): readonly string[] | undefined =>
  'project_ids' in context ? context.project_ids : undefined

/** Names a context among all others: for caches, and for what the browser keeps of it. */
export function contextKey(context: ListContext): string {
  if (context.kind === 'profile') return `profile ${context.user_id} ${context.tab}`
  if (context.kind === 'workspace') return `workspace ${context.view}`
  if (context.kind === 'cycle') return `cycle ${context.cycle_id}`
  if (context.kind === 'module') return `module ${context.module_id}`
  if (context.kind === 'view') return `view ${context.view_id}`
  if (context.kind === 'team-view') return `team-view ${context.view_id}`
  if (context.kind === 'team') return `team ${context.teamspace_id}`
  if (context.kind === 'team-project') {
    return `team-project ${context.teamspace_id} ${context.project_id}`
  }
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
  if (context.kind !== 'workspace') return {}
  const tab = profileTabs.find((one) => one === context.view)
  return tab ? { [tabFilters[tab]]: [context.user_id] } : {}
}

/** What the browser's copy could be asked; it keeps no epics, nothing archived, no relations. */
function questionOf(context: ListContext, query: ListParams): ListQuestion | undefined {
  const { kind, slug } = context
  if (query.expand !== undefined) return undefined
  if (kind !== 'project' && kind !== 'view' && kind !== 'cycle' && kind !== 'module')
    return undefined
  return {
    ...{ slug, project_id: context.project_id, params: query },
    ...(kind === 'cycle' && { cycle_id: context.cycle_id }),
    ...(kind === 'module' && { module_id: context.module_id }),
  }
}

/** A page of the context's list: from this browser's copy, or from the server. */
export async function readList(
  context: ListContext,
  query: ListParams,
  signal?: AbortSignal,
): Promise<Page<WorkItemResults>> {
  const question = questionOf(context, query)
  const ask = () => askServer(context, query, signal)
  return question ? answerList(question, ask) : ask()
}

async function askServer(
  context: ListContext,
  query: WorkItemListQuery,
  signal?: AbortSignal,
): Promise<Page<WorkItemResults>> {
  const { slug } = context
  const rest = { query, signal }
  if ('teamspace_id' in context) {
    const { readTeamList } = await import('./team-list.ts')
    return readTeamList(context, query, signal)
  }
  if (context.kind === 'workspace') return call(lists.workspace, { params: { slug }, ...rest })
  if (context.kind === 'profile') {
    return call(lists.ofPerson, { params: { slug, user_id: context.user_id }, ...rest })
  }
  const params = { slug, project_id: context.project_id }
  if (context.kind === 'archived') return call(lists.archived, { params, ...rest })
  // With relations, which only the flat lists of a project tell.
  const detailed = query.expand !== undefined
  if (context.kind === 'cycle') {
    const { cycle_id } = context
    if (!detailed) return call(cyclesApi.items, { params: { ...params, id: cycle_id }, ...rest })
    return call(lists.projectDetail, { params, ...rest, query: { ...query, cycle: cycle_id } })
  }
  if (context.kind === 'module') {
    const { module_id } = context
    if (!detailed) return call(modulesApi.items, { params: { ...params, id: module_id }, ...rest })
    return call(lists.projectDetail, { params, ...rest, query: { ...query, module: module_id } })
  }
  if (context.kind === 'epics') {
    return call(detailed ? lists.epicsDetail : lists.epics, { params, ...rest })
  }
  return call(detailed ? lists.projectDetail : lists.project, { params, ...rest })
}
