import type { Estimate } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { notFound } from '#kernel/http/errors.ts'
import { findEstimate, listPoints } from './queries.ts'

export async function readEstimate(db: Db, member: ProjectMember, id: string): Promise<Estimate> {
  const estimate = await findEstimate(db, member, id)
  if (!estimate) throw notFound()
  return { ...estimate, points: await listPoints(db, member, [id]) }
}

export const everyone = ({ workspace_id, project_id }: ProjectMember) =>
  ({ workspace_id, project_id, for_everyone: true }) as const

/** Emits the current estimate system. */
export async function emitEstimate(tx: Tx, member: ProjectMember, id: string): Promise<Estimate> {
  const estimate = await readEstimate(tx, member, id)
  await emit(tx, { type: 'estimate.saved', estimate }, everyone(member))
  return estimate
}
