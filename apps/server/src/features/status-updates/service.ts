import {
  canChangeStatusUpdate,
  canUpdateInitiative,
  type NewStatusUpdate,
  type StatusUpdate,
  type StatusUpdatePatch,
  type WithId,
} from '@cairn/contract'
import { listInitiativeReaders, readInitiative } from '#features/initiatives/service.ts'
import { notifyOfUpdate, withdrawUpdate } from '#features/notifications/service.ts'
import { lockForDiscussion, openItem } from '#features/work-items/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { type Audience, emit } from '#kernel/events/outbox.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { lockProject } from '#product/lock-queries.ts'
import {
  insertUpdate,
  listFollowers,
  listOfEpic,
  listOfInitiative,
  listOfProject,
  lockUpdate,
  type Subject,
  saveUpdate,
} from './queries.ts'

interface Asked {
  limit?: string
}

const DEFAULT_LIMIT = 20
const limitOf = ({ limit }: Asked) => (limit ? Number(limit) : DEFAULT_LIMIT)

export const listProjectUpdates = (db: Db, member: ProjectMember, query: Asked) =>
  listOfProject(db, member, limitOf(query))

export async function listEpicUpdates(db: Db, member: ProjectMember, id: string, query: Asked) {
  await openItem(db, member, id, 'epics')
  return listOfEpic(db, member, id, limitOf(query))
}

export async function listInitiativeUpdates(db: Db, member: Member, id: string, query: Asked) {
  await readInitiative(db, member, id)
  return listOfInitiative(db, member, id, limitOf(query))
}

/** The users who see it now. */
async function audienceOf(tx: Tx, member: Member, update: StatusUpdate): Promise<Audience> {
  const { workspace_id } = member
  const { project_id, created_by } = update
  if (project_id) return { workspace_id, project_id, author_id: created_by }
  return { to: await listInitiativeReaders(tx, member), within: { workspace_id } }
}

async function emitUpdate(tx: Tx, member: Member, update: StatusUpdate) {
  const audience = await audienceOf(tx, member, update)
  await emit(tx, { type: 'status_update.saved', update }, audience)
  return update
}

function readText(typed: string): string {
  const text = typed.trim()
  if (!text) throw badRequest({ text: ['This field may not be blank.'] })
  return text
}

type Wanted = NewStatusUpdate & WithId

/** The update, its notifications and the event are one transaction. */
async function post(tx: Tx, member: Member, subject: Partial<Subject>, wanted: Wanted) {
  const about = { project_id: null, work_item_id: null, initiative_id: null, ...subject }
  const { id, health } = wanted
  const update = await insertUpdate(tx, member, about, { id, health, text: readText(wanted.text) })
  if (!update) throw notFound()
  await notifyOfUpdate(tx, update, await listFollowers(tx, member, update))
  return emitUpdate(tx, member, update)
}

export const createForProject = (db: Db, member: ProjectMember, wanted: Wanted) =>
  db.transaction().execute(async (tx) => {
    await lockProject(tx, member)
    return post(tx, member, { project_id: member.project_id }, wanted)
  })

export const createForEpic = (
  db: Db,
  member: ProjectMember,
  work_item_id: string,
  wanted: Wanted,
) =>
  db.transaction().execute(async (tx) => {
    await lockForDiscussion(tx, member, work_item_id, 'epics')
    return post(tx, member, { project_id: member.project_id, work_item_id }, wanted)
  })

export const createForInitiative = (
  db: Db,
  member: Member,
  initiative_id: string,
  wanted: Wanted,
) =>
  db.transaction().execute(async (tx) => {
    const initiative = await readInitiative(tx, member, initiative_id)
    if (!canUpdateInitiative(member, initiative)) throw forbidden()
    return post(tx, member, { initiative_id }, wanted)
  })

async function lockOwn(tx: Tx, member: Member, id: string) {
  const locked = await lockUpdate(tx, member, id)
  if (!locked) throw notFound()
  const { project_role, ...update } = locked
  if (!canChangeStatusUpdate({ ...member, project_role }, update)) throw forbidden()
  return update
}

export const changeUpdate = (db: Db, member: Member, id: string, patch: StatusUpdatePatch) =>
  db.transaction().execute(async (tx) => {
    const { health, text } = patch
    const change = {
      ...(health !== undefined && { health }),
      ...(text !== undefined && { text: readText(text) }),
    }
    await lockOwn(tx, member, id)
    const update = await saveUpdate(tx, member, id, change)
    if (!update) throw notFound()
    return emitUpdate(tx, member, update)
  })

/** Its notifications are removed too. */
export const removeUpdate = (db: Db, member: Member, id: string) =>
  db.transaction().execute(async (tx) => {
    const update = await lockOwn(tx, member, id)
    const audience = await audienceOf(tx, member, update)
    await saveUpdate(tx, member, id, { deleted_at: now })
    await withdrawUpdate(tx, member, id)
    const { project_id, epic_id, initiative_id, workspace } = update
    await emit(
      tx,
      {
        ...{ type: 'status_update.removed', id, workspace_id: workspace },
        ...{ project_id, epic_id, initiative_id },
      },
      audience,
    )
  })
