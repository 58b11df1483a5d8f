import { redirect } from '#ui/router/router.ts'
import type { Visit } from '#ui/router/routes.ts'
import { page } from './page.ts'

const loadBoard = () => import('#features/public-site/board-screen.tsx')

/** Published pages, for everyone who has the link. */
export const spacesRoutes = {
  '/spaces/': page(() => import('#features/public-site/home-screen.tsx'), 'HomeScreen'),
  '/spaces/issues/$anchor/': page(loadBoard, 'BoardScreen'),
  '/spaces/views/$anchor/': page(loadBoard, 'BoardScreen'),
  '/spaces/pages/$anchor/': page(
    () => import('#features/public-site/page-screen.tsx'),
    'PageScreen',
  ),
  // Old addresses of published projects, before they had anchors.
  '/spaces/$slug/$projectId/': [
    {
      before: async ({ params: { slug = '', projectId = '' }, location }: Visit) => {
        const { findPublished } = await import('#features/public-site/older-address.ts')
        throw redirect((await findPublished(slug, projectId)) + location.searchStr)
      },
    },
  ],
}
