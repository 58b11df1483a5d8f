import { ADMIN } from '@cairn/contract'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { forbidden, notFound } from '#kernel/http/errors.ts'
import { emitProject } from './events.ts'
import {
  listAudience,
  lockProject,
  markProjectContentsDeleted,
  removeFavoritesOfProject,
  updateProject,
} from './queries.ts'

/** Notifies users who lost favorites, and returns them. */
async function dropFavorites(tx: Tx, project_id: string): Promise<string[]> {
  const dropped = await removeFavoritesOfProject(tx, project_id)
  if (dropped.length === 0) return []
  const people = [...new Set(dropped.map(({ user_id }) => user_id))]
  const ids = dropped.map(({ id }) => id)
  await emit(tx, { type: 'favorite.removed', ids }, { to: people, within: null })
  return people
}

/** Repeating it changes nothing and emits no event. */
export const archiveProject = (db: Db, member: ProjectMember) =>
  db.transaction().execute(async (tx) => {
    const { project_id } = member
    const locked = await lockProject(tx, member, project_id)
    if (!locked) throw notFound()
    if (locked.archived_at) return { archived_at: locked.archived_at }
    const archived = await updateProject(tx, member, project_id, { archived_at: now })
    const changedFor = await dropFavorites(tx, project_id)
    await emitProject(tx, member, project_id, { changedFor })
    return { archived_at: archived?.archived_at ?? '' }
  })

export const restoreProject = (db: Db, member: ProjectMember) =>
  db.transaction().execute(async (tx) => {
    const { project_id } = member
    const locked = await lockProject(tx, member, project_id)
    if (!locked) throw notFound()
    if (!locked.archived_at) return
    await updateProject(tx, member, project_id, { archived_at: null })
    await emitProject(tx, member, project_id)
  })

/**
 * Hidden for everyone with the commit, including its contents. Workspace admins get the same
 * response for a missing project as other users.
 */
export const removeProject = (db: Db, member: Member, id: string) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockProject(tx, member, id)
    if (!locked) throw member.workspace_role === ADMIN ? forbidden() : notFound()
    const to = await listAudience(tx, member, id)
    await dropFavorites(tx, id)
    await markProjectContentsDeleted(tx, id)
    await updateProject(tx, member, id, { deleted_at: now })
    await emit(tx, { type: 'project.removed', id }, { to, within: null })
  })
