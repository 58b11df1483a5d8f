import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { NotFound } from '#features/shell/gate-screens.tsx'
import { onlyFor, root, sendTo } from './root.ts'

export const workspace = createRoute({
  getParentRoute: () => root,
  path: '/$slug',
  beforeLoad: onlyFor('member'),
  component: lazyRouteComponent(() => import('#features/shell/shell.tsx'), 'Shell'),
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

const workItems = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/issues',
  component: lazyRouteComponent(
    () => import('#features/work-items/work-items-screen.tsx'),
    'WorkItemsScreen',
  ),
})

export const workspaceRoutes = [
  home,
  projects,
  archivedProjects,
  movedProjectSettings,
  workItems,
] as const
