import type { NewAsset } from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import { badRequest, conflict, duplicate, notFound } from '#kernel/http/errors.ts'
import { refuseToChange } from './owners.ts'
import { findAsset, findProjectRole, lockAsset, type Owner } from './queries.ts'
import {
  addressOfFile,
  type House,
  markUploaded,
  openTarget,
  type Patch,
  takeInAt,
} from './service.ts'

/** API clients upload any file an item may have before the item exists. */
const KIND = 'ISSUE_ATTACHMENT'

type Wanted = NewAsset & Pick<Owner, 'project_id' | 'external_source' | 'external_id'>

const pairTaken = duplicate(
  'assets_external_key',
  conflict({ message: 'Asset with same external id and source already exists' }),
)

export function openLooseFile(house: House, member: Member, wanted: Wanted) {
  const { workspace_id, user_id, slug } = member
  const { project_id = null, external_source = null, external_id = null, ...file } = wanted
  return openTarget(house, user_id, KIND, file, async () => {
    const isForeign =
      project_id && (await findProjectRole(house.db, member, project_id)) === undefined
    if (isForeign) {
      throw badRequest({ project_id: [`Invalid pk "${project_id}" - object does not exist.`] })
    }
    return { owner: { workspace_id, project_id, external_source, external_id }, slug }
  }).catch(pairTaken)
}

async function isLoose(house: House, member: Member, id: string) {
  const asset = await findAsset(house.db, member, id)
  return asset?.entity_type === KIND && asset.work_item_id === null
}

export async function completeLooseFile(house: House, member: Member, id: string, patch: Patch) {
  if (!(await isLoose(house, member, id))) throw notFound()
  const stored = await takeInAt(house, member, id)
  await house.db.transaction().execute(async (tx) => {
    const asset = await lockAsset(tx, member, id)
    if (!asset) throw notFound()
    await refuseToChange(tx, member, asset)
    await markUploaded(tx, asset, member.user_id, stored, patch)
  })
}

/** For any file the caller may see in the workspace; null: not uploaded yet. */
export async function findFileAddress(house: House, member: Member, id: string) {
  const asset = await findAsset(house.db, member, id)
  if (!asset) throw notFound()
  const { attributes, is_uploaded } = asset
  return { ...attributes, address: is_uploaded ? await addressOfFile(house, member, asset) : null }
}
