import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { findModule } from './queries.ts'

export const everyone = ({ workspace_id, project_id }: ProjectMember) =>
  ({ workspace_id, project_id, for_everyone: true }) as const

export const archivedIsClosed = () => badRequest({ error: 'Archived module cannot be updated' })

/** Emits the current module without progress: clients count it themselves. */
export async function emitModule(tx: Tx, member: ProjectMember, id: string): Promise<void> {
  const found = await findModule(tx, member, id)
  if (!found) throw notFound()
  const { is_favorite, ...module } = found
  await emit(tx, { type: 'module.saved', module }, everyone(member))
}
