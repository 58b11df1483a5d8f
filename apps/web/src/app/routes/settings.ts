import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { sendTo } from './root.ts'
import { workspace } from './workspace.ts'

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

/** Tokens were a workspace's once; they are a person's. */
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

const webhookList = createRoute({
  getParentRoute: () => workspaceSettings,
  path: '/webhooks',
  component: lazyRouteComponent(
    () => import('#features/webhooks/webhooks-screen.tsx'),
    'WebhooksScreen',
  ),
})

const webhookDetails = createRoute({
  getParentRoute: () => workspaceSettings,
  path: '/webhooks/$webhookId',
  component: lazyRouteComponent(
    () => import('#features/webhooks/webhook-screen.tsx'),
    'WebhookScreen',
  ),
})

const serviceAccounts = createRoute({
  getParentRoute: () => workspaceSettings,
  path: '/service-accounts',
  component: lazyRouteComponent(
    () => import('#features/service-accounts/service-accounts-screen.tsx'),
    'ServiceAccountsScreen',
  ),
})

const workspaceExports = createRoute({
  getParentRoute: () => workspaceSettings,
  path: '/exports',
  component: lazyRouteComponent(
    () => import('#features/exports/exports-screen.tsx'),
    'ExportsScreen',
  ),
})

const workspaceImports = createRoute({
  getParentRoute: () => workspaceSettings,
  path: '/imports',
  component: lazyRouteComponent(
    () => import('#features/imports/imports-screen.tsx'),
    'ImportsScreen',
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

const projectEstimates = createRoute({
  getParentRoute: () => projectSettings,
  path: '/estimates',
  component: lazyRouteComponent(
    () => import('#features/estimates/estimates-screen.tsx'),
    'EstimatesScreen',
  ),
})

const projectFeatures = createRoute({
  getParentRoute: () => projectSettings,
  path: '/features',
  component: lazyRouteComponent(
    () => import('#features/projects/features-screen.tsx'),
    'FeaturesScreen',
  ),
})

const projectAutomations = createRoute({
  getParentRoute: () => projectSettings,
  path: '/automations',
  component: lazyRouteComponent(
    () => import('#features/projects/automations-screen.tsx'),
    'AutomationsScreen',
  ),
})

export const settingsRoutes = settings.addChildren([
  workspaceSettings.addChildren([
    workspaceGeneral,
    workspaceMembers,
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
