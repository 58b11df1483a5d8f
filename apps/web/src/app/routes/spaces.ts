import { createRoute } from '@tanstack/react-router'
import { root, sendTo } from './root.ts'
import { screen } from './screen.tsx'

const loadBoard = () => import('#features/public-site/board-screen.tsx')

const home = createRoute({
  getParentRoute: () => root,
  path: '/spaces',
  component: screen(() => import('#features/public-site/home-screen.tsx'), 'HomeScreen'),
})

const board = createRoute({
  getParentRoute: () => root,
  path: '/spaces/issues/$anchor',
  component: screen(loadBoard, 'BoardScreen'),
})

const view = createRoute({
  getParentRoute: () => root,
  path: '/spaces/views/$anchor',
  component: screen(loadBoard, 'BoardScreen'),
})

const page = createRoute({
  getParentRoute: () => root,
  path: '/spaces/pages/$anchor',
  component: screen(() => import('#features/public-site/page-screen.tsx'), 'PageScreen'),
})

/** Old URLs of published projects, before they had anchors. */
const older = createRoute({
  getParentRoute: () => root,
  path: '/spaces/$slug/$projectId',
  beforeLoad: async ({ params: { slug, projectId }, location }) => {
    const { findPublished } = await import('#features/public-site/older-address.ts')
    throw sendTo((await findPublished(slug, projectId)) + location.searchStr)
  },
})

/** Published pages, for everyone who has the link. */
export const spacesRoutes = [home, board, view, page, older] as const
