import { createRoute, type RouteComponent } from '@tanstack/react-router'
import { queryClient } from '#data/query-client.ts'
import { adminSession } from '#entities/instance/admin-hooks.ts'
import { instance } from '#entities/instance/hooks.ts'
import { takeReturn } from '#features/instance-admins/return-path.ts'
import { root, sendTo } from './root.ts'
import { screen } from './screen.tsx'

const loadEntryStates = () => import('#features/instance/entry-states.tsx')

const godMode = createRoute({
  getParentRoute: () => root,
  path: '/god-mode',
  beforeLoad: async () => {
    await queryClient.ensureQueryData(instance)
  },
  pendingComponent: screen(loadEntryStates, 'EntryLoading'),
  errorComponent: screen(loadEntryStates, 'EntryFailure'),
})

/** Null before setup, when no admin can exist. */
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
  component: screen(() => import('#features/instance/entry-screen.tsx'), 'EntryScreen'),
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
  component: screen(() => import('#features/instance/god-mode-shell.tsx'), 'GodModeShell'),
})

/** A page of the administration area. */
const page = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => godModeArea, path, component })

const godModeGeneral = page(
  '/general',
  screen(() => import('#features/instance/general-screen.tsx'), 'GeneralScreen'),
)

const godModeWorkspaces = page(
  '/workspace',
  screen(
    () => import('#features/instance-workspaces/instance-workspaces-screen.tsx'),
    'InstanceWorkspacesScreen',
  ),
)

const godModeCreateWorkspace = page(
  '/workspace/create',
  screen(
    () => import('#features/instance-workspaces/create-instance-workspace-screen.tsx'),
    'CreateInstanceWorkspaceScreen',
  ),
)

const godModeUsers = page(
  '/users',
  screen(() => import('#features/instance-users/instance-users-screen.tsx'), 'InstanceUsersScreen'),
)

const godModeAdmins = page(
  '/admins',
  screen(
    () => import('#features/instance-admins/instance-admins-screen.tsx'),
    'InstanceAdminsScreen',
  ),
)

const godModeEmail = page(
  '/email',
  screen(() => import('#features/instance-settings/email-screen.tsx'), 'EmailScreen'),
)

const godModeMails = page(
  '/mails',
  screen(() => import('#features/instance/mails-screen.tsx'), 'MailsScreen'),
)

const godModeAuthentication = page(
  '/authentication',
  screen(
    () => import('#features/instance-settings/authentication-screen.tsx'),
    'AuthenticationScreen',
  ),
)

const godModeProvider = page(
  '/authentication/$provider',
  screen(() => import('#features/instance-settings/provider-screen.tsx'), 'ProviderScreen'),
)

const godModeAi = page(
  '/ai',
  screen(() => import('#features/instance-settings/ai-screen.tsx'), 'AiScreen'),
)

const godModeImages = page(
  '/image',
  screen(() => import('#features/instance-settings/images-screen.tsx'), 'ImagesScreen'),
)

const godModeBackups = page(
  '/backups',
  screen(() => import('#features/backups/backups-screen.tsx'), 'BackupsScreen'),
)

const godModeHealth = page(
  '/health',
  screen(() => import('#features/instance-health/health-screen.tsx'), 'HealthScreen'),
)

export const godModeRoutes = godMode.addChildren([
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
    godModeBackups,
    godModeHealth,
  ]),
])
