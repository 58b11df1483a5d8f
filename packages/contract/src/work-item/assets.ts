import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember, anyone, anyProjectMember, signedIn, workspaceAdmins } from '../core/policy.ts'
import { Id, Json, Nullable } from '../core/shapes.ts'

export const assetKinds = [
  'USER_AVATAR',
  'USER_COVER',
  'WORKSPACE_LOGO',
  'PROJECT_COVER',
  'ISSUE_ATTACHMENT',
  'ISSUE_DESCRIPTION',
  'COMMENT_DESCRIPTION',
  'PAGE_DESCRIPTION',
  'DRAFT_ISSUE_ATTACHMENT',
  'DRAFT_ISSUE_DESCRIPTION',
] as const
export type AssetKind = (typeof assetKinds)[number]

const name = Type.String({ maxLength: 255 })

/**
 * `entity_type` is not an enum here: the contract answers an invalid one with its own error
 * message.
 */
export const NewAsset = Type.Object({
  name: Type.Optional(name),
  type: Type.Optional(name),
  size: Type.Optional(Type.Integer({ minimum: 1 })),
  entity_type: Type.Optional(name),
  /** The owner's id; empty while the owner is not saved yet. */
  entity_identifier: Type.Optional(Nullable(name)),
})
export type NewAsset = Static<typeof NewAsset>

/** The upload target: a form with all `fields` and then the file as `file`. */
export const UploadTarget = Type.Object({
  upload_data: Type.Object({
    url: Type.String(),
    fields: Type.Unsafe<Record<string, string>>(Type.Record(Type.String(), Type.String())),
  }),
  asset_id: Id,
  asset_url: Nullable(Type.String()),
})
export type UploadTarget = Static<typeof UploadTarget>

/** May be empty. */
const AssetPatch = Nullable(Type.Object({ attributes: Type.Optional(Json) }))

const AssetIds = Type.Object({ asset_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })) })

const AssetCopy = Type.Object({
  entity_type: Type.Optional(name),
  entity_id: Type.Optional(Nullable(name)),
  project_id: Type.Optional(Nullable(Id)),
})
export type AssetCopy = Static<typeof AssetCopy>

export const Picture = Type.Object({
  id: Type.String(),
  urls: Type.Object({
    raw: Type.String(),
    full: Type.String(),
    regular: Type.String(),
    small: Type.String(),
    thumb: Type.String(),
  }),
  alt_description: Nullable(Type.String()),
  width: Type.Number(),
  height: Type.Number(),
  color: Nullable(Type.String()),
})
export type Picture = Static<typeof Picture>

const Found = Type.Object({
  results: Type.Array(Picture),
  total: Type.Integer(),
  total_pages: Type.Integer(),
})

const base = '/api/assets/v2/'
const own = `${base}user-assets/` as const
const workspace = `${base}workspaces/:slug/` as const
const project = `${workspace}projects/:project_id/` as const
const oldOwn = '/api/users/file-assets/:key/'
const oldShared = '/api/workspaces/file-assets/:workspace_id/:key/'

const done = { 204: Type.Null() }
const redirect = { 302: Type.Null() }
const changed = { body: AssetPatch, 204: Type.Null() }

/** Bytes used by a workspace's files, and the limit; null: unlimited. */
const WorkspaceStorage = Type.Object({ used: Type.Integer(), limit: Nullable(Type.Integer()) })
export type WorkspaceStorage = Static<typeof WorkspaceStorage>

export const assetsApi = {
  storage: endpoint(workspaceAdmins, 'GET /api/workspaces/:slug/storage/', {
    200: WorkspaceStorage,
  }),

  createOwn: endpoint(signedIn, `POST ${own}`, { body: NewAsset, 200: UploadTarget }),
  completeOwn: endpoint(signedIn, `PATCH ${own}:id/`, changed),
  removeOwn: endpoint(signedIn, `DELETE ${own}:id/`, done),

  create: endpoint(anyMember, `POST ${workspace}`, { body: NewAsset, 200: UploadTarget }),
  complete: endpoint(anyMember, `PATCH ${workspace}:id/`, changed),
  remove: endpoint(anyMember, `DELETE ${workspace}:id/`, done),
  get: endpoint(anyMember, `GET ${workspace}:id/`, redirect),
  download: endpoint(anyMember, `GET ${workspace}download/:id/`, redirect),
  restore: endpoint(anyMember, `POST ${workspace}restore/:id/`, done),
  check: endpoint(anyMember, `GET ${workspace}check/:id/`, {
    200: Type.Object({ exists: Type.Boolean() }),
  }),
  duplicate: endpoint(anyMember, `POST ${workspace}duplicate-assets/:id/`, {
    body: AssetCopy,
    200: Type.Object({ asset_id: Id }),
  }),
  bind: endpoint(anyMember, `POST ${workspace}:entity_id/bulk/`, {
    body: AssetIds,
    204: Type.Null(),
  }),

  createInProject: endpoint(anyProjectMember, `POST ${project}`, {
    body: NewAsset,
    200: UploadTarget,
  }),
  completeInProject: endpoint(anyProjectMember, `PATCH ${project}:id/`, changed),
  removeInProject: endpoint(anyProjectMember, `DELETE ${project}:id/`, done),
  getInProject: endpoint(anyProjectMember, `GET ${project}:id/`, redirect),
  downloadInProject: endpoint(anyProjectMember, `GET ${project}download/:id/`, redirect),
  bindInProject: endpoint(anyProjectMember, `POST ${project}:entity_id/bulk/`, {
    body: AssetIds,
    204: Type.Null(),
  }),

  /** Avatars, covers and logos. */
  shown: endpoint(anyone, `GET ${base}static/:id/`, redirect),
  upload: endpoint(anyone, `POST ${base}upload/`, done),
  file: endpoint(anyone, `GET ${base}files/*`, { 200: Type.Unknown(), ...redirect }),

  removeOldOwn: endpoint(signedIn, `DELETE ${oldOwn}`, done),
  restoreOldOwn: endpoint(signedIn, `POST ${oldOwn}restore/`, done),
  removeOld: endpoint(signedIn, `DELETE ${oldShared}`, done),
  restoreOld: endpoint(signedIn, `POST ${oldShared}restore/`, done),

  searchPictures: endpoint(signedIn, 'GET /api/unsplash/', {
    query: Type.Object({
      query: Type.Optional(Type.String({ maxLength: 255 })),
      page: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,3}$' })),
      per_page: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,1}$' })),
    }),
    200: Type.Unsafe<Picture[] | Static<typeof Found>>({ anyOf: [Type.Array(Picture), Found] }),
  }),
  covers: endpoint(anyone, 'GET /api/project-covers/', { 200: Type.Array(Type.String()) }),
}
