import { workItemsApi } from '@cairn/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { call } from '#data/api.ts'
import { onlyFor, root, sendTo } from './root.ts'
import { NotFound, screen } from './screen.tsx'

const loadFirst = () => import('./first-screens.ts')

export const workspace = createRoute({
  getParentRoute: () => root,
  path: '/$slug',
  beforeLoad: onlyFor('member'),
  component: lazyRouteComponent(loadFirst, 'Shell'),
  notFoundComponent: NotFound,
})

const home = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  component: screen(() => import('#features/home/home-screen.tsx'), 'HomeScreen'),
})

const projects = createRoute({
  getParentRoute: () => workspace,
  path: '/projects',
  component: screen(() => import('#features/projects/projects-screen.tsx'), 'ProjectsScreen'),
})

const archivedProjects = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/archives',
  component: screen(
    () => import('#features/projects/projects-screen.tsx'),
    'ArchivedProjectsScreen',
  ),
})

/** Former URL of project settings. */
const movedProjectSettings = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/settings/$',
  beforeLoad: ({ params: { slug, projectId, _splat = '' }, location }) => {
    throw sendTo(`/${slug}/settings/projects/${projectId}/${_splat}${location.searchStr}`)
  },
})

const overview = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/overview',
  component: screen(
    () => import('#features/project-overview/overview-screen.tsx'),
    'OverviewScreen',
  ),
})

const workItems = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/issues',
  component: lazyRouteComponent(loadFirst, 'WorkItemsScreen'),
})

const item = createRoute({
  getParentRoute: () => workspace,
  path: '/browse/$key',
  component: screen(() => import('#features/work-item-screens/item-screen.tsx'), 'ItemScreen'),
})

/** Former URLs used item ids. The screen reports an unknown id. */
const itemById = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/issues/$id',
  beforeLoad: async ({ params: { slug, projectId: project_id, id } }) => {
    const params = { slug, project_id, id }
    const meta = await call(workItemsApi.meta, { params }).catch(() => undefined)
    if (meta) throw sendTo(`/${slug}/browse/${meta.project_identifier}-${meta.sequence_id}/`)
  },
  component: screen(
    () => import('#features/work-item-screens/item-screen.tsx'),
    'MissingItemScreen',
  ),
})

const archivedItems = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/archives/issues',
  component: screen(
    () => import('#features/work-items/archived-items-screen.tsx'),
    'ArchivedItemsScreen',
  ),
})

const trash = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/trash',
  component: screen(() => import('#features/trash/trash-screen.tsx'), 'TrashScreen'),
})

const profile = createRoute({
  getParentRoute: () => workspace,
  path: '/profile/$userId',
  component: screen(
    () => import('#features/member-profiles/profile-summary-screen.tsx'),
    'ProfileSummaryScreen',
  ),
})

const profileActivity = createRoute({
  getParentRoute: () => workspace,
  path: '/profile/$userId/activity',
  component: screen(
    () => import('#features/member-profiles/profile-activity-screen.tsx'),
    'ProfileActivityScreen',
  ),
})

const profileTime = createRoute({
  getParentRoute: () => workspace,
  path: '/profile/$userId/time',
  component: screen(
    () => import('#features/member-profiles/profile-time-screen.tsx'),
    'ProfileTimeScreen',
  ),
})

const profileItems = createRoute({
  getParentRoute: () => workspace,
  path: '/profile/$userId/$tab',
  component: screen(
    () => import('#features/member-profiles/profile-items-screen.tsx'),
    'ProfileItemsScreen',
  ),
})

const archivedItem = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/archives/issues/$id',
  component: screen(
    () => import('#features/work-item-screens/item-screen.tsx'),
    'ArchivedItemScreen',
  ),
})

const drafts = createRoute({
  getParentRoute: () => workspace,
  path: '/drafts',
  component: screen(() => import('#features/drafts/drafts-screen.tsx'), 'DraftsScreen'),
})

const inbox = createRoute({
  getParentRoute: () => workspace,
  path: '/notifications',
  component: screen(() => import('#features/notifications/inbox-screen.tsx'), 'InboxScreen'),
})

const search = createRoute({
  getParentRoute: () => workspace,
  path: '/search',
  component: screen(() => import('#features/search/search-screen.tsx'), 'SearchScreen'),
})

const stickies = createRoute({
  getParentRoute: () => workspace,
  path: '/stickies',
  component: screen(() => import('#features/stickies/stickies-screen.tsx'), 'StickiesScreen'),
})

const workspaceView = createRoute({
  getParentRoute: () => workspace,
  path: '/workspace-views/$view',
  component: screen(
    () => import('#features/views/workspace-view-screen.tsx'),
    'WorkspaceViewScreen',
  ),
})

const workspaceViews = createRoute({
  getParentRoute: () => workspace,
  path: '/workspace-views',
  component: screen(
    () => import('#features/views/workspace-views-screen.tsx'),
    'WorkspaceViewsScreen',
  ),
})

const views = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/views',
  component: screen(() => import('#features/views/views-screen.tsx'), 'ViewsScreen'),
})

const view = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/views/$viewId',
  component: screen(() => import('#features/views/view-screen.tsx'), 'ViewScreen'),
})

const pages = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/pages',
  component: screen(() => import('#features/pages/pages-screen.tsx'), 'PagesScreen'),
})

const page = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/pages/$pageId',
  component: screen(() => import('#features/pages/page-screen.tsx'), 'PageScreen'),
})

const epics = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/epics',
  component: screen(() => import('#features/work-items/epics-screen.tsx'), 'EpicsScreen'),
})

const intake = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/intake',
  component: screen(() => import('#features/intake/intake-screen.tsx'), 'IntakeScreen'),
})

/** Its former name. */
const movedIntake = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/inbox',
  beforeLoad: ({ params: { slug, projectId }, location }) => {
    throw sendTo(`/${slug}/projects/${projectId}/intake/${location.searchStr}`)
  },
})

const analytics = createRoute({
  getParentRoute: () => workspace,
  path: '/analytics/$tab',
  component: screen(() => import('#features/analytics/analytics-screen.tsx'), 'AnalyticsScreen'),
})

const firstAnalytics = createRoute({
  getParentRoute: () => workspace,
  path: '/analytics',
  beforeLoad: ({ params: { slug } }) => {
    throw sendTo(`/${slug}/analytics/overview/`)
  },
})

const dashboards = createRoute({
  getParentRoute: () => workspace,
  path: '/dashboards',
  component: screen(() => import('#features/dashboards/dashboards-screen.tsx'), 'DashboardsScreen'),
})

const dashboard = createRoute({
  getParentRoute: () => workspace,
  path: '/dashboards/$dashboardId',
  component: screen(() => import('#features/dashboards/dashboard-screen.tsx'), 'DashboardScreen'),
})

const initiatives = createRoute({
  getParentRoute: () => workspace,
  path: '/initiatives',
  component: screen(
    () => import('#features/initiatives/initiatives-screen.tsx'),
    'InitiativesScreen',
  ),
})

const initiative = createRoute({
  getParentRoute: () => workspace,
  path: '/initiatives/$initiativeId',
  component: screen(
    () => import('#features/initiatives/initiative-screen.tsx'),
    'InitiativeScreen',
  ),
})

const teamspaces = createRoute({
  getParentRoute: () => workspace,
  path: '/teamspaces',
  component: screen(() => import('#features/teamspaces/teamspaces-screen.tsx'), 'TeamspacesScreen'),
})

const teamspace = createRoute({
  getParentRoute: () => workspace,
  path: '/teamspaces/$teamspaceId',
  component: screen(() => import('#features/teamspaces/team-items-screen.tsx'), 'TeamItemsScreen'),
})

const teamViews = createRoute({
  getParentRoute: () => workspace,
  path: '/teamspaces/$teamspaceId/views',
  component: screen(() => import('#features/teamspaces/team-views-screen.tsx'), 'TeamViewsScreen'),
})

const teamView = createRoute({
  getParentRoute: () => workspace,
  path: '/teamspaces/$teamspaceId/views/$viewId',
  component: screen(() => import('#features/teamspaces/team-view-screen.tsx'), 'TeamViewScreen'),
})

const teamProject = createRoute({
  getParentRoute: () => workspace,
  path: '/teamspaces/$teamspaceId/projects/$projectId',
  component: screen(
    () => import('#features/teamspaces/team-project-screen.tsx'),
    'TeamProjectScreen',
  ),
})

const cycles = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/cycles',
  component: screen(() => import('#features/cycles/cycles-screen.tsx'), 'CyclesScreen'),
})

const cycle = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/cycles/$cycleId',
  component: screen(() => import('#features/cycles/cycle-screen.tsx'), 'CycleScreen'),
})

const archivedCycles = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/archives/cycles',
  component: screen(() => import('#features/cycles/cycles-screen.tsx'), 'ArchivedCyclesScreen'),
})

const activeCycles = createRoute({
  getParentRoute: () => workspace,
  path: '/active-cycles',
  component: screen(
    () => import('#features/cycles/active-cycles-screen.tsx'),
    'ActiveCyclesScreen',
  ),
})

const modules = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/modules',
  component: screen(() => import('#features/modules/modules-screen.tsx'), 'ModulesScreen'),
})

const module = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/modules/$moduleId',
  component: screen(() => import('#features/modules/module-screen.tsx'), 'ModuleScreen'),
})

const archivedModules = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/archives/modules',
  component: screen(() => import('#features/modules/modules-screen.tsx'), 'ArchivedModulesScreen'),
})

export const workspaceRoutes = [
  analytics,
  firstAnalytics,
  dashboards,
  dashboard,
  initiatives,
  initiative,
  teamspaces,
  teamspace,
  teamViews,
  teamView,
  teamProject,
  cycles,
  cycle,
  archivedCycles,
  activeCycles,
  modules,
  module,
  archivedModules,
  intake,
  movedIntake,
  epics,
  views,
  view,
  pages,
  page,
  workspaceView,
  workspaceViews,
  drafts,
  inbox,
  search,
  stickies,
  home,
  projects,
  archivedProjects,
  movedProjectSettings,
  overview,
  workItems,
  item,
  itemById,
  archivedItems,
  archivedItem,
  trash,
  profile,
  profileActivity,
  profileTime,
  profileItems,
] as const
