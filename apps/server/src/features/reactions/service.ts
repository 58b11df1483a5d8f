import type { NewReaction, WithId } from '@cairn/contract'
import {
  type Activity,
  type Kind,
  lockForDiscussion,
  openItem,
  recordAll,
  touchItem,
} from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, duplicate, notFound } from '#kernel/http/errors.ts'
import { deleteReaction, insertReaction, listReactions } from './queries.ts'

/** For items the caller has access to. */
export { listReactions as reactionsOfMany } from './queries.ts'

const alreadyThere = duplicate(
  'work_item_reactions_key',
  badRequest({ error: 'The payload is not valid' }),
)

export async function readReactions(db: Db, member: ProjectMember, id: string, kind: Kind) {
  await openItem(db, member, id, kind)
  return listReactions(db, member, [id])
}

/** Reactions notify no one. */
async function note(tx: Tx, member: ProjectMember, id: string, activity: Activity) {
  await recordAll(tx, member, [[id, [activity]]], { notify: false })
  await touchItem(tx, member, id)
}

export const addReaction = (
  db: Db,
  member: ProjectMember,
  id: string,
  wanted: NewReaction & WithId,
  kind: Kind,
) =>
  db.transaction().execute(async (tx) => {
    const item = await lockForDiscussion(tx, member, id, kind)
    const { workspace_id, project_id } = member
    const added = await insertReaction(tx, member, item.id, wanted).catch(alreadyThere)
    const created = { verb: 'created', field: 'reaction', comment: 'added the reaction' } as const
    await note(tx, member, item.id, {
      ...{ ...created, new_value: wanted.reaction, new_identifier: added.id },
    })
    const [reaction] = await listReactions(tx, member, [item.id], added.id)
    if (!reaction) throw notFound()
    const audience = { workspace_id, project_id, author_id: item.created_by }
    await emit(tx, { type: 'reaction.saved', issue: item.id, reaction }, audience)
    return reaction
  })

export const removeReaction = (
  db: Db,
  member: ProjectMember,
  { id, reaction }: { id: string; reaction: string },
  kind: Kind,
) =>
  db.transaction().execute(async (tx) => {
    const item = await lockForDiscussion(tx, member, id, kind)
    const { workspace_id, project_id } = member
    const gone = await deleteReaction(tx, member, item.id, reaction)
    if (!gone) throw notFound()
    const deleted = { verb: 'deleted', field: 'reaction', comment: 'removed the reaction' } as const
    const values = { old_value: gone.reaction, old_identifier: gone.id }
    await note(tx, member, item.id, { ...deleted, ...values })
    const audience = { workspace_id, project_id, author_id: item.created_by }
    await emit(tx, { type: 'reaction.removed', issue: item.id, id: gone.id }, audience)
  })
