import {
  cyclesApi,
  workItemListsApi as lists,
  modulesApi,
  type Page,
  type RelatedItem,
  type WorkItemListQuery,
  type WorkItemResults,
  type WorkItemWithRelations,
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

/** The context of a list of work items: which items it shows, and what may be done to them. */
export type ListContext =
  | { kind: 'project' | 'epics' | 'archived'; slug: string; project_id: string }
  /** A completed cycle is read-only. */
  | { kind: 'cycle'; slug: string; project_id: string; cycle_id: string; isOver: boolean }
  | { kind: 'module'; slug: string; project_id: string; module_id: string }
  | { kind: 'profile'; slug: string; user_id: string; tab: ProfileTab }
  | ({ kind: 'view'; slug: string; project_id: string; view_id: string } & SavedView)
  /** Items of several projects: those of a teamspace that the user is in. */
  | ({ kind: 'team'; slug: string } & Team)
  | ({ kind: 'team-view'; slug: string; view_id: string } & Team & SavedView)
  /** One of a teamspace's projects, opened inside it. */
  | { kind: 'team-project'; slug: string; teamspace_id: string; project_id: string }
  /** Drafts of the user, which belong to no project yet. */
  | { kind: 'drafts'; slug: string }
  /** One of the fixed views, or the id of a saved one. */
  | ({ kind: 'workspace'; slug: string; view: string; user_id: string } & Partial<SavedView>)

/** The fields of a teamspace that its lists need. */
export interface Team {
  teamspace_id: string
  project_ids: readonly string[]
}

/** Settings of a saved view for its list. A locked one is read-only. */
export interface SavedView {
  saved: StoredSettings
  isLocked: boolean
}

interface Abilities {
  layouts: readonly Layout[]
  /** The layout if none was selected. */
  firstLayout: Layout
  /** Properties can be edited in place. */
  change: boolean
  quickAdd: boolean
  create: boolean
  /** Multiple selection. */
  select: boolean
  /** A saved view's settings are saved by its owner; unsaved changes are lost with the page. */
  settings: 'server' | 'browser' | 'page'
  /** The grouping of a board if none was selected. */
  boardGroup: GroupBy
}

const ofProject: Abilities = {
  layouts: allLayouts,
  firstLayout: 'list',
  change: true,
  quickAdd: true,
  create: true,
  select: true,
  settings: 'server',
  boardGroup: 'state',
}

/** Items of several projects: the dialog asks which one a new item is for. */
const acrossProjects: Abilities = {
  ...ofProject,
  quickAdd: false,
  select: false,
  boardGroup: 'priority',
}

const abilities: Record<ListContext['kind'], Abilities> = {
  team: acrossProjects,
  'team-view': { ...acrossProjects, settings: 'page' },
  'team-project': { ...ofProject, settings: 'browser' },
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
  profile: { ...acrossProjects, settings: 'browser' },
  drafts: { ...acrossProjects, settings: 'browser' },
  workspace: {
    ...acrossProjects,
    firstLayout: 'spreadsheet',
    create: false,
    settings: 'browser',
    boardGroup: 'state_detail.group',
  },
}

export function abilitiesOf(context: ListContext): Abilities {
  const own = abilities[context.kind]
  if (context.kind === 'cycle' && context.isOver) {
    return { ...own, change: false, quickAdd: false, create: false, select: false }
  }
  if (context.kind === 'workspace' && context.saved) return { ...own, settings: 'page' }
  // New items cannot be added to those a user subscribes to.
  return context.kind === 'profile' && context.tab === 'subscribed'
    ? { ...own, create: false }
    : own
}

/** The cycle or module of an item created in a list. */
export function planOf(context: ListContext): Plan {
  if (context.kind === 'cycle') return { cycle_id: context.cycle_id }
  return context.kind === 'module' ? { module_ids: [context.module_id] } : {}
}

/** Modules shown in rows and cards: in a module's list only the other ones of an item. */
export function namedModules<Module>(
  context: ListContext,
  modules: ReadonlyMap<string, Module>,
): ReadonlyMap<string, Module> {
  if (context.kind !== 'module') return modules
  return new Map([...modules].filter(([id]) => id !== context.module_id))
}

/** The project of a list, if it has one. */
export const projectOf = (context: ListContext): string | undefined =>
  'project_id' in context ? context.project_id : undefined

/** The projects a list spans, if they are some of the user's own. */
export const teamProjectsOf = (context: ListContext): readonly string[] | undefined =>
  'project_ids' in context ? context.project_ids : undefined

/** Identifies a context: for caches, and for settings stored in the browser. */
export function contextKey(context: ListContext): string {
  if (context.kind === 'drafts') return `drafts ${context.slug}`
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

/** Filters a context adds to every request: a tab is a filter that cannot be removed. */
export function fixedFilters(context: ListContext): Filters {
  if (context.kind === 'profile') return { [tabFilters[context.tab]]: [context.user_id] }
  if (context.kind !== 'workspace') return {}
  const tab = profileTabs.find((one) => one === context.view)
  return tab ? { [tabFilters[tab]]: [context.user_id] } : {}
}

/** The query for the browser's copy; it has no epics, archived items or relations. */
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
  if (question) return answerList(question, ask)
  const page = await ask()
  if (query.expand !== undefined) noteRelations(page.results)
  return page
}

/** Of the relations of an item: the `updated_at` it had when they were read. */
export const relationsReadAt = new WeakMap<readonly RelatedItem[], string>()

function noteRelations(results: WorkItemResults) {
  for (const item of Array.isArray(results) ? (results as WorkItemWithRelations[]) : []) {
    if (item.issue_relation) relationsReadAt.set(item.issue_relation, item.updated_at)
  }
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
  if (context.kind === 'drafts') {
    const { readDrafts } = await import('./draft-list.ts')
    return readDrafts(slug, rest)
  }
  // With relations, which only flat lists have.
  const detailed = query.expand !== undefined
  if (context.kind === 'workspace' || (context.kind === 'profile' && detailed)) {
    // The tab of a profile is one of its filters.
    return call(detailed ? lists.workspaceDetail : lists.workspace, { params: { slug }, ...rest })
  }
  if (context.kind === 'profile') {
    return call(lists.ofPerson, { params: { slug, user_id: context.user_id }, ...rest })
  }
  const params = { slug, project_id: context.project_id }
  if (context.kind === 'archived') return call(lists.archived, { params, ...rest })
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
