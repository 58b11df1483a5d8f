import { ADMIN, type AssetKind, MEMBER } from '@cairn/contract'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, forbidden } from '#kernel/http/errors.ts'
import {
  type Asset,
  type AssetScope,
  findCommentScope,
  findDraftScope,
  findPageScope,
  findProjectRole,
  findWorkItemScope,
  type Owner,
} from './queries.ts'

const unknownOwner = (id: string) =>
  badRequest({ entity_identifier: [`Invalid pk "${id}" - object does not exist.`] })

/** Only users who may edit the project can set its cover. */
async function findCovered(db: Db, place: AssetScope, id: string): Promise<Owner | undefined> {
  if (place.project_id && place.project_id !== id) return undefined
  const role = await findProjectRole(db, place, id)
  if (role === undefined) return undefined
  if (role < ADMIN) throw forbidden()
  return { project_id: id }
}

/** Kinds missing here have owners that cannot be created yet: every id is unknown. */
const finders: Partial<Record<AssetKind, typeof findCovered>> = {
  PROJECT_COVER: findCovered,
  ISSUE_DESCRIPTION: findWorkItemScope,
  COMMENT_DESCRIPTION: findCommentScope,
  DRAFT_ISSUE_DESCRIPTION: findDraftScope,
  PAGE_DESCRIPTION: findPageScope,
}

/** The owner if the caller may see it; undefined: unknown, foreign or deleted. */
export const findOwner = async (db: Db, place: AssetScope, kind: AssetKind, id: string) =>
  finders[kind]?.(db, place, id)

/** The owner of a new asset; without an id the owner is not saved yet. */
export async function resolveOwner(
  db: Db,
  place: AssetScope,
  kind: AssetKind,
  id: string | null | undefined,
): Promise<Owner> {
  const { workspace_id, workspace_role, project_id = null } = place
  if (kind === 'WORKSPACE_LOGO') {
    if (workspace_role !== ADMIN) throw forbidden()
    if (id && id !== workspace_id) throw unknownOwner(id)
    return { workspace_id }
  }
  if (!id) return { workspace_id, project_id }
  const owner = await findOwner(db, place, kind, id)
  if (!owner) throw unknownOwner(id)
  return { workspace_id, project_id, ...owner }
}

/** Users who see an asset may only view it by default. */
export async function refuseToChange(db: Db, place: AssetScope, asset: Asset): Promise<void> {
  const { entity_type, created_by, project_id } = asset
  if (entity_type === 'WORKSPACE_LOGO') {
    if (place.workspace_role !== ADMIN) throw forbidden()
    return
  }
  if (created_by === place.user_id) return
  const role = project_id ? await findProjectRole(db, place, project_id) : place.workspace_role
  const ofAdmins = entity_type === 'PROJECT_COVER' || entity_type === 'ISSUE_ATTACHMENT'
  if (role === undefined || role < (ofAdmins ? ADMIN : MEMBER)) throw forbidden()
}
