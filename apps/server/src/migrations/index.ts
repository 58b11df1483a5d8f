import type { Migrations } from '#kernel/database/migrate.ts'
import * as foundation from './0001_foundation.ts'
import * as accounts from './0002_accounts.ts'
import * as invitations from './0003_invitations.ts'
import * as instance from './0004_instance.ts'
import * as oauth from './0005_oauth.ts'
import * as assets from './0006_assets.ts'
import * as people from './0007_people.ts'
import * as projects from './0008_projects.ts'
import * as workItemEngine from './0009_work_item_engine.ts'
import * as draftsAndSearch from './0010_drafts_and_search.ts'
import * as sidebarPreferences from './0011_sidebar_preferences.ts'
import * as cycles from './0012_cycles.ts'
import * as modules from './0013_modules.ts'
import * as views from './0014_views.ts'
import * as intake from './0015_intake.ts'
import * as notificationMails from './0016_notification_mails.ts'
import * as formerKeys from './0017_former_keys.ts'
import * as pages from './0018_pages.ts'
import * as publishing from './0019_publishing.ts'
import * as analytics from './0020_analytics.ts'
import * as teamspaces from './0021_teamspaces.ts'
import * as moreOrders from './0022_more_orders.ts'
import * as facetCounts from './0024_facet_counts.ts'
import * as inbox from './0027_inbox.ts'
import * as linksInOrder from './0028_links_in_order.ts'
import * as lighterWrites from './0029_lighter_writes.ts'
import * as home from './0030_home.ts'
import * as eventsNameItems from './0031_events_name_items.ts'
import * as webhooks from './0032_webhooks.ts'
import * as stickies from './0033_stickies.ts'
import * as exports from './0034_exports.ts'
import * as publicApi from './0035_public_api.ts'
import * as demoWorkspaces from './0036_demo_workspaces.ts'
import * as undo from './0037_undo.ts'
import * as publicItems from './0038_public_items.ts'
import * as publicPlans from './0039_public_plans.ts'
import * as integrations from './0040_integrations.ts'
import * as serviceAccounts from './0041_service_accounts.ts'
import * as proofAndLimits from './0042_proof_and_limits.ts'
import * as storedJson from './0043_stored_json.ts'
import * as rightsAndStorage from './0044_rights_and_storage.ts'
import * as unloggedThrottles from './0045_unlogged_throttles.ts'
import * as childrenSeen from './0046_children_seen.ts'
import * as plainNames from './0049_plain_names.ts'
import * as idempotencyKeys from './0050_idempotency_keys.ts'
import * as programs from './0051_programs.ts'
import * as projectOverview from './0052_project_overview.ts'
import * as statusUpdates from './0053_status_updates.ts'
import * as builtDashboards from './0054_built_dashboards.ts'
import * as fullTextSearch from './0056_full_text_search.ts'
import * as trash from './0057_trash.ts'
import * as recordedCycles from './0058_recorded_cycles.ts'
import * as pageTree from './0059_page_tree.ts'
import * as pageTemplates from './0060_page_templates.ts'
import * as pageComments from './0061_page_comments.ts'
import * as layoutsOfWorkspaceViews from './0062_layouts_of_workspace_views.ts'
import * as viewsOnTheWeb from './0063_views_on_the_web.ts'
import * as workItemTypes from './0066_work_item_types.ts'
import * as typeCounts from './0067_type_counts.ts'
import * as sharedDescriptions from './0068_shared_descriptions.ts'
import * as commentThreads from './0070_comment_threads.ts'
import * as invitedToProjects from './0072_invited_to_projects.ts'
import * as projectDisplays from './0074_project_displays.ts'
import * as cheaperWrites from './0076_cheaper_writes.ts'
import * as fewerChecks from './0077_fewer_checks.ts'
import * as push from './0078_push.ts'
import * as scheduledBackups from './0079_scheduled_backups.ts'
import * as toleratedMigrations from './0080_tolerated_migrations.ts'
import * as time from './0084_time.ts'
import * as wipLimits from './0085_wip_limits.ts'
import * as stateChanges from './0086_state_changes.ts'
import * as exportQueries from './0087_export_queries.ts'
import * as itemTemplates from './0088_item_templates.ts'
import * as workItemProperties from './0089_work_item_properties.ts'
import * as projectTemplates from './0093_project_templates.ts'
import * as cheaperCounts from './0099_cheaper_counts.ts'
import * as propertyCounts from './0110_property_counts.ts'
import * as propertyStatistics from './0111_property_statistics.ts'
import * as booleansInOrder from './0112_booleans_in_order.ts'

export const migrations: Migrations = {
  '0001_foundation': foundation,
  '0002_accounts': accounts,
  '0003_invitations': invitations,
  '0004_instance': instance,
  '0005_oauth': oauth,
  '0006_assets': assets,
  '0007_people': people,
  '0008_projects': projects,
  '0009_work_item_engine': workItemEngine,
  '0010_drafts_and_search': draftsAndSearch,
  '0011_sidebar_preferences': sidebarPreferences,
  '0012_cycles': cycles,
  '0013_modules': modules,
  '0014_views': views,
  '0015_intake': intake,
  '0016_notification_mails': notificationMails,
  '0017_former_keys': formerKeys,
  '0018_pages': pages,
  '0019_publishing': publishing,
  '0020_analytics': analytics,
  '0021_teamspaces': teamspaces,
  '0022_more_orders': moreOrders,
  '0024_facet_counts': facetCounts,
  '0027_inbox': inbox,
  '0028_links_in_order': linksInOrder,
  '0029_lighter_writes': lighterWrites,
  '0030_home': home,
  '0031_events_name_items': eventsNameItems,
  '0032_webhooks': webhooks,
  '0033_stickies': stickies,
  '0034_exports': exports,
  '0035_public_api': publicApi,
  '0036_demo_workspaces': demoWorkspaces,
  '0037_undo': undo,
  '0038_public_items': publicItems,
  '0039_public_plans': publicPlans,
  '0040_integrations': integrations,
  '0041_service_accounts': serviceAccounts,
  '0042_proof_and_limits': proofAndLimits,
  '0043_stored_json': storedJson,
  '0044_rights_and_storage': rightsAndStorage,
  '0045_unlogged_throttles': unloggedThrottles,
  '0046_children_seen': childrenSeen,
  '0049_plain_names': plainNames,
  '0050_idempotency_keys': idempotencyKeys,
  '0051_programs': programs,
  '0052_project_overview': projectOverview,
  '0053_status_updates': statusUpdates,
  '0054_built_dashboards': builtDashboards,
  '0056_full_text_search': fullTextSearch,
  '0057_trash': trash,
  '0058_recorded_cycles': recordedCycles,
  '0059_page_tree': pageTree,
  '0060_page_templates': pageTemplates,
  '0061_page_comments': pageComments,
  '0062_layouts_of_workspace_views': layoutsOfWorkspaceViews,
  '0063_views_on_the_web': viewsOnTheWeb,
  '0066_work_item_types': workItemTypes,
  '0067_type_counts': typeCounts,
  '0068_shared_descriptions': sharedDescriptions,
  '0070_comment_threads': commentThreads,
  '0072_invited_to_projects': invitedToProjects,
  '0074_project_displays': projectDisplays,
  '0076_cheaper_writes': cheaperWrites,
  '0077_fewer_checks': fewerChecks,
  '0078_push': push,
  '0079_scheduled_backups': scheduledBackups,
  '0080_tolerated_migrations': toleratedMigrations,
  '0084_time': time,
  '0085_wip_limits': wipLimits,
  '0086_state_changes': stateChanges,
  '0087_export_queries': exportQueries,
  '0088_item_templates': itemTemplates,
  '0089_work_item_properties': workItemProperties,
  '0093_project_templates': projectTemplates,
  '0099_cheaper_counts': cheaperCounts,
  '0110_property_counts': propertyCounts,
  '0111_property_statistics': propertyStatistics,
  '0112_booleans_in_order': booleansInOrder,
}
