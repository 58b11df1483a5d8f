import { workItemsApi } from '@cairn/contract'
import { call } from '#data/api.ts'
import { redirect } from '#ui/router/router.ts'
import { within } from '#ui/router/routes.ts'
import { moved, page } from './page.ts'
import { workspace } from './root.ts'

/** Former addresses used item ids. The screen reports an unknown id. */
async function openByKey({ slug = '', projectId: project_id = '', id = '' }) {
  const params = { slug, project_id, id }
  const meta = await call(workItemsApi.meta, { params }).catch(() => undefined)
  if (meta) throw redirect(`/${slug}/browse/${meta.project_identifier}-${meta.sequence_id}/`)
}

export const workspaceRoutes = within(workspace, {
  '/$slug/': page(() => import('#features/home/home-screen.tsx'), 'HomeScreen'),
  '/$slug/projects/': page(
    () => import('#features/projects/projects-screen.tsx'),
    'ProjectsScreen',
  ),
  '/$slug/projects/archives/': page(
    () => import('#features/projects/projects-screen.tsx'),
    'ArchivedProjectsScreen',
  ),
  '/$slug/projects/$projectId/settings/$/': moved(
    ({ slug, projectId, _splat }) => `/${slug}/settings/projects/${projectId}/${_splat}`,
  ),
  '/$slug/projects/$projectId/overview/': page(
    () => import('#features/project-overview/overview-screen.tsx'),
    'OverviewScreen',
  ),
  '/$slug/browse/$key/': page(
    () => import('#features/work-item-screens/item-screen.tsx'),
    'ItemScreen',
  ),
  '/$slug/projects/$projectId/issues/$id/': page(
    () => import('#features/work-item-screens/item-screen.tsx'),
    'MissingItemScreen',
    ({ params }) => openByKey(params),
  ),
  '/$slug/projects/$projectId/archives/issues/': page(
    () => import('#features/work-items/archived-items-screen.tsx'),
    'ArchivedItemsScreen',
  ),
  '/$slug/projects/$projectId/trash/': page(
    () => import('#features/trash/trash-screen.tsx'),
    'TrashScreen',
  ),
  '/$slug/profile/$userId/': page(
    () => import('#features/member-profiles/profile-summary-screen.tsx'),
    'ProfileSummaryScreen',
  ),
  '/$slug/profile/$userId/activity/': page(
    () => import('#features/member-profiles/profile-activity-screen.tsx'),
    'ProfileActivityScreen',
  ),
  '/$slug/profile/$userId/time/': page(
    () => import('#features/member-profiles/profile-time-screen.tsx'),
    'ProfileTimeScreen',
  ),
  '/$slug/profile/$userId/$tab/': page(
    () => import('#features/member-profiles/profile-items-screen.tsx'),
    'ProfileItemsScreen',
  ),
  '/$slug/projects/$projectId/archives/issues/$id/': page(
    () => import('#features/work-item-screens/item-screen.tsx'),
    'ArchivedItemScreen',
  ),
  '/$slug/drafts/': page(() => import('#features/drafts/drafts-screen.tsx'), 'DraftsScreen'),
  '/$slug/notifications/': page(
    () => import('#features/notifications/inbox-screen.tsx'),
    'InboxScreen',
  ),
  '/$slug/search/': page(() => import('#features/search/search-screen.tsx'), 'SearchScreen'),
  '/$slug/stickies/': page(
    () => import('#features/stickies/stickies-screen.tsx'),
    'StickiesScreen',
  ),
  '/$slug/workspace-views/$view/': page(
    () => import('#features/views/workspace-view-screen.tsx'),
    'WorkspaceViewScreen',
  ),
  '/$slug/workspace-views/': page(
    () => import('#features/views/workspace-views-screen.tsx'),
    'WorkspaceViewsScreen',
  ),
  '/$slug/projects/$projectId/views/': page(
    () => import('#features/views/views-screen.tsx'),
    'ViewsScreen',
  ),
  '/$slug/projects/$projectId/views/$viewId/': page(
    () => import('#features/views/view-screen.tsx'),
    'ViewScreen',
  ),
  '/$slug/projects/$projectId/pages/': page(
    () => import('#features/pages/pages-screen.tsx'),
    'PagesScreen',
  ),
  '/$slug/projects/$projectId/pages/$pageId/': page(
    () => import('#features/pages/page-screen.tsx'),
    'PageScreen',
  ),
  '/$slug/projects/$projectId/epics/': page(
    () => import('#features/work-items/epics-screen.tsx'),
    'EpicsScreen',
  ),
  '/$slug/projects/$projectId/intake/': page(
    () => import('#features/intake/intake-screen.tsx'),
    'IntakeScreen',
  ),
  // Its former name.
  '/$slug/projects/$projectId/inbox/': moved(
    ({ slug, projectId }) => `/${slug}/projects/${projectId}/intake/`,
  ),
  '/$slug/analytics/$tab/': page(
    () => import('#features/analytics/analytics-screen.tsx'),
    'AnalyticsScreen',
  ),
  '/$slug/analytics/flow/items/': page(
    () => import('#features/analytics/flow-items-screen.tsx'),
    'FlowItemsScreen',
  ),
  '/$slug/analytics/': moved(({ slug }) => `/${slug}/analytics/overview/`),
  '/$slug/dashboards/': page(
    () => import('#features/dashboards/dashboards-screen.tsx'),
    'DashboardsScreen',
  ),
  '/$slug/dashboards/$dashboardId/': page(
    () => import('#features/dashboards/dashboard-screen.tsx'),
    'DashboardScreen',
  ),
  '/$slug/initiatives/': page(
    () => import('#features/initiatives/initiatives-screen.tsx'),
    'InitiativesScreen',
  ),
  '/$slug/initiatives/$initiativeId/': page(
    () => import('#features/initiatives/initiative-screen.tsx'),
    'InitiativeScreen',
  ),
  '/$slug/teamspaces/': page(
    () => import('#features/teamspaces/teamspaces-screen.tsx'),
    'TeamspacesScreen',
  ),
  '/$slug/teamspaces/$teamspaceId/': page(
    () => import('#features/teamspaces/team-items-screen.tsx'),
    'TeamItemsScreen',
  ),
  '/$slug/teamspaces/$teamspaceId/views/': page(
    () => import('#features/teamspaces/team-views-screen.tsx'),
    'TeamViewsScreen',
  ),
  '/$slug/teamspaces/$teamspaceId/views/$viewId/': page(
    () => import('#features/teamspaces/team-view-screen.tsx'),
    'TeamViewScreen',
  ),
  '/$slug/teamspaces/$teamspaceId/projects/$projectId/': page(
    () => import('#features/teamspaces/team-project-screen.tsx'),
    'TeamProjectScreen',
  ),
  '/$slug/projects/$projectId/cycles/': page(
    () => import('#features/cycles/cycles-screen.tsx'),
    'CyclesScreen',
  ),
  '/$slug/projects/$projectId/cycles/$cycleId/': page(
    () => import('#features/cycles/cycle-screen.tsx'),
    'CycleScreen',
  ),
  '/$slug/projects/$projectId/archives/cycles/': page(
    () => import('#features/cycles/cycles-screen.tsx'),
    'ArchivedCyclesScreen',
  ),
  '/$slug/active-cycles/': page(
    () => import('#features/cycles/active-cycles-screen.tsx'),
    'ActiveCyclesScreen',
  ),
  '/$slug/projects/$projectId/modules/': page(
    () => import('#features/modules/modules-screen.tsx'),
    'ModulesScreen',
  ),
  '/$slug/projects/$projectId/modules/$moduleId/': page(
    () => import('#features/modules/module-screen.tsx'),
    'ModuleScreen',
  ),
  '/$slug/projects/$projectId/archives/modules/': page(
    () => import('#features/modules/modules-screen.tsx'),
    'ArchivedModulesScreen',
  ),
})
