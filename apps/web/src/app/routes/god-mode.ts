import { queryClient } from '#data/query-client.ts'
import { adminSession } from '#entities/instance/admin-hooks.ts'
import { instance } from '#entities/instance/hooks.ts'
import { takeReturn } from '#features/instance-admins/return-path.ts'
import { redirect } from '#ui/router/router.ts'
import { type Level, within } from '#ui/router/routes.ts'
import { level, page } from './page.ts'
import { screen } from './screen.tsx'

const loadEntryStates = () => import('#features/instance/entry-states.tsx')

const godMode: Level = {
  before: () => queryClient.ensureQueryData(instance),
  pending: screen(loadEntryStates, 'EntryLoading'),
  failure: screen(loadEntryStates, 'EntryFailure'),
}

/** Null before setup, when no admin can exist. */
async function findAdmin() {
  const { instance: own } = await queryClient.ensureQueryData(instance)
  return own.is_setup_done ? queryClient.ensureQueryData(adminSession) : null
}

const area = level(
  () => import('#features/instance/god-mode-shell.tsx'),
  'GodModeShell',
  async ({ location }) => {
    const path = location.pathname + location.searchStr
    if (!(await findAdmin())) {
      throw redirect(`/god-mode/?${new URLSearchParams({ next_path: path })}`)
    }
    const wanted = takeReturn()
    if (wanted && wanted !== path) throw redirect(wanted)
  },
)

export const godModeRoutes = within(godMode, {
  '/god-mode/': page(
    () => import('#features/instance/entry-screen.tsx'),
    'EntryScreen',
    async () => {
      if (await findAdmin()) throw redirect('/god-mode/general/')
    },
  ),
  ...within(area, {
    '/god-mode/general/': page(
      () => import('#features/instance/general-screen.tsx'),
      'GeneralScreen',
    ),
    '/god-mode/workspace/': page(
      () => import('#features/instance-workspaces/instance-workspaces-screen.tsx'),
      'InstanceWorkspacesScreen',
    ),
    '/god-mode/workspace/create/': page(
      () => import('#features/instance-workspaces/create-instance-workspace-screen.tsx'),
      'CreateInstanceWorkspaceScreen',
    ),
    '/god-mode/users/': page(
      () => import('#features/instance-users/instance-users-screen.tsx'),
      'InstanceUsersScreen',
    ),
    '/god-mode/admins/': page(
      () => import('#features/instance-admins/instance-admins-screen.tsx'),
      'InstanceAdminsScreen',
    ),
    '/god-mode/email/': page(
      () => import('#features/instance-settings/email-screen.tsx'),
      'EmailScreen',
    ),
    '/god-mode/mails/': page(() => import('#features/instance/mails-screen.tsx'), 'MailsScreen'),
    '/god-mode/authentication/': page(
      () => import('#features/instance-settings/authentication-screen.tsx'),
      'AuthenticationScreen',
    ),
    '/god-mode/authentication/$provider/': page(
      () => import('#features/instance-settings/provider-screen.tsx'),
      'ProviderScreen',
    ),
    '/god-mode/ai/': page(() => import('#features/instance-settings/ai-screen.tsx'), 'AiScreen'),
    '/god-mode/image/': page(
      () => import('#features/instance-settings/images-screen.tsx'),
      'ImagesScreen',
    ),
    '/god-mode/health/': page(
      () => import('#features/instance-health/health-screen.tsx'),
      'HealthScreen',
    ),
    '/god-mode/backups/': page(
      () => import('#features/backups/backups-screen.tsx'),
      'BackupsScreen',
    ),
  }),
})
