import type { NewReaction, WithId } from '@cairn/contract'
import {
  type Activity,
  lockForDiscussion,
  openItem,
  recordAll,
} from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, duplicate, notFound } from '#kernel/http/errors.ts'
import { deleteReaction, findItemOf, insertReaction, listReactions } from './queries.ts'

const alreadyThere = duplicate(
  'comment_reactions_key',
  badRequest({ error: 'Reaction already exists for the user' }),
)

async function itemOf(db: Db, member: ProjectMember, comment_id: string): Promise<string> {
  const found = await findItemOf(db, member, comment_id)
  if (!found) throw notFound()
  return found.work_item_id
}

export async function readReactions(db: Db, member: ProjectMember, comment_id: string) {
  await openItem(db, member, await itemOf(db, member, comment_id))
  return (await listReactions(db, member, [comment_id])).reverse()
}

/** Reactions do not update the item's `updated_at` and notify no one. */
async function open(tx: Tx, member: ProjectMember, comment_id: string) {
  const item = await lockForDiscussion(tx, member, await itemOf(tx, member, comment_id))
  const { workspace_id, project_id } = member
  return {
    issue: item.id,
    audience: { workspace_id, project_id, author_id: item.created_by },
    note: (activity: Activity) => recordAll(tx, member, [[item.id, [activity]]], { notify: false }),
  }
}

export const addReaction = (
  db: Db,
  member: ProjectMember,
  comment_id: string,
  wanted: NewReaction & WithId,
) =>
  db.transaction().execute(async (tx) => {
    const { issue, audience, note } = await open(tx, member, comment_id)
    const reaction = await insertReaction(tx, member, comment_id, wanted).catch(alreadyThere)
    const created = { verb: 'created', field: 'reaction', comment: 'added the reaction' } as const
    await note({ ...created, new_value: wanted.reaction, new_identifier: reaction.id })
    await emit(tx, { type: 'comment.reacted', issue, reaction }, audience)
    return reaction
  })

export const removeReaction = (db: Db, member: ProjectMember, comment_id: string, code: string) =>
  db.transaction().execute(async (tx) => {
    const { issue, audience, note } = await open(tx, member, comment_id)
    const gone = await deleteReaction(tx, member, comment_id, code)
    if (!gone) throw notFound()
    const { id, comment, reaction } = gone
    const deleted = { verb: 'deleted', field: 'reaction', comment: 'removed the reaction' } as const
    await note({ ...deleted, old_value: reaction, old_identifier: id })
    await emit(tx, { type: 'comment.reaction_removed', id, issue, comment }, audience)
  })
