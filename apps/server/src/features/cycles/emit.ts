import type { Cycle } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { notFound } from '#kernel/http/errors.ts'
import { describeCycles } from './numbers.ts'
import { findCycle } from './queries.ts'

/** The current cycle, counting all its items. */
export async function describeCycle(db: Db, member: ProjectMember, id: string): Promise<Cycle> {
  const row = await findCycle(db, member, id)
  const [cycle] = await describeCycles(db, { ...member, sees_only_own: false }, row ? [row] : [])
  if (!cycle) throw notFound()
  return cycle
}

export const everyone = ({ workspace_id, project_id }: ProjectMember) =>
  ({ workspace_id, project_id, for_everyone: true }) as const

/** Emits the current cycle to everyone, without fields that differ between users. */
export async function emitCycle(tx: Tx, member: ProjectMember, id: string): Promise<Cycle> {
  const cycle = await describeCycle(tx, member, id)
  const { is_favorite, assignee_ids, progress_snapshot, ...rest } = cycle
  const { total_issues, backlog_issues, unstarted_issues, started_issues, ...some } = rest
  const { completed_issues, cancelled_issues, ...shared } = some
  await emit(tx, { type: 'cycle.saved', cycle: shared }, everyone(member))
  return cycle
}
