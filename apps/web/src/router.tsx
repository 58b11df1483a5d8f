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
import { profile, session, settingsOfMe } from '#features/account/hooks.ts'
import { readAuthSearch } from '#features/auth/auth-search.ts'
import { instance } from '#features/instance/hooks.ts'
import { adminSession } from '#features/instance-admins/hooks.ts'
import { takeReturn } from '#features/instance-admins/return-path.ts'
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
  const isInvited =
    itsWorkspaces.length === 0 && (await queryClient.ensureQueryData(settingsOfMe)).invites > 0
  return { user, profile: itsProfile, workspaces: itsWorkspaces, isInvited }
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
    // The administration area says in its own words what it is waiting for.
    if (/^\/god-mode(\/|$)/.test(location.pathname)) return
    const { instance: own } = await queryClient.ensureQueryData(instance)
    if (!own.is_setup_done) throw sendTo('/god-mode/')
  },
})

const loadEntryStates = () => import('#features/instance/entry-states.tsx')

const godMode = createRoute({
  getParentRoute: () => root,
  path: '/god-mode',
  beforeLoad: async () => {
    await queryClient.ensureQueryData(instance)
  },
  pendingComponent: lazyRouteComponent(loadEntryStates, 'EntryLoading'),
  errorComponent: lazyRouteComponent(loadEntryStates, 'EntryFailure'),
})

/** Null while there is nobody who could be one. */
async function findAdmin() {
  const { instance: own } = await queryClient.ensureQueryData(instance)
  return own.is_setup_done ? queryClient.ensureQueryData(adminSession) : null
}

const godModeEntry = createRoute({
  getParentRoute: () => godMode,
  path: '/',
  beforeLoad: async () => {
    if (await findAdmin()) throw sendTo('/god-mode/general/')
  },
  component: lazyRouteComponent(() => import('#features/instance/entry-screen.tsx'), 'EntryScreen'),
})

const godModeArea = createRoute({
  getParentRoute: () => godMode,
  id: 'area',
  beforeLoad: async ({ location }) => {
    const path = location.pathname + location.searchStr
    if (!(await findAdmin())) {
      throw sendTo(`/god-mode/?${new URLSearchParams({ next_path: path })}`)
    }
    const wanted = takeReturn()
    if (wanted && wanted !== path) throw sendTo(wanted)
  },
  component: lazyRouteComponent(
    () => import('#features/instance/god-mode-shell.tsx'),
    'GodModeShell',
  ),
})

const godModeGeneral = createRoute({
  getParentRoute: () => godModeArea,
  path: '/general',
  component: lazyRouteComponent(
    () => import('#features/instance/general-screen.tsx'),
    'GeneralScreen',
  ),
})

const godModeWorkspaces = createRoute({
  getParentRoute: () => godModeArea,
  path: '/workspace',
  component: lazyRouteComponent(
    () => import('#features/instance-workspaces/instance-workspaces-screen.tsx'),
    'InstanceWorkspacesScreen',
  ),
})

const godModeCreateWorkspace = createRoute({
  getParentRoute: () => godModeArea,
  path: '/workspace/create',
  component: lazyRouteComponent(
    () => import('#features/instance-workspaces/create-instance-workspace-screen.tsx'),
    'CreateInstanceWorkspaceScreen',
  ),
})

const godModeUsers = createRoute({
  getParentRoute: () => godModeArea,
  path: '/users',
  component: lazyRouteComponent(
    () => import('#features/instance-users/instance-users-screen.tsx'),
    'InstanceUsersScreen',
  ),
})

const godModeAdmins = createRoute({
  getParentRoute: () => godModeArea,
  path: '/admins',
  component: lazyRouteComponent(
    () => import('#features/instance-admins/instance-admins-screen.tsx'),
    'InstanceAdminsScreen',
  ),
})

const godModeEmail = createRoute({
  getParentRoute: () => godModeArea,
  path: '/email',
  component: lazyRouteComponent(
    () => import('#features/instance-settings/email-screen.tsx'),
    'EmailScreen',
  ),
})

const godModeMails = createRoute({
  getParentRoute: () => godModeArea,
  path: '/mails',
  component: lazyRouteComponent(() => import('#features/instance/mails-screen.tsx'), 'MailsScreen'),
})

const godModeAuthentication = createRoute({
  getParentRoute: () => godModeArea,
  path: '/authentication',
  component: lazyRouteComponent(
    () => import('#features/instance-settings/authentication-screen.tsx'),
    'AuthenticationScreen',
  ),
})

const godModeProvider = createRoute({
  getParentRoute: () => godModeArea,
  path: '/authentication/$provider',
  component: lazyRouteComponent(
    () => import('#features/instance-settings/provider-screen.tsx'),
    'ProviderScreen',
  ),
})

const godModeAi = createRoute({
  getParentRoute: () => godModeArea,
  path: '/ai',
  component: lazyRouteComponent(
    () => import('#features/instance-settings/ai-screen.tsx'),
    'AiScreen',
  ),
})

const godModeImages = createRoute({
  getParentRoute: () => godModeArea,
  path: '/image',
  component: lazyRouteComponent(
    () => import('#features/instance-settings/images-screen.tsx'),
    'ImagesScreen',
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

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/accounts/forgot-password',
  beforeLoad: onlyFor('guest'),
  component: lazyRouteComponent(
    () => import('#features/auth/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/accounts/reset-password',
  beforeLoad: onlyFor('guest'),
  component: lazyRouteComponent(
    () => import('#features/auth/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
})

const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/accounts/set-password',
  beforeLoad: onlyFor('set-password'),
  component: lazyRouteComponent(
    () => import('#features/auth/set-password-screen.tsx'),
    'SetPasswordScreen',
  ),
})

const invitations = createRoute({
  getParentRoute: () => root,
  path: '/invitations',
  beforeLoad: onlyFor('member'),
  component: lazyRouteComponent(
    () => import('#features/invitations/invitations-screen.tsx'),
    'InvitationsScreen',
  ),
})

const invitationLink = createRoute({
  getParentRoute: () => root,
  path: '/workspace-invitations',
  beforeLoad: onlyFor('public'),
  component: lazyRouteComponent(
    () => import('#features/invitations/invitation-link-screen.tsx'),
    'InvitationLinkScreen',
  ),
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

const settings = createRoute({ getParentRoute: () => workspace, path: '/settings' })

const accountSettings = createRoute({
  getParentRoute: () => settings,
  path: '/account',
  component: lazyRouteComponent(
    () => import('#features/account/account-settings.tsx'),
    'AccountSettings',
  ),
})

const accountProfile = createRoute({
  getParentRoute: () => accountSettings,
  path: '/',
  component: lazyRouteComponent(
    () => import('#features/account/profile-screen.tsx'),
    'ProfileScreen',
  ),
})

const accountPreferences = createRoute({
  getParentRoute: () => accountSettings,
  path: '/preferences',
  component: lazyRouteComponent(
    () => import('#features/account/preferences-screen.tsx'),
    'PreferencesScreen',
  ),
})

const accountNotifications = createRoute({
  getParentRoute: () => accountSettings,
  path: '/notifications',
  component: lazyRouteComponent(
    () => import('#features/account/notifications-screen.tsx'),
    'NotificationsScreen',
  ),
})

const accountSecurity = createRoute({
  getParentRoute: () => accountSettings,
  path: '/security',
  component: lazyRouteComponent(
    () => import('#features/account/security-screen.tsx'),
    'SecurityScreen',
  ),
})

const accountActivity = createRoute({
  getParentRoute: () => accountSettings,
  path: '/activity',
  component: lazyRouteComponent(
    () => import('#features/account/activity-screen.tsx'),
    'ActivityScreen',
  ),
})

const accountTokens = createRoute({
  getParentRoute: () => accountSettings,
  path: '/api-tokens',
  component: lazyRouteComponent(
    () => import('#features/api-tokens/api-tokens-screen.tsx'),
    'ApiTokensScreen',
  ),
})

const workspaceSettings = createRoute({
  getParentRoute: () => settings,
  id: 'workspace',
  component: lazyRouteComponent(
    () => import('#features/workspaces/workspace-settings.tsx'),
    'WorkspaceSettings',
  ),
})

const workspaceGeneral = createRoute({
  getParentRoute: () => workspaceSettings,
  path: '/',
  component: lazyRouteComponent(
    () => import('#features/workspaces/general-screen.tsx'),
    'GeneralScreen',
  ),
})

const workspaceMembers = createRoute({
  getParentRoute: () => workspaceSettings,
  path: '/members',
  component: lazyRouteComponent(
    () => import('#features/workspace-members/members-screen.tsx'),
    'MembersScreen',
  ),
})

const projectSettingsStart = createRoute({
  getParentRoute: () => settings,
  path: '/projects',
  component: lazyRouteComponent(
    () => import('#features/projects/project-settings-start.tsx'),
    'ProjectSettingsStart',
  ),
})

const projectSettings = createRoute({
  getParentRoute: () => settings,
  path: '/projects/$projectId',
  component: lazyRouteComponent(
    () => import('#features/projects/project-settings.tsx'),
    'ProjectSettings',
  ),
})

const projectGeneral = createRoute({
  getParentRoute: () => projectSettings,
  path: '/',
  component: lazyRouteComponent(
    () => import('#features/projects/general-screen.tsx'),
    'ProjectGeneralScreen',
  ),
})

const projectMembers = createRoute({
  getParentRoute: () => projectSettings,
  path: '/members',
  component: lazyRouteComponent(
    () => import('#features/project-members/members-screen.tsx'),
    'ProjectMembersScreen',
  ),
})

const projectStates = createRoute({
  getParentRoute: () => projectSettings,
  path: '/states',
  component: lazyRouteComponent(() => import('#features/states/states-screen.tsx'), 'StatesScreen'),
})

const projectLabels = createRoute({
  getParentRoute: () => projectSettings,
  path: '/labels',
  component: lazyRouteComponent(() => import('#features/labels/labels-screen.tsx'), 'LabelsScreen'),
})

const projectAutomations = createRoute({
  getParentRoute: () => projectSettings,
  path: '/automations',
  component: lazyRouteComponent(
    () => import('#features/projects/automations-screen.tsx'),
    'AutomationsScreen',
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
  godMode.addChildren([
    godModeEntry,
    godModeArea.addChildren([
      godModeGeneral,
      godModeWorkspaces,
      godModeCreateWorkspace,
      godModeUsers,
      godModeAdmins,
      godModeEmail,
      godModeMails,
      godModeAuthentication,
      godModeProvider,
      godModeAi,
      godModeImages,
    ]),
  ]),
  signIn,
  signUp,
  moved('/sign-in', '/'),
  moved('/signin', '/'),
  moved('/login', '/'),
  moved('/register', '/sign-up'),
  moved('/accounts/sign-up', '/sign-up'),
  forgotPassword,
  resetPassword,
  setPassword,
  onboarding,
  invitations,
  invitationLink,
  createWorkspace,
  workspace.addChildren([
    home,
    projects,
    archivedProjects,
    movedProjectSettings,
    workItems,
    settings.addChildren([
      workspaceSettings.addChildren([workspaceGeneral, workspaceMembers]),
      projectSettingsStart,
      projectSettings.addChildren([
        projectGeneral,
        projectMembers,
        projectStates,
        projectLabels,
        projectAutomations,
      ]),
      accountSettings.addChildren([
        accountProfile,
        accountPreferences,
        accountNotifications,
        accountSecurity,
        accountActivity,
        accountTokens,
      ]),
    ]),
  ]),
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
