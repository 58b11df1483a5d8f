import { lookup } from '@cairn/contract'
import { type AnyRoute, createRoute, createRouter } from '@tanstack/react-router'
import { queryClient } from '#data/query-client.ts'
import { session } from '#entities/account/hooks.ts'
import { instance } from '#entities/instance/hooks.ts'
import { Loader } from '#ui/feedback/loader.tsx'
import { accountRoutes } from './routes/accounts.ts'
import { godModeRoutes } from './routes/god-mode.ts'
import { root } from './routes/root.ts'
import { FailureScreen, NotFoundScreen, screen } from './routes/screen.tsx'
import { settingsRoutes } from './routes/settings.ts'
import { spacesRoutes } from './routes/spaces.ts'
import { workspace, workspaceRoutes } from './routes/workspace.ts'

// Decided at build time: the gallery of the design system is not shipped.
const devRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/ui',
        component: screen(() => import('#features/dev-ui/dev-ui-screen.tsx'), 'DevUiScreen'),
      }),
    ]
  : []

const routeTree = root.addChildren([
  godModeRoutes,
  ...accountRoutes,
  ...spacesRoutes,
  workspace.addChildren([...workspaceRoutes, settingsRoutes]),
  ...devRoutes,
])

export const router = createRouter({
  routeTree,
  trailingSlash: 'always',
  defaultPreload: 'intent',
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultPendingComponent: () => (
    <div className="h-full">
      <Loader />
    </div>
  ),
  defaultErrorComponent: FailureScreen,
  defaultNotFoundComponent: NotFoundScreen,
  // Values stay strings: an e-mail address of digits must not become a number.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString()
    return text ? `?${text}` : ''
  },
})

/** Starts the requests of the first screen in parallel instead of one after the other. */
export function preloadFirstScreen() {
  void queryClient.prefetchQuery(instance)
  void queryClient.prefetchQuery(session)
  const byId: Partial<Record<string, AnyRoute>> = router.routesById
  const matched: { routeId: string }[] = router.matchRoutes(router.latestLocation)
  for (const { routeId } of matched) {
    const route = lookup(byId, routeId)
    if (route) void router.loadRouteChunk(route)
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
