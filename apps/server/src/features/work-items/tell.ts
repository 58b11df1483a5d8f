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

/** Says how these items stand now. */
export async function tellMany(tx: Tx, member: ProjectMember, ids: readonly string[]) {
  const { workspace_id, project_id } = member
  if (ids.length > MANY) {
    const audience = { workspace_id, project_id, for_everyone: true } as const
    await emit(tx, { type: 'work_item.many_saved', project_id }, audience)
    return
  }
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
