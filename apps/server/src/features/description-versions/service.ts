import { toCopyPage } from '@cairn/contract'
import { type Kind, openItem } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import { countVersions, findVersion, listVersions } from './queries.ts'

export async function pageVersions(
  db: Db,
  member: ProjectMember,
  id: string,
  cursor: string | undefined,
  kind: Kind,
) {
  const slice = sliceOf({ cursor })
  await openItem(db, member, id, kind)
  const [versions, total] = await Promise.all([
    listVersions(db, member, id, slice),
    countVersions(db, member, id),
  ])
  return toCopyPage(slice, versions, total)
}

export async function readVersion(
  db: Db,
  member: ProjectMember,
  { id, version_id }: { id: string; version_id: string },
  kind: Kind,
) {
  await openItem(db, member, id, kind)
  const version = await findVersion(db, member, id, version_id)
  if (!version) throw notFound()
  return version
}
