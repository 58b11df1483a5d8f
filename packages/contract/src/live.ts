import type { AccountEvent } from './account.ts'
import type { AttachmentEvent } from './attachments.ts'
import type { CommentEvent } from './comments.ts'
import type { CycleEvent } from './cycles.ts'
import type { DraftEvent } from './drafts.ts'
import type { EstimateEvent } from './estimates.ts'
import type { ExportEvent } from './exports.ts'
import type { FavoriteEvent } from './favorites.ts'
import type { HomePreferenceEvent } from './home-preferences.ts'
import type { ImportEvent } from './imports.ts'
import type { InitiativeEvent } from './initiatives.ts'
import type { IntakeEvent } from './intake.ts'
import type { LabelEvent } from './labels.ts'
import type { WorkItemLinkEvent } from './links.ts'
import type { ModuleEvent } from './modules.ts'
import type { NotificationEvent } from './notifications.ts'
import type { PageEvent } from './pages.ts'
import type { ProjectMemberEvent } from './project-members.ts'
import type { ProjectEvent } from './projects.ts'
import type { QuickLinkEvent } from './quick-links.ts'
import type { ReactionEvent } from './reactions.ts'
import type { SidebarPreferenceEvent } from './sidebar-preferences.ts'
import type { StateEvent } from './states.ts'
import type { StickyEvent } from './stickies.ts'
import type { TeamspaceEvent } from './teamspaces.ts'
import type { ViewEvent } from './views.ts'
import type { WorkItemEvent } from './work-items.ts'
import type { WorkspaceMemberEvent } from './workspace-members.ts'
import type { WorkspaceEvent } from './workspaces.ts'

/** Everything that can happen and that a browser may want to know. */
export type LiveEvent =
  | WorkItemEvent
  | CommentEvent
  | ReactionEvent
  | ProjectEvent
  | ProjectMemberEvent
  | StateEvent
  | LabelEvent
  | EstimateEvent
  | ModuleEvent
  | CycleEvent
  | ViewEvent
  | TeamspaceEvent
  | InitiativeEvent
  | PageEvent
  | FavoriteEvent
  | SidebarPreferenceEvent
  | HomePreferenceEvent
  | QuickLinkEvent
  | StickyEvent
  | DraftEvent
  | NotificationEvent
  | IntakeEvent
  | ExportEvent
  | ImportEvent
  | WorkItemLinkEvent
  | AttachmentEvent
  | WorkspaceEvent
  | WorkspaceMemberEvent
  | AccountEvent

/**
 * What the server says on `GET /api/live/`. The cursor is opaque; a browser that reconnects sends
 * the last one it saw (`?cursor=`) and gets what it missed, or `stale` when that is too long ago:
 * then it reads its lists again.
 */
export type LiveMessage =
  | { kind: 'ready'; cursor: string; stale: boolean }
  | { kind: 'event'; cursor: string; event: LiveEvent }

export const livePath = '/api/live/'
