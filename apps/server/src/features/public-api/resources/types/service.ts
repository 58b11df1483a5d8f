import { ADMIN } from '@cairn/contract'
import type { NewTypeV1, TypePatchV1 } from '@cairn/contract/v1'
import { changeProject } from '#features/projects/service.ts'
import { changeType, createType, removeType } from '#features/work-item-types/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, gateClosed, notFound } from '#kernel/http/errors.ts'
import { alreadyThere, externalTaken, whereTaken } from '../../kit/conflicts.ts'
import { findByExternal, findByName, listTypes, saveExternal } from './queries.ts'

/** Types are the workspace's, so its admins define them. */
function refuseOthers({ workspace_role }: Member) {
  if (workspace_role < ADMIN) throw gateClosed()
}

export async function readType(db: Db, member: ProjectMember, id: string) {
  const found = (await listTypes(db, member)).find((type) => type.id === id.toLowerCase())
  if (!found) throw notFound()
  return found
}

function refuseEpic(is_epic: boolean | undefined, isEpic = false) {
  if (is_epic === undefined || is_epic === isEpic) return
  throw badRequest({ is_epic: ['A workspace has one type for epics.'] })
}

const nameTaken = (db: Db, member: ProjectMember, name: string) =>
  whereTaken({
    work_item_types_name_key: async () =>
      alreadyThere(
        'Work item type with the same name already exists',
        await findByName(db, member, name.trim()),
      ),
  })

const idsOf = async (db: Db, member: ProjectMember) =>
  (await listTypes(db, member)).filter(({ is_epic }) => !is_epic).map(({ id }) => id)

/** Adds them to those the project uses. */
async function useTypes(db: Db, member: ProjectMember, ids: readonly string[]) {
  const type_ids = [...new Set([...(await idsOf(db, member)), ...ids])]
  await changeProject(db, member, { is_issue_type_enabled: true, type_ids })
}

export async function addType(db: Db, member: ProjectMember, wanted: NewTypeV1) {
  refuseOthers(member)
  const { name, description, logo_props, is_epic, is_active, ...external } = wanted
  refuseEpic(is_epic)
  const known = await findByExternal(db, member, external)
  if (known) throw externalTaken('Work item type', known)
  // A project that uses none gets those of the workspace, as in the app.
  await changeProject(db, member, { is_issue_type_enabled: true })
  const { id } = await createType(db, member, {
    ...{ id: crypto.randomUUID(), name },
    ...(description && { description }),
    ...(logo_props && { logo_props }),
  }).catch(nameTaken(db, member, name))
  await saveExternal(db, member, id, external)
  await useTypes(db, member, [id])
  if (is_active === false) await changeType(db, member, id, { is_active })
  return readType(db, member, id)
}

export async function editType(db: Db, member: ProjectMember, id: string, patch: TypePatchV1) {
  const before = await readType(db, member, id)
  refuseOthers(member)
  const { description, is_epic, external_source, external_id, ...plain } = patch
  refuseEpic(is_epic, before.is_epic)
  const external = {
    external_source: external_source === undefined ? before.external_source : external_source,
    external_id: external_id === undefined ? before.external_id : external_id,
  }
  const known = await findByExternal(db, member, external)
  if (known && known !== before.id) throw externalTaken('Work item type', known)
  await changeType(db, member, before.id, {
    ...plain,
    ...(description !== undefined && { description: description ?? '' }),
  }).catch(nameTaken(db, member, patch.name ?? ''))
  await saveExternal(db, member, before.id, external)
  return readType(db, member, before.id)
}

export async function deleteType(db: Db, member: ProjectMember, id: string) {
  const { id: found } = await readType(db, member, id)
  refuseOthers(member)
  await removeType(db, member, found)
}

export async function importTypes(db: Db, member: ProjectMember, ids: readonly string[]) {
  refuseOthers(member)
  await useTypes(
    db,
    member,
    ids.map((id) => id.toLowerCase()),
  )
  return listTypes(db, member)
}
