import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember, byToken, signedIn } from '../core/policy.ts'
import { Id, Json, Nullable } from '../core/shapes.ts'
import { UploadTarget } from '../work-item/assets.ts'
import { external } from './lists.ts'
import { workspace } from './paths.ts'

const name = Type.String({ maxLength: 255 })
const size = Type.Integer({ minimum: 1 })

const NewAsset = Type.Partial(
  Type.Object({ name, type: name, size, project_id: Nullable(Id), ...external }),
)
export type NewAssetV1 = Static<typeof NewAsset>

const NewUserAsset = Type.Partial(Type.Object({ name, type: name, size, entity_type: name }))
export type NewUserAssetV1 = Static<typeof NewUserAsset>

const Mark = Type.Partial(Type.Object({ is_uploaded: Type.Boolean(), attributes: Json }))

const AssetAddress = Type.Object({
  asset_id: Id,
  /** A temporary URL of the file itself, for anyone who has it. */
  asset_url: Type.String(),
  asset_name: Type.String(),
  asset_type: Type.String(),
})
export type AssetAddressV1 = Static<typeof AssetAddress>

const nothing = { 204: Type.Null() }
const all = `${workspace}assets/` as const
const one = `${all}:asset_id/` as const
const inside = byToken(anyMember)

/**
 * Files of a workspace without an owner: create, upload to the returned target, mark as uploaded.
 */
export const assetsV1 = {
  create: endpoint(inside, `POST ${all}`, { body: NewAsset, 200: UploadTarget }),
  get: endpoint(inside, `GET ${one}`, { 200: AssetAddress }),
  complete: endpoint(inside, `PATCH ${one}`, { body: Mark, ...nothing }),
}

const own = '/api/v1/assets/user-assets/'
const ownOne = `${own}:asset_id/` as const
const anybody = byToken(signedIn)
const created = { body: NewUserAsset, 200: UploadTarget }
const marked = { body: Mark, ...nothing }

/** The user's own avatar or cover. Server-side clients have separate URLs for it. */
export const userAssetsV1 = {
  create: endpoint(anybody, `POST ${own}`, created),
  complete: endpoint(anybody, `PATCH ${ownOne}`, marked),
  remove: endpoint(anybody, `DELETE ${ownOne}`, nothing),
  createByServer: endpoint(anybody, `POST ${own}server/`, created),
  completeByServer: endpoint(anybody, `PATCH ${ownOne}server/`, marked),
  removeByServer: endpoint(anybody, `DELETE ${ownOne}server/`, nothing),
  createOfUser: endpoint(anybody, 'POST /api/v1/users/assets/', created),
}
