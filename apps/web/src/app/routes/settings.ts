import { within } from '#ui/router/routes.ts'
import { level, moved, page } from './page.ts'
import { workspace } from './root.ts'

const account = level(() => import('#features/account/account-settings.tsx'), 'AccountSettings')
const ofWorkspace = level(
  () => import('#features/workspaces/workspace-settings.tsx'),
  'WorkspaceSettings',
)
const project = level(() => import('#features/projects/project-settings.tsx'), 'ProjectSettings')

export const settingsRoutes = within(workspace, {
  ...within(account, {
    '/$slug/settings/account/': page(
      () => import('#features/account/profile-screen.tsx'),
      'ProfileScreen',
    ),
    '/$slug/settings/account/preferences/': page(
      () => import('#features/account/preferences-screen.tsx'),
      'PreferencesScreen',
    ),
    '/$slug/settings/account/notifications/': page(
      () => import('#features/account/notifications-screen.tsx'),
      'NotificationsScreen',
    ),
    '/$slug/settings/account/security/': page(
      () => import('#features/account/security-screen.tsx'),
      'SecurityScreen',
    ),
    '/$slug/settings/account/activity/': page(
      () => import('#features/account/activity-screen.tsx'),
      'ActivityScreen',
    ),
    '/$slug/settings/account/api-tokens/': page(
      () => import('#features/api-tokens/api-tokens-screen.tsx'),
      'ApiTokensScreen',
    ),
  }),
  ...within(ofWorkspace, {
    '/$slug/settings/': page(
      () => import('#features/workspaces/general-screen.tsx'),
      'GeneralScreen',
    ),
    '/$slug/settings/members/': page(
      () => import('#features/workspace-members/members-screen.tsx'),
      'MembersScreen',
    ),
    '/$slug/settings/types/': page(
      () => import('#features/work-item-types/types-screen.tsx'),
      'TypesScreen',
    ),
    '/$slug/settings/templates/': page(
      () => import('#features/project-templates/project-templates-screen.tsx'),
      'ProjectTemplatesScreen',
    ),
    '/$slug/settings/exports/': page(
      () => import('#features/exports/exports-screen.tsx'),
      'ExportsScreen',
    ),
    '/$slug/settings/imports/': page(
      () => import('#features/imports/imports-screen.tsx'),
      'ImportsScreen',
    ),
    '/$slug/settings/webhooks/': page(
      () => import('#features/webhooks/webhooks-screen.tsx'),
      'WebhooksScreen',
    ),
    '/$slug/settings/webhooks/$webhookId/': page(
      () => import('#features/webhooks/webhook-screen.tsx'),
      'WebhookScreen',
    ),
    '/$slug/settings/service-accounts/': page(
      () => import('#features/service-accounts/service-accounts-screen.tsx'),
      'ServiceAccountsScreen',
    ),
  }),
  ...within(project, {
    '/$slug/settings/projects/$projectId/': page(
      () => import('#features/projects/general-screen.tsx'),
      'ProjectGeneralScreen',
    ),
    '/$slug/settings/projects/$projectId/members/': page(
      () => import('#features/project-members/members-screen.tsx'),
      'ProjectMembersScreen',
    ),
    '/$slug/settings/projects/$projectId/states/': page(
      () => import('#features/states/states-screen.tsx'),
      'StatesScreen',
    ),
    '/$slug/settings/projects/$projectId/templates/': page(
      () => import('#features/item-templates/templates-screen.tsx'),
      'ItemTemplatesScreen',
    ),
    '/$slug/settings/projects/$projectId/types/': page(
      () => import('#features/work-item-types/project-types-screen.tsx'),
      'ProjectTypesScreen',
    ),
    '/$slug/settings/projects/$projectId/labels/': page(
      () => import('#features/labels/labels-screen.tsx'),
      'LabelsScreen',
    ),
    '/$slug/settings/projects/$projectId/estimates/': page(
      () => import('#features/estimates/estimates-screen.tsx'),
      'EstimatesScreen',
    ),
    '/$slug/settings/projects/$projectId/features/': page(
      () => import('#features/projects/features-screen.tsx'),
      'FeaturesScreen',
    ),
    '/$slug/settings/projects/$projectId/automations/': page(
      () => import('#features/projects/automations-screen.tsx'),
      'AutomationsScreen',
    ),
  }),
  '/$slug/settings/projects/': page(
    () => import('#features/projects/project-settings-start.tsx'),
    'ProjectSettingsStart',
  ),
  // Tokens belonged to a workspace before; now to a user.
  '/$slug/settings/api-tokens/': moved(({ slug }) => `/${slug}/settings/account/api-tokens/`),
})
