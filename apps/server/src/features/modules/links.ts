import {
  type ModuleLink,
  type ModuleLinkPatch,
  type NewModuleLink,
  toWebAddress,
  type WithId,
} from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, duplicate, notFound } from '#kernel/http/errors.ts'
import { archivedIsClosed, everyone } from './emit.ts'
import { findLink, insertLink, listLinks, updateLink } from './link-queries.ts'
import { findModule, lockModule } from './queries.ts'
import { moduleNotFound } from './read.ts'

const index = 'module_links_url_key'
const takenAtCreation = duplicate(index, badRequest({ error: 'URL already exists.' }))
const takenAtChange = duplicate(index, badRequest({ error: 'URL already exists for this Issue' }))

function readUrl(typed: string): string {
  const url = toWebAddress(typed)
  if (!url) throw badRequest({ url: ['Enter a valid URL.'] })
  return url
}

export async function listLinksOf(db: Db, member: ProjectMember, module_id: string) {
  if (!(await findModule(db, member, module_id))) throw moduleNotFound()
  return listLinks(db, member, module_id)
}

export async function readLink(db: Db, member: ProjectMember, module_id: string, id: string) {
  const link = await findLink(db, member, module_id, id)
  if (!link) throw notFound()
  return link
}

const emitModuleLink = (tx: Tx, member: ProjectMember, link: ModuleLink) =>
  emit(tx, { type: 'module_link.saved', link }, everyone(member))

async function lockLive(tx: Tx, member: ProjectMember, module_id: string) {
  const module = await lockModule(tx, member, module_id)
  if (!module) throw moduleNotFound()
  if (module.archived_at) throw archivedIsClosed()
}

export const createLink = (
  db: Db,
  member: ProjectMember,
  module_id: string,
  { title = null, metadata = {}, ...wanted }: NewModuleLink & WithId,
) =>
  db.transaction().execute(async (tx) => {
    const url = readUrl(wanted.url)
    await lockLive(tx, member, module_id)
    const added = { id: wanted.id, module_id, url, title, metadata: JSON.stringify(metadata) }
    const { id } = await insertLink(tx, member, added).catch(takenAtCreation)
    const link = await readLink(tx, member, module_id, id)
    await emitModuleLink(tx, member, link)
    return link
  })

export const changeLink = (
  db: Db,
  member: ProjectMember,
  module_id: string,
  id: string,
  { title, metadata, url }: ModuleLinkPatch,
) =>
  db.transaction().execute(async (tx) => {
    const change = {
      ...(url !== undefined && { url: readUrl(url) }),
      ...(title !== undefined && { title }),
      ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
    }
    await lockLive(tx, member, module_id)
    await readLink(tx, member, module_id, id)
    await updateLink(tx, member, id, change).catch(takenAtChange)
    const link = await readLink(tx, member, module_id, id)
    await emitModuleLink(tx, member, link)
    return link
  })

export const removeLink = (db: Db, member: ProjectMember, module_id: string, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockLive(tx, member, module_id)
    await readLink(tx, member, module_id, id)
    await updateLink(tx, member, id, { deleted_at: now })
    const { project_id } = member
    const gone = { type: 'module_link.removed', id, module_id, project_id } as const
    await emit(tx, gone, everyone(member))
  })
