import type { Feature } from '#kernel/http/app-type.ts'
import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { accountBackground } from './account/background.ts'
import { account } from './account/routes.ts'
import { aiAssistant } from './ai-assistant/routes.ts'
import { analyticsBackground } from './analytics/background.ts'
import { analytics, olderAnalytics } from './analytics/routes.ts'
import { apiTokensBackground } from './api-tokens/background.ts'
import { apiTokens } from './api-tokens/routes.ts'
import { assetsBackground } from './assets/background.ts'
import { assets } from './assets/routes.ts'
import { attachments } from './attachments/routes.ts'
import { authBackground } from './auth/background.ts'
import { auth } from './auth/routes.ts'
import { backups } from './backups/routes.ts'
import { collaboration } from './collaboration/routes.ts'
import { comments } from './comments/routes.ts'
import { cyclesBackground } from './cycles/background.ts'
import { cycles } from './cycles/routes.ts'
import { dashboard } from './dashboard/routes.ts'
import { dashboards } from './dashboards/routes.ts'
import { deactivation } from './deactivation/routes.ts'
import { demoBackground } from './demo/background.ts'
import { demo } from './demo/routes.ts'
import { descriptionVersions } from './description-versions/routes.ts'
import { drafts } from './drafts/routes.ts'
import { entitySearch } from './entity-search/routes.ts'
import { estimates } from './estimates/routes.ts'
import { exportsBackground } from './exports/background.ts'
import { workItemExports } from './exports/routes.ts'
import { favorites } from './favorites/routes.ts'
import { fullTextSearchBackground } from './full-text-search/background.ts'
import { fullTextSearch } from './full-text-search/routes.ts'
import { health } from './health/routes.ts'
import { history } from './history/routes.ts'
import { homePreferences } from './home-preferences/routes.ts'
import { importsBackground } from './imports/background.ts'
import { imports } from './imports/routes.ts'
import { initiatives } from './initiatives/routes.ts'
import { instanceBackground } from './instance/background.ts'
import { restoreAtSetUp } from './instance/restore-routes.ts'
import { instance } from './instance/routes.ts'
import { instanceAdmins } from './instance-admins/routes.ts'
import { instanceSettingsBackground } from './instance-settings/background.ts'
import { instanceSettings } from './instance-settings/routes.ts'
import { instanceUsers } from './instance-users/routes.ts'
import { instanceWorkspaces } from './instance-workspaces/routes.ts'
import { intakeBackground } from './intake/background.ts'
import { intake } from './intake/routes.ts'
import { integrations } from './integrations/routes.ts'
import { invitationsBackground } from './invitations/background.ts'
import { invitations } from './invitations/routes.ts'
import { itemPages } from './item-pages/routes.ts'
import { itemTemplatesBackground } from './item-templates/background.ts'
import { itemTemplates } from './item-templates/routes.ts'
import { labels } from './labels/routes.ts'
import { lastVisited } from './last-visited/routes.ts'
import { linksBackground } from './links/background.ts'
import { links } from './links/routes.ts'
import { memberProfiles } from './member-profiles/routes.ts'
import { metrics } from './metrics/routes.ts'
import { modules } from './modules/routes.ts'
import { notificationsBackground } from './notifications/background.ts'
import { notifications } from './notifications/routes.ts'
import { oauth } from './oauth/routes.ts'
import { ownActivities } from './own-activities/routes.ts'
import { pageComments } from './pages/comment-routes.ts'
import { pages } from './pages/routes.ts'
import { projectAutomationsBackground } from './project-automations/background.ts'
import { projectJoining } from './project-joining/routes.ts'
import { projectMembers } from './project-members/routes.ts'
import { projectOverview } from './project-overview/routes.ts'
import { projectTemplates } from './project-templates/routes.ts'
import { projects } from './projects/routes.ts'
import { publicSite } from './publishing/public-routes.ts'
import { publishing } from './publishing/routes.ts'
import { push } from './push/routes.ts'
import { quickLinks } from './quick-links/routes.ts'
import { reactions } from './reactions/routes.ts'
import { recentVisits } from './recent-visits/routes.ts'
import { relations } from './relations/routes.ts'
import { releaseNotes } from './release-notes/routes.ts'
import { reverts } from './reverts/routes.ts'
import { search } from './search/routes.ts'
import { searchIssues } from './search-issues/routes.ts'
import { serviceAccounts } from './service-accounts/routes.ts'
import { sessions } from './sessions/routes.ts'
import { sidebarPreferences } from './sidebar-preferences/routes.ts'
import { states } from './states/routes.ts'
import { statusUpdates } from './status-updates/routes.ts'
import { stickies } from './stickies/routes.ts'
import { subscribers } from './subscribers/routes.ts'
import { teamspaces, teamViews } from './teamspaces/routes.ts'
import { time } from './time/routes.ts'
import { timeZones } from './time-zones/routes.ts'
import { trash } from './trash/routes.ts'
import { views, workspaceViews } from './views/routes.ts'
import { webhooksBackground } from './webhooks/background.ts'
import { webhooks } from './webhooks/routes.ts'
import { workItemPropertiesBackground } from './work-item-properties/background.ts'
import { workItemProperties } from './work-item-properties/routes.ts'
import { workItemTypes } from './work-item-types/routes.ts'
import { workItemsBackground } from './work-items/background.ts'
import { workItemLists } from './work-items/list-routes.ts'
import { workItems } from './work-items/routes.ts'
import { workspaceCreation } from './workspace-creation/routes.ts'
import { workspaceMembers } from './workspace-members/routes.ts'
import { workspaces } from './workspaces/routes.ts'

/** How an event describes an item. */
export { emittedItem } from './work-items/service.ts'

/** Background jobs of the features. */
export const backgrounds: readonly BackgroundOf[] = [
  accountBackground,
  analyticsBackground,
  apiTokensBackground,
  assetsBackground,
  authBackground,
  cyclesBackground,
  demoBackground,
  exportsBackground,
  fullTextSearchBackground,
  importsBackground,
  itemTemplatesBackground,
  instanceBackground,
  instanceSettingsBackground,
  intakeBackground,
  invitationsBackground,
  linksBackground,
  notificationsBackground,
  projectAutomationsBackground,
  webhooksBackground,
  workItemPropertiesBackground,
  workItemsBackground,
]

/** Routes of the features. */
export const features: readonly Feature[] = [
  account,
  aiAssistant,
  analytics,
  apiTokens,
  assets,
  attachments,
  auth,
  backups,
  collaboration,
  comments,
  cycles,
  dashboard,
  dashboards,
  deactivation,
  demo,
  descriptionVersions,
  drafts,
  estimates,
  favorites,
  fullTextSearch,
  health,
  history,
  homePreferences,
  imports,
  initiatives,
  instance,
  instanceAdmins,
  instanceSettings,
  instanceUsers,
  instanceWorkspaces,
  intake,
  integrations,
  invitations,
  itemPages,
  itemTemplates,
  labels,
  lastVisited,
  links,
  memberProfiles,
  metrics,
  modules,
  notifications,
  oauth,
  olderAnalytics,
  ownActivities,
  pageComments,
  pages,
  projectJoining,
  projectMembers,
  projectOverview,
  projectTemplates,
  projects,
  publicSite,
  publishing,
  push,
  quickLinks,
  reactions,
  recentVisits,
  relations,
  releaseNotes,
  restoreAtSetUp,
  reverts,
  entitySearch,
  search,
  searchIssues,
  serviceAccounts,
  sessions,
  sidebarPreferences,
  states,
  statusUpdates,
  stickies,
  subscribers,
  teamViews,
  teamspaces,
  time,
  timeZones,
  trash,
  views,
  webhooks,
  workItemLists,
  workItemExports,
  workItemProperties,
  workItemTypes,
  workItems,
  workspaceCreation,
  workspaceMembers,
  workspaceViews,
  workspaces,
]
