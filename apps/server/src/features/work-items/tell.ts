import type { WorkItem } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { emit, emitAll } from '#kernel/events/outbox.ts'
import { findRows } from './queries.ts'

/** What waits in intake is in no list. */
const isWaiting = ({ state__group }: WorkItem) => state__group === 'triage'

export async function tell(
  tx: Tx,
  { workspace_id, project_id }: ProjectMember,
  work_item: WorkItem,
): Promise<void> {
  if (isWaiting(work_item)) return
  const audience = { workspace_id, project_id, author_id: work_item.created_by }
  await emit(tx, { type: 'work_item.saved', work_item }, audience)
}

/** Above this a browser reads its lists again sooner than it takes in every row. */
const MANY = 200

/** So many changed that single events would say less. */
const tellOfMany = (tx: Tx, { workspace_id, project_id }: ProjectMember) => {
  const audience = { workspace_id, project_id, for_everyone: true } as const
  return emit(tx, { type: 'work_item.many_saved', project_id }, audience)
}

/** Says how these items stand now. */
export async function tellMany(tx: Tx, member: ProjectMember, ids: readonly string[]) {
  if (ids.length > MANY) return tellOfMany(tx, member)
  const { workspace_id, project_id } = member
  const rows = await findRows(tx, member, ids)
  const seen = rows.filter((row) => !isWaiting(row))
  await emitAll(
    tx,
    seen.map((work_item) => [
      { type: 'work_item.saved', work_item },
      { workspace_id, project_id, author_id: work_item.created_by },
    ]),
  )
}

/** Says that lists no longer show these items. */
export async function tellGone(
  tx: Tx,
  member: ProjectMember,
  gone: readonly Pick<WorkItem, 'id' | 'created_by'>[],
) {
  if (gone.length > MANY) return tellOfMany(tx, member)
  const { workspace_id, project_id } = member
  await emitAll(
    tx,
    gone.map(({ id, created_by }) => [
      { type: 'work_item.removed', id, project_id },
      { workspace_id, project_id, author_id: created_by },
    ]),
  )
}
