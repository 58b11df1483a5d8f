import { discardPicture } from '#features/assets/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { lockLogo, updateWorkspace } from './queries.ts'

/** Sets another logo, or none: the uploaded one is deleted. */
export async function replaceLogo(tx: Tx, member: Member, logo_asset_id: string | null) {
  const locked = await lockLogo(tx, member)
  if (!locked) throw notFound({ error: 'Workspace not found' })
  const { logo_asset } = locked
  const logo = logo_asset_id ? { logo: '' } : {}
  await updateWorkspace(tx, member, { ...logo, logo_asset_id })
  if (logo_asset && logo_asset !== logo_asset_id) {
    await discardPicture(tx, logo_asset, member.user_id)
  }
}

export async function isLogo(tx: Tx, member: Member, asset_id: string): Promise<boolean> {
  const locked = await lockLogo(tx, member)
  return locked?.logo_asset === asset_id
}
