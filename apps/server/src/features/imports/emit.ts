import type { Import } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { notFound } from '#kernel/http/errors.ts'
import { findImport } from './queries.ts'

/** Notifies the user of the state of their import. */
export async function emitImport(tx: Tx, member: ProjectMember, id: string): Promise<Import> {
  const saved = await findImport(tx, member, id)
  if (!saved) throw notFound()
  const { user_id, workspace_id, project_id } = member
  const audience = { to: [user_id], within: { workspace_id, project_id } }
  await emit(tx, { type: 'import.saved', import: saved }, audience)
  return saved
}
