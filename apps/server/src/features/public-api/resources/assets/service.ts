import type { AssetAddressV1, NewAssetV1, NewUserAssetV1 } from '@cairn/contract/v1'
import type { House } from '#features/assets/service.ts'
import {
  createOwn,
  findByExternalId,
  findFileAddress,
  openLooseFile,
} from '#features/assets/uploads/service.ts'
import type { Member, Person } from '#kernel/auth/member.ts'
import { badRequest, conflict, HttpError, notFound } from '#kernel/http/errors.ts'
import { whereTaken } from '../../kit/conflicts.ts'
import { inOtherWords } from '../../kit/other-words.ts'

/** Makes a path of ours an absolute URL. */
type Absolute = (path: string) => string

const addressOf = ({ slug }: Member, id: string) => `/api/v1/workspaces/${slug}/assets/${id}/`

export async function askForFile(
  house: House,
  member: Member,
  { name, size, ...rest }: NewAssetV1,
  absolute: Absolute,
) {
  if (!name || !size) {
    throw badRequest({ error: 'Name and size are required fields.', status: false })
  }
  const taken = async () => {
    const id = (await findByExternalId(house.db, member, rest))?.id
    const message = 'Asset with same external id and source already exists'
    return conflict({ message, ...(id && { asset_id: id, asset_url: addressOf(member, id) }) })
  }
  const target = await openLooseFile(house, member, { ...rest, name, size }).catch(
    whereTaken({ assets_external_key: taken }),
  )
  const { url, fields } = target.upload_data
  const upload_data = { url: absolute(url), fields }
  return { ...target, upload_data, asset_url: addressOf(member, target.asset_id) }
}

export const assetNotFound = (error: unknown): never => {
  throw error instanceof HttpError && error.status === 404
    ? notFound({ error: 'Asset not found' })
    : error
}

export async function readFile(
  house: House,
  member: Member,
  asset_id: string,
  absolute: Absolute,
): Promise<AssetAddressV1> {
  const file = await findFileAddress(house, member, asset_id).catch(assetNotFound)
  const { address, name: asset_name, type: asset_type } = file
  if (!address) throw badRequest({ error: 'Asset not yet uploaded' })
  return { asset_id, asset_url: absolute(address), asset_name, asset_type }
}

export async function askForOwn(
  house: House,
  person: Person,
  wanted: NewUserAssetV1,
  absolute: Absolute,
) {
  const error = 'Invalid file type. Only JPEG and PNG files are allowed.'
  // A wrong kind throws synchronously, so it is wrapped in a promise.
  const open = async () => createOwn(house, person, wanted)
  const target = await open().catch(
    inOtherWords({
      'Invalid file type. Only JPEG, PNG, WebP, JPG and GIF files are allowed.': badRequest({
        error,
        status: false,
      }),
    }),
  )
  const { url, fields } = target.upload_data
  return { ...target, upload_data: { url: absolute(url), fields } }
}
