import { canPublish, canPublishView, type PublicationPatch } from '@cairn/contract'
import { emitPage, findVisible as findVisiblePage } from '#features/pages/service.ts'
import { emitView, findVisible as findVisibleView } from '#features/views/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { newAnchor } from './boards.ts'
import { findBoardOf, lockPublishingRule, saveBoard, updateBoard } from './queries.ts'

interface Owned {
  owned_by: string | null
  archived_at?: string | null
}

/** What differs between views and pages. */
interface Kind {
  entity_name: 'view' | 'page'
  /** The entity, if the caller may see it. */
  find: (db: Db, member: ProjectMember, id: string) => Promise<Owned>
  emit: (tx: Tx, member: ProjectMember, id: string) => Promise<unknown>
  isPublisher: (tx: Tx, member: ProjectMember, thing: Owned) => Promise<boolean>
  /** Throws if this one must not be published. */
  refuse?: (thing: Owned) => void
  unpublished: string
}

export const ofView: Kind = {
  entity_name: 'view',
  find: findVisibleView,
  emit: emitView,
  isPublisher: async (tx, member, view) =>
    canPublishView({ ...member, ...(await lockPublishingRule(tx, member)) }, view),
  unpublished: 'View is not published',
}

export const ofPage: Kind = {
  entity_name: 'page',
  find: findVisiblePage,
  emit: emitPage,
  isPublisher: async (_, member, page) => canPublish(member, page),
  refuse: ({ archived_at }) => {
    if (archived_at) throw badRequest({ error: 'Archived page cannot be published' })
  },
  unpublished: 'Page is not published',
}

async function findPublished(db: Db, member: ProjectMember, kind: Kind, id: string) {
  const board = await findBoardOf(db, member, kind.entity_name, id)
  if (!board) throw notFound({ error: kind.unpublished })
  return board
}

export async function readPublication(db: Db, member: ProjectMember, kind: Kind, id: string) {
  await kind.find(db, member, id)
  return findPublished(db, member, kind, id)
}

async function openOwn(tx: Tx, member: ProjectMember, kind: Kind, id: string) {
  const thing = await kind.find(tx, member, id)
  if (!(await kind.isPublisher(tx, member, thing))) throw forbidden()
  return thing
}

const unlessSaid = {
  is_comments_enabled: false,
  is_reactions_enabled: false,
  is_votes_enabled: false,
  is_activity_enabled: false,
}

export const publish = (
  db: Db,
  member: ProjectMember,
  kind: Kind,
  id: string,
  wanted: PublicationPatch,
) =>
  db.transaction().execute(async (tx) => {
    const thing = await openOwn(tx, member, kind, id)
    kind.refuse?.(thing)
    const what = { entity_name: kind.entity_name, entity_identifier: id, anchor: newAnchor() }
    await saveBoard(tx, member, what, { ...unlessSaid, ...wanted })
    await kind.emit(tx, member, id)
    return findPublished(tx, member, kind, id)
  })

export const changePublication = (
  db: Db,
  member: ProjectMember,
  kind: Kind,
  id: string,
  patch: PublicationPatch,
) =>
  db.transaction().execute(async (tx) => {
    await openOwn(tx, member, kind, id)
    const board = await findPublished(tx, member, kind, id)
    await updateBoard(tx, member, board.id, patch)
    return findPublished(tx, member, kind, id)
  })

export const unpublish = (db: Db, member: ProjectMember, kind: Kind, id: string) =>
  db.transaction().execute(async (tx) => {
    // Its owner can unpublish it, even if they may no longer publish.
    if (!canPublish(member, await kind.find(tx, member, id))) throw forbidden()
    const board = await findPublished(tx, member, kind, id)
    await updateBoard(tx, member, board.id, { deleted_at: now })
    await kind.emit(tx, member, id)
  })
