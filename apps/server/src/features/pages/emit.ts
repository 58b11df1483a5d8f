import { type ProjectPage, pageAccess, type SharedPage } from '@cairn/contract'
import type { Tx } from '#kernel/database/schema.ts'
import { type Audience, emitAll } from '#kernel/events/outbox.ts'
import type { FoundPage } from './queries.ts'

type Seen = Pick<ProjectPage, 'access' | 'owned_by' | 'project_ids'>

/** Events of a private page are sent to its owner only. */
export function audiencesOf(
  workspace_id: string,
  { access, owned_by, project_ids }: Seen,
): Audience[] {
  if (access === pageAccess.private) return [{ to: [owned_by], within: { workspace_id } }]
  return project_ids.map((project_id) => ({ workspace_id, project_id, author_id: owned_by }))
}

const asSeenByAll = ({ is_favorite, role, ...shared }: FoundPage): SharedPage => shared

/** `marked` is added to the event: `is_favorite: false` if the favorites of a page were removed. */
export const emitPages = (
  tx: Tx,
  pages: readonly FoundPage[],
  marked: { is_favorite?: false } = {},
) =>
  emitAll(
    tx,
    pages.flatMap((page) =>
      audiencesOf(page.workspace, page).map(
        (audience) =>
          [{ type: 'page.saved', page: { ...asSeenByAll(page), ...marked } }, audience] as const,
      ),
    ),
  )

/** One event per project they are removed from. */
export const emitRemovals = (tx: Tx, pages: readonly FoundPage[]) =>
  emitAll(
    tx,
    pages.flatMap((page) =>
      page.project_ids.map((project_id) => {
        const audience: Audience =
          page.access === pageAccess.private
            ? { to: [page.owned_by], within: null }
            : { workspace_id: page.workspace, project_id, author_id: page.owned_by }
        return [{ type: 'page.removed', id: page.id, project_id }, audience] as const
      }),
    ),
  )
