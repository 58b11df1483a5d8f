import { workItemsApi } from '@cairn/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { call } from '#data/api.ts'
import { NotFound } from '#entities/frame/gate-screens.tsx'
import { onlyFor, root, sendTo } from './root.ts'

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
  component: lazyRouteComponent(() => import('#features/home/home-screen.tsx'), 'HomeScreen'),
})

const projects = createRoute({
  getParentRoute: () => workspace,
  path: '/projects',
  component: lazyRouteComponent(
    () => import('#features/projects/projects-screen.tsx'),
    'ProjectsScreen',
  ),
})

const archivedProjects = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/archives',
  component: lazyRouteComponent(
    () => import('#features/projects/projects-screen.tsx'),
    'ArchivedProjectsScreen',
  ),
})

/** Settings of projects were elsewhere once. */
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
  component: lazyRouteComponent(
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
  component: lazyRouteComponent(
    () => import('#features/work-item-screens/item-screen.tsx'),
    'ItemScreen',
  ),
})

/** Items were known by their ids once. Where an id leads nowhere, the screen says so. */
const itemById = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/issues/$id',
  beforeLoad: async ({ params: { slug, projectId: project_id, id } }) => {
    const params = { slug, project_id, id }
    const meta = await call(workItemsApi.meta, { params }).catch(() => undefined)
    if (meta) throw sendTo(`/${slug}/browse/${meta.project_identifier}-${meta.sequence_id}/`)
  },
  component: lazyRouteComponent(
    () => import('#features/work-item-screens/item-screen.tsx'),
    'MissingItemScreen',
  ),
})

const archivedItems = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/archives/issues',
  component: lazyRouteComponent(
    () => import('#features/work-items/archived-items-screen.tsx'),
    'ArchivedItemsScreen',
  ),
})

const trash = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/trash',
  component: lazyRouteComponent(() => import('#features/trash/trash-screen.tsx'), 'TrashScreen'),
})

const profile = createRoute({
  getParentRoute: () => workspace,
  path: '/profile/$userId',
  component: lazyRouteComponent(
    () => import('#features/member-profiles/profile-summary-screen.tsx'),
    'ProfileSummaryScreen',
  ),
})

const profileActivity = createRoute({
  getParentRoute: () => workspace,
  path: '/profile/$userId/activity',
  component: lazyRouteComponent(
    () => import('#features/member-profiles/profile-activity-screen.tsx'),
    'ProfileActivityScreen',
  ),
})

const profileItems = createRoute({
  getParentRoute: () => workspace,
  path: '/profile/$userId/$tab',
  component: lazyRouteComponent(
    () => import('#features/member-profiles/profile-items-screen.tsx'),
    'ProfileItemsScreen',
  ),
})

const archivedItem = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/archives/issues/$id',
  component: lazyRouteComponent(
    () => import('#features/work-item-screens/item-screen.tsx'),
    'ArchivedItemScreen',
  ),
})

const drafts = createRoute({
  getParentRoute: () => workspace,
  path: '/drafts',
  component: lazyRouteComponent(() => import('#features/drafts/drafts-screen.tsx'), 'DraftsScreen'),
})

const inbox = createRoute({
  getParentRoute: () => workspace,
  path: '/notifications',
  component: lazyRouteComponent(
    () => import('#features/notifications/inbox-screen.tsx'),
    'InboxScreen',
  ),
})

const search = createRoute({
  getParentRoute: () => workspace,
  path: '/search',
  component: lazyRouteComponent(() => import('#features/search/search-screen.tsx'), 'SearchScreen'),
})

const stickies = createRoute({
  getParentRoute: () => workspace,
  path: '/stickies',
  component: lazyRouteComponent(
    () => import('#features/stickies/stickies-screen.tsx'),
    'StickiesScreen',
  ),
})

const workspaceView = createRoute({
  getParentRoute: () => workspace,
  path: '/workspace-views/$view',
  component: lazyRouteComponent(
    () => import('#features/views/workspace-view-screen.tsx'),
    'WorkspaceViewScreen',
  ),
})

const workspaceViews = createRoute({
  getParentRoute: () => workspace,
  path: '/workspace-views',
  component: lazyRouteComponent(
    () => import('#features/views/workspace-views-screen.tsx'),
    'WorkspaceViewsScreen',
  ),
})

const views = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/views',
  component: lazyRouteComponent(() => import('#features/views/views-screen.tsx'), 'ViewsScreen'),
})

const view = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/views/$viewId',
  component: lazyRouteComponent(() => import('#features/views/view-screen.tsx'), 'ViewScreen'),
})

const pages = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/pages',
  component: lazyRouteComponent(() => import('#features/pages/pages-screen.tsx'), 'PagesScreen'),
})

const page = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/pages/$pageId',
  component: lazyRouteComponent(() => import('#features/pages/page-screen.tsx'), 'PageScreen'),
})

const epics = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/epics',
  component: lazyRouteComponent(
    () => import('#features/work-items/epics-screen.tsx'),
    'EpicsScreen',
  ),
})

const intake = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/intake',
  component: lazyRouteComponent(() => import('#features/intake/intake-screen.tsx'), 'IntakeScreen'),
})

/** Its name was another once. */
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
  component: lazyRouteComponent(
    () => import('#features/analytics/analytics-screen.tsx'),
    'AnalyticsScreen',
  ),
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
  component: lazyRouteComponent(
    () => import('#features/dashboards/dashboards-screen.tsx'),
    'DashboardsScreen',
  ),
})

const dashboard = createRoute({
  getParentRoute: () => workspace,
  path: '/dashboards/$dashboardId',
  component: lazyRouteComponent(
    () => import('#features/dashboards/dashboard-screen.tsx'),
    'DashboardScreen',
  ),
})

const initiatives = createRoute({
  getParentRoute: () => workspace,
  path: '/initiatives',
  component: lazyRouteComponent(
    () => import('#features/initiatives/initiatives-screen.tsx'),
    'InitiativesScreen',
  ),
})

const initiative = createRoute({
  getParentRoute: () => workspace,
  path: '/initiatives/$initiativeId',
  component: lazyRouteComponent(
    () => import('#features/initiatives/initiative-screen.tsx'),
    'InitiativeScreen',
  ),
})

const teamspaces = createRoute({
  getParentRoute: () => workspace,
  path: '/teamspaces',
  component: lazyRouteComponent(
    () => import('#features/teamspaces/teamspaces-screen.tsx'),
    'TeamspacesScreen',
  ),
})

const teamspace = createRoute({
  getParentRoute: () => workspace,
  path: '/teamspaces/$teamspaceId',
  component: lazyRouteComponent(
    () => import('#features/teamspaces/team-items-screen.tsx'),
    'TeamItemsScreen',
  ),
})

const teamViews = createRoute({
  getParentRoute: () => workspace,
  path: '/teamspaces/$teamspaceId/views',
  component: lazyRouteComponent(
    () => import('#features/teamspaces/team-views-screen.tsx'),
    'TeamViewsScreen',
  ),
})

const teamView = createRoute({
  getParentRoute: () => workspace,
  path: '/teamspaces/$teamspaceId/views/$viewId',
  component: lazyRouteComponent(
    () => import('#features/teamspaces/team-view-screen.tsx'),
    'TeamViewScreen',
  ),
})

const teamProject = createRoute({
  getParentRoute: () => workspace,
  path: '/teamspaces/$teamspaceId/projects/$projectId',
  component: lazyRouteComponent(
    () => import('#features/teamspaces/team-project-screen.tsx'),
    'TeamProjectScreen',
  ),
})

const cycles = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/cycles',
  component: lazyRouteComponent(() => import('#features/cycles/cycles-screen.tsx'), 'CyclesScreen'),
})

const cycle = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/cycles/$cycleId',
  component: lazyRouteComponent(() => import('#features/cycles/cycle-screen.tsx'), 'CycleScreen'),
})

const archivedCycles = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/archives/cycles',
  component: lazyRouteComponent(
    () => import('#features/cycles/cycles-screen.tsx'),
    'ArchivedCyclesScreen',
  ),
})

const activeCycles = createRoute({
  getParentRoute: () => workspace,
  path: '/active-cycles',
  component: lazyRouteComponent(
    () => import('#features/cycles/active-cycles-screen.tsx'),
    'ActiveCyclesScreen',
  ),
})

const modules = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/modules',
  component: lazyRouteComponent(
    () => import('#features/modules/modules-screen.tsx'),
    'ModulesScreen',
  ),
})

const module = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/modules/$moduleId',
  component: lazyRouteComponent(
    () => import('#features/modules/module-screen.tsx'),
    'ModuleScreen',
  ),
})

const archivedModules = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/archives/modules',
  component: lazyRouteComponent(
    () => import('#features/modules/modules-screen.tsx'),
    'ArchivedModulesScreen',
  ),
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
  profileItems,
] as const
