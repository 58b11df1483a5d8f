import type { AccountEvent } from '../identity/account.ts'
import type { CycleEvent } from '../planning/cycles.ts'
import type { InitiativeEvent } from '../planning/initiatives.ts'
import type { ModuleEvent } from '../planning/modules.ts'
import type { StatusUpdateEvent } from '../planning/status-updates.ts'
import type { ViewEvent } from '../planning/views.ts'
import type { EstimateEvent } from '../project/estimates.ts'
import type { ItemTemplateEvent } from '../project/item-templates.ts'
import type { LabelEvent } from '../project/labels.ts'
import type { ProjectMemberEvent } from '../project/project-members.ts'
import type { ProjectLinkEvent } from '../project/project-overview.ts'
import type { ProjectTemplateEvent } from '../project/project-templates.ts'
import type { ProjectEvent } from '../project/projects.ts'
import type { StateEvent } from '../project/states.ts'
import type { WorkItemPropertyEvent } from '../project/work-item-properties.ts'
import type { WorkItemTypeEvent } from '../project/work-item-types.ts'
import type { ExportEvent } from '../sharing/exports.ts'
import type { ImportEvent } from '../sharing/imports.ts'
import type { PageCommentEvent } from '../sharing/page-comments.ts'
import type { PageTemplateEvent } from '../sharing/page-templates.ts'
import type { PageEvent } from '../sharing/pages.ts'
import type { AttachmentEvent } from '../work-item/attachments.ts'
import type { CommentEvent } from '../work-item/comments.ts'
import type { DraftEvent } from '../work-item/drafts.ts'
import type { IntakeEvent } from '../work-item/intake.ts'
import type { WorkItemLinkEvent } from '../work-item/links.ts'
import type { ReactionEvent } from '../work-item/reactions.ts'
import type { TimeEvent } from '../work-item/time.ts'
import type { WorkItemEvent } from '../work-item/work-items.ts'
import type { BuiltDashboardEvent, BuiltWidgetEvent } from '../workspace/dashboards.ts'
import type { FavoriteEvent } from '../workspace/favorites.ts'
import type { HomePreferenceEvent } from '../workspace/home-preferences.ts'
import type { NotificationEvent } from '../workspace/notifications.ts'
import type { QuickLinkEvent } from '../workspace/quick-links.ts'
import type { SidebarPreferenceEvent } from '../workspace/sidebar-preferences.ts'
import type { StickyEvent } from '../workspace/stickies.ts'
import type { TeamspaceEvent } from '../workspace/teamspaces.ts'
import type { WorkspaceMemberEvent } from '../workspace/workspace-members.ts'
import type { WorkspaceEvent } from '../workspace/workspaces.ts'

/** All events a browser may receive. */
export type LiveEvent =
  | WorkItemEvent
  | CommentEvent
  | ReactionEvent
  | ProjectEvent
  | ProjectMemberEvent
  | ProjectLinkEvent
  | StateEvent
  | LabelEvent
  | WorkItemTypeEvent
  | WorkItemPropertyEvent
  | EstimateEvent
  | ModuleEvent
  | CycleEvent
  | ViewEvent
  | TeamspaceEvent
  | InitiativeEvent
  | StatusUpdateEvent
  | PageEvent
  | PageCommentEvent
  | ItemTemplateEvent
  | ProjectTemplateEvent
  | PageTemplateEvent
  | FavoriteEvent
  | SidebarPreferenceEvent
  | HomePreferenceEvent
  | BuiltDashboardEvent
  | BuiltWidgetEvent
  | QuickLinkEvent
  | StickyEvent
  | DraftEvent
  | NotificationEvent
  | IntakeEvent
  | ExportEvent
  | ImportEvent
  | WorkItemLinkEvent
  | TimeEvent
  | AttachmentEvent
  | WorkspaceEvent
  | WorkspaceMemberEvent
  | AccountEvent

/**
 * Messages of the server on `GET /api/live/`. The cursor is opaque; a browser that reconnects sends
 * the last one it saw (`?cursor=`) and gets the events it missed, or `stale` if that is too long
 * ago: then it fetches its lists again.
 */
export type LiveMessage =
  | { kind: 'ready'; cursor: string; stale: boolean }
  | { kind: 'event'; cursor: string; event: LiveEvent }

export const livePath = '/api/live/'
