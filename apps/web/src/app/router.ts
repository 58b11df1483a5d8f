import { queryClient } from '#data/query-client.ts'
import { session } from '#entities/account/hooks.ts'
import { instance } from '#entities/instance/hooks.ts'
import { waitForNetwork } from '#ui/platform/wait-for-network.ts'
import { startRouter } from '#ui/router/router.ts'
import { firstRoutes, whenSetUp } from './routes/root.ts'
import { FailureScreen } from './routes/screen.tsx'

export const loadRoutes: () => Promise<typeof import('./routes/all-routes.ts')> = () =>
  import('./routes/all-routes.ts').catch(() => waitForNetwork().then(loadRoutes))

/** Starts the requests of the first screen in parallel instead of one after the other. */
export function openFirstScreen() {
  void queryClient.prefetchQuery(instance)
  void queryClient.prefetchQuery(session)
  startRouter({ routes: firstRoutes, loadRoutes, before: whenSetUp, failure: FailureScreen })
}

declare module '#ui/router/paths.ts' {
  interface Register {
    path: keyof typeof firstRoutes | keyof typeof import('./routes/all-routes.ts').routes
  }
}
