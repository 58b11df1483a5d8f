import type { WorkItem } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { emit, emitAll, emitSaved } from '#kernel/events/outbox.ts'
import { savedItems } from './event-queries.ts'

/** Above this a browser reloads its lists faster than it applies every row. */
const EVENT_LIMIT = 200

type ProjectRef = Pick<ProjectMember, 'workspace_id' | 'project_id'>

/** One event for so many changes that single ones would be slower. */
const emitMany = (tx: Tx, { workspace_id, project_id }: ProjectRef) => {
  const audience = { workspace_id, project_id, for_everyone: true } as const
  return emit(tx, { type: 'work_item.many_saved', project_id }, audience)
}

/** Emits that these items were saved. Intake items are in no list. */
export async function emitSavedItems(tx: Tx, member: ProjectRef, ids: readonly string[]) {
  if (ids.length > EVENT_LIMIT) return emitMany(tx, member)
  if (ids.length > 0) await emitSaved(tx, member, savedItems(member, ids))
}

/** Emits that lists no longer show these items. */
export async function emitRemovedItems(
  tx: Tx,
  member: ProjectMember,
  gone: readonly Pick<WorkItem, 'id' | 'created_by'>[],
) {
  if (gone.length > EVENT_LIMIT) return emitMany(tx, member)
  const { workspace_id, project_id } = member
  await emitAll(
    tx,
    gone.map(({ id, created_by }) => [
      { type: 'work_item.removed', id, project_id },
      { workspace_id, project_id, author_id: created_by },
    ]),
  )
}
