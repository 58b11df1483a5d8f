import { type ProjectPage, pageAccess, type SharedPage } from '@cairn/contract'
import type { Tx } from '#kernel/database/schema.ts'
import { type Audience, emit } from '#kernel/events/outbox.ts'
import type { FoundPage } from './queries.ts'

type Seen = Pick<ProjectPage, 'access' | 'owned_by' | 'project_ids'>

/** A private page is nobody's business but its owner's. */
export function audiencesOf(
  workspace_id: string,
  { access, owned_by, project_ids }: Seen,
): Audience[] {
  if (access === pageAccess.private) return [{ to: [owned_by], within: { workspace_id } }]
  return project_ids.map((project_id) => ({ workspace_id, project_id, author_id: owned_by }))
}

const asSeenByAll = ({ is_favorite, role, ...shared }: FoundPage): SharedPage => shared

/** Where it is nobody's favorite any more, that too. */
export async function emitSaved(tx: Tx, page: FoundPage, marked: { is_favorite?: false } = {}) {
  for (const audience of audiencesOf(page.workspace, page)) {
    await emit(tx, { type: 'page.saved', page: { ...asSeenByAll(page), ...marked } }, audience)
  }
}

/** By the projects it is taken from. */
export async function emitRemoval(tx: Tx, page: FoundPage) {
  for (const project_id of page.project_ids) {
    const gone = { type: 'page.removed', id: page.id, project_id } as const
    const audience: Audience =
      page.access === pageAccess.private
        ? { to: [page.owned_by], within: null }
        : { workspace_id: page.workspace, project_id, author_id: page.owned_by }
    await emit(tx, gone, audience)
  }
}
