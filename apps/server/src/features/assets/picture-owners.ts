import type { AssetKind } from '@cairn/contract'
import type { Member, Person } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import type { Asset } from './queries.ts'

type Picture = Pick<Asset, 'id' | 'project_id'>

interface PictureOwner<By> {
  /** Replaces the previous picture with the uploaded one. */
  show(tx: Tx, by: By, picture: Picture): Promise<void>
  /** Only if it is the current picture. */
  hide(tx: Tx, by: By, picture: Picture): Promise<void>
}

/**
 * Accounts, workspaces and projects import this feature. They register what an upload of theirs
 * changes, so that this feature does not import them.
 */
const ofPeople = new Map<AssetKind, PictureOwner<Person>>()
const ofWorkspaces = new Map<AssetKind, PictureOwner<Member>>()

export const registerOwnPicture = (kind: AssetKind, owner: PictureOwner<Person>) =>
  ofPeople.set(kind, owner)

export const registerPicture = (kind: AssetKind, owner: PictureOwner<Member>) =>
  ofWorkspaces.set(kind, owner)

export const showOwn = async (tx: Tx, by: Person, asset: Asset) =>
  ofPeople.get(asset.entity_type)?.show(tx, by, asset)

export const hideOwn = async (tx: Tx, by: Person, asset: Asset) =>
  ofPeople.get(asset.entity_type)?.hide(tx, by, asset)

export const showOn = async (tx: Tx, by: Member, asset: Asset) =>
  ofWorkspaces.get(asset.entity_type)?.show(tx, by, asset)

export const hideFrom = async (tx: Tx, by: Member, asset: Asset) =>
  ofWorkspaces.get(asset.entity_type)?.hide(tx, by, asset)
