import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import { startLive } from '#data/live.ts'
import { queryClient } from '#data/query-client.ts'
import { gate, type PageType, type Visitor } from '#features/account/gates.ts'
import { profile, session } from '#features/account/hooks.ts'
import { readAuthSearch } from '#features/auth/auth-search.ts'
import { instance } from '#features/instance/hooks.ts'
import { FailureScreen, NotFound, NotFoundScreen } from '#features/shell/gate-screens.tsx'
import { workspaces } from '#features/workspaces/hooks.ts'
import { Loader } from '#ui/loader.tsx'

async function findVisitor(): Promise<Visitor> {
  const user = await queryClient.ensureQueryData(session)
  if (!user) return { user }
  const [itsProfile, itsWorkspaces] = await Promise.all([
    queryClient.ensureQueryData(profile),
    queryClient.ensureQueryData(workspaces),
  ])
  return { user, profile: itsProfile, workspaces: itsWorkspaces }
}

/** The router wants an address in pieces. */
function sendTo(address: string) {
  const { pathname, searchParams } = new URL(address, location.origin)
  const to: string = pathname
  return redirect({ to, search: Object.fromEntries(searchParams), replace: true })
}

/** Sends everybody to the page they may see; see the gates of the routes' specification. */
const onlyFor =
  (page: PageType) =>
  async ({ location }: { location: ParsedLocation }) => {
    const visitor = await findVisitor()
    if (visitor.user) startLive()
    const { next_path } = readAuthSearch(location.search as Record<string, unknown>)
    const path = location.pathname + location.searchStr
    const target = gate(page, visitor, { path, next_path })
    if (target) throw sendTo(target)
  }

const root = createRootRoute({
  beforeLoad: async ({ location }) => {
    // The gallery needs no instance, only a developer.
    if (import.meta.env.DEV && location.pathname.startsWith('/dev/')) return
    const { instance: own } = await queryClient.ensureQueryData(instance)
    const atSetUp = location.pathname.startsWith('/god-mode')
    if (!own.is_setup_done && !atSetUp) throw sendTo('/god-mode/')
    if (own.is_setup_done && atSetUp) throw sendTo('/')
  },
})

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/god-mode',
  component: lazyRouteComponent(
    () => import('#features/instance/set-up-screen.tsx'),
    'SetUpScreen',
  ),
})

const loadSignIn = () => import('#features/auth/sign-in-screen.tsx')

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: onlyFor('guest'),
  component: lazyRouteComponent(loadSignIn, 'SignInScreen'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  beforeLoad: onlyFor('guest'),
  component: lazyRouteComponent(loadSignIn, 'SignUpScreen'),
})

const moved = (from: string, to: string) =>
  createRoute({
    getParentRoute: () => root,
    path: from,
    beforeLoad: ({ location }) => {
      throw sendTo(to + location.searchStr)
    },
  })

const onboarding = createRoute({
  getParentRoute: () => root,
  path: '/onboarding',
  beforeLoad: onlyFor('onboarding'),
  component: lazyRouteComponent(
    () => import('#features/onboarding/onboarding-screen.tsx'),
    'OnboardingScreen',
  ),
})

const createWorkspace = createRoute({
  getParentRoute: () => root,
  path: '/create-workspace',
  beforeLoad: onlyFor('member'),
  component: lazyRouteComponent(
    () => import('#features/workspaces/create-workspace-screen.tsx'),
    'CreateWorkspaceScreen',
  ),
})

const workspace = createRoute({
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

const workItems = createRoute({
  getParentRoute: () => workspace,
  path: '/projects/$projectId/issues',
  component: lazyRouteComponent(
    () => import('#features/work-items/work-items-screen.tsx'),
    'WorkItemsScreen',
  ),
})

// Decided at build time: the gallery of the design system is no part of what people get.
const devRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/ui',
        component: lazyRouteComponent(
          () => import('#features/dev-ui/dev-ui-screen.tsx'),
          'DevUiScreen',
        ),
      }),
    ]
  : []

const routeTree = root.addChildren([
  setUp,
  signIn,
  signUp,
  moved('/sign-in', '/'),
  moved('/signin', '/'),
  moved('/login', '/'),
  moved('/register', '/sign-up'),
  moved('/accounts/sign-up', '/sign-up'),
  onboarding,
  createWorkspace,
  workspace.addChildren([home, projects, workItems]),
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
  // Values stay the text they are: an e-mail address of digits must not become a number.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString()
    return text ? `?${text}` : ''
  },
})

/** What the first screen will ask for one after the other is asked for at once. */
export function preloadFirstScreen() {
  void queryClient.prefetchQuery(instance)
  void queryClient.prefetchQuery(session)
  const byId: Partial<Record<string, AnyRoute>> = router.routesById
  const matched: { routeId: string }[] = router.matchRoutes(router.latestLocation)
  for (const { routeId } of matched) {
    const route = byId[routeId]
    if (route) void router.loadRouteChunk(route)
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
