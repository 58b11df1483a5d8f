import type { IntakeItem } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'

export async function emitIntakeItem(tx: Tx, member: ProjectMember, intake_item: IntakeItem) {
  const { workspace_id, project_id } = member
  const audience = { workspace_id, project_id, author_id: intake_item.issue.created_by }
  await emit(tx, { type: 'intake_item.saved', intake_item }, audience)
}
