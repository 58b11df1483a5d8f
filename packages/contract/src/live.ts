import type { ProjectEvent } from './projects.ts'
import type { WorkItemEvent } from './work-items.ts'
import type { WorkspaceMemberEvent } from './workspace-members.ts'
import type { WorkspaceEvent } from './workspaces.ts'

/** Everything that can happen and that a browser may want to know. */
export type LiveEvent = WorkItemEvent | ProjectEvent | WorkspaceEvent | WorkspaceMemberEvent

/**
 * What the server says on `GET /api/live/`. The cursor is opaque; a browser that reconnects sends
 * the last one it saw (`?cursor=`) and gets what it missed, or `stale` when that is too long ago:
 * then it reads its lists again.
 */
export type LiveMessage =
  | { kind: 'ready'; cursor: string; stale: boolean }
  | { kind: 'event'; cursor: string; event: LiveEvent }

export const livePath = '/api/live/'
