import { createRoute } from '@tanstack/react-router'
import { sendTo } from './root.ts'
import { screen } from './screen.tsx'
import { workspace } from './workspace.ts'

const settings = createRoute({ getParentRoute: () => workspace, path: '/settings' })

const accountSettings = createRoute({
  getParentRoute: () => settings,
  path: '/account',
  component: screen(() => import('#features/account/account-settings.tsx'), 'AccountSettings'),
})

const accountProfile = createRoute({
  getParentRoute: () => accountSettings,
  path: '/',
  component: screen(() => import('#features/account/profile-screen.tsx'), 'ProfileScreen'),
})

const accountPreferences = createRoute({
  getParentRoute: () => accountSettings,
  path: '/preferences',
  component: screen(() => import('#features/account/preferences-screen.tsx'), 'PreferencesScreen'),
})

const accountNotifications = createRoute({
  getParentRoute: () => accountSettings,
  path: '/notifications',
  component: screen(
    () => import('#features/account/notifications-screen.tsx'),
    'NotificationsScreen',
  ),
})

const accountSecurity = createRoute({
  getParentRoute: () => accountSettings,
  path: '/security',
  component: screen(() => import('#features/account/security-screen.tsx'), 'SecurityScreen'),
})

const accountActivity = createRoute({
  getParentRoute: () => accountSettings,
  path: '/activity',
  component: screen(() => import('#features/account/activity-screen.tsx'), 'ActivityScreen'),
})

const accountTokens = createRoute({
  getParentRoute: () => accountSettings,
  path: '/api-tokens',
  component: screen(() => import('#features/api-tokens/api-tokens-screen.tsx'), 'ApiTokensScreen'),
})

/** Tokens belonged to a workspace before; now to a user. */
const movedTokens = createRoute({
  getParentRoute: () => settings,
  path: '/api-tokens',
  beforeLoad: ({ params: { slug }, location }) => {
    throw sendTo(`/${slug}/settings/account/api-tokens/${location.searchStr}`)
  },
})

const workspaceSettings = createRoute({
  getParentRoute: () => settings,
  id: 'workspace',
  component: screen(
    () => import('#features/workspaces/workspace-settings.tsx'),
    'WorkspaceSettings',
  ),
})

const workspaceGeneral = createRoute({
  getParentRoute: () => workspaceSettings,
  path: '/',
  component: screen(() => import('#features/workspaces/general-screen.tsx'), 'GeneralScreen'),
})

const workspaceMembers = createRoute({
  getParentRoute: () => workspaceSettings,
  path: '/members',
  component: screen(
    () => import('#features/workspace-members/members-screen.tsx'),
    'MembersScreen',
  ),
})

const workspaceTypes = createRoute({
  getParentRoute: () => workspaceSettings,
  path: '/types',
  component: screen(() => import('#features/work-item-types/types-screen.tsx'), 'TypesScreen'),
})

const webhookList = createRoute({
  getParentRoute: () => workspaceSettings,
  path: '/webhooks',
  component: screen(() => import('#features/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
})

const webhookDetails = createRoute({
  getParentRoute: () => workspaceSettings,
  path: '/webhooks/$webhookId',
  component: screen(() => import('#features/webhooks/webhook-screen.tsx'), 'WebhookScreen'),
})

const serviceAccounts = createRoute({
  getParentRoute: () => workspaceSettings,
  path: '/service-accounts',
  component: screen(
    () => import('#features/service-accounts/service-accounts-screen.tsx'),
    'ServiceAccountsScreen',
  ),
})

const workspaceExports = createRoute({
  getParentRoute: () => workspaceSettings,
  path: '/exports',
  component: screen(() => import('#features/exports/exports-screen.tsx'), 'ExportsScreen'),
})

const workspaceImports = createRoute({
  getParentRoute: () => workspaceSettings,
  path: '/imports',
  component: screen(() => import('#features/imports/imports-screen.tsx'), 'ImportsScreen'),
})

const projectSettingsStart = createRoute({
  getParentRoute: () => settings,
  path: '/projects',
  component: screen(
    () => import('#features/projects/project-settings-start.tsx'),
    'ProjectSettingsStart',
  ),
})

const projectSettings = createRoute({
  getParentRoute: () => settings,
  path: '/projects/$projectId',
  component: screen(() => import('#features/projects/project-settings.tsx'), 'ProjectSettings'),
})

const projectGeneral = createRoute({
  getParentRoute: () => projectSettings,
  path: '/',
  component: screen(() => import('#features/projects/general-screen.tsx'), 'ProjectGeneralScreen'),
})

const projectMembers = createRoute({
  getParentRoute: () => projectSettings,
  path: '/members',
  component: screen(
    () => import('#features/project-members/members-screen.tsx'),
    'ProjectMembersScreen',
  ),
})

const projectStates = createRoute({
  getParentRoute: () => projectSettings,
  path: '/states',
  component: screen(() => import('#features/states/states-screen.tsx'), 'StatesScreen'),
})

const projectTypes = createRoute({
  getParentRoute: () => projectSettings,
  path: '/types',
  component: screen(
    () => import('#features/work-item-types/project-types-screen.tsx'),
    'ProjectTypesScreen',
  ),
})

const projectLabels = createRoute({
  getParentRoute: () => projectSettings,
  path: '/labels',
  component: screen(() => import('#features/labels/labels-screen.tsx'), 'LabelsScreen'),
})

const projectEstimates = createRoute({
  getParentRoute: () => projectSettings,
  path: '/estimates',
  component: screen(() => import('#features/estimates/estimates-screen.tsx'), 'EstimatesScreen'),
})

const projectFeatures = createRoute({
  getParentRoute: () => projectSettings,
  path: '/features',
  component: screen(() => import('#features/projects/features-screen.tsx'), 'FeaturesScreen'),
})

const projectAutomations = createRoute({
  getParentRoute: () => projectSettings,
  path: '/automations',
  component: screen(() => import('#features/projects/automations-screen.tsx'), 'AutomationsScreen'),
})

export const settingsRoutes = settings.addChildren([
  workspaceSettings.addChildren([
    workspaceGeneral,
    workspaceMembers,
    workspaceTypes,
    workspaceExports,
    workspaceImports,
    webhookList,
    webhookDetails,
    serviceAccounts,
  ]),
  movedTokens,
  projectSettingsStart,
  projectSettings.addChildren([
    projectGeneral,
    projectMembers,
    projectFeatures,
    projectStates,
    projectTypes,
    projectLabels,
    projectEstimates,
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
])
