import type { Project, SharedProject } from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { emit, emitAll } from '#kernel/events/outbox.ts'
import { notFound } from '#kernel/http/errors.ts'
import { findProject, listAudience, listPersonal } from './queries.ts'

export interface Telling {
  /** Users who saw it until now: those who no longer do get a removal event. */
  before?: readonly string[]
  /** Users for whom it changed: joined, promoted, moved in their list. */
  changedFor?: readonly string[]
}

const asSeenByAll = ({ is_favorite, member_role, sort_order, ...shared }: Project): SharedProject =>
  shared

async function readShared(tx: Tx, member: Member, id: string) {
  const project = await findProject(tx, member, id)
  if (!project) throw notFound()
  return { project, shared: asSeenByAll(project) }
}

async function emitEach(tx: Tx, shared: SharedProject, user_ids: readonly string[]) {
  const people = await listPersonal(tx, shared.id, user_ids)
  await emitAll(
    tx,
    people.map(({ user_id, ...own }) => [
      { type: 'project.saved', project: { ...shared, ...own } },
      { to: [user_id], within: { workspace_id: shared.workspace } },
    ]),
  )
}

/** For changes that concern these users only. */
export async function emitToUsers(tx: Tx, member: Member, id: string, user_ids: string[]) {
  const { shared } = await readShared(tx, member, id)
  await emitEach(tx, shared, user_ids)
}

/** Emits the current project to all users who see it, with personal fields where these changed. */
export async function emitProject(
  tx: Tx,
  member: Member,
  id: string,
  { before = [], changedFor = [] }: Telling = {},
): Promise<Project> {
  const { project, shared } = await readShared(tx, member, id)
  const audience = new Set(await listAudience(tx, member, id))
  const personally = new Set(changedFor.filter((user_id) => audience.has(user_id)))
  const others = [...audience].filter((user_id) => !personally.has(user_id))
  const within = { workspace_id: member.workspace_id }
  if (others.length > 0) {
    await emit(tx, { type: 'project.saved', project: shared }, { to: others, within })
  }
  await emitEach(tx, shared, [...personally])
  const gone = before.filter((user_id) => !audience.has(user_id))
  if (gone.length > 0) await emit(tx, { type: 'project.removed', id }, { to: gone, within: null })
  return project
}
