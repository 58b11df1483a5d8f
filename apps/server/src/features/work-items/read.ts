import { type ExpandedWorkItem, MEMBER, type WorkItemDetail } from '@cairn/contract'
import { recordVisit } from '#features/recent-visits/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { expand } from './expand.ts'
import { findParents } from './expand-queries.ts'
import { findByKey, findMoved } from './membership-queries.ts'
import { findDetail, findDetails } from './queries.ts'

export const notForYou = () => forbidden({ error: 'You are not allowed to view this issue' })

/** The route of a request: `epics/` finds only epics, `issues/` finds both. */
export type Kind = 'issues' | 'epics'

/** The item, if this member may see it; including archived and intake items. */
export async function openItem(
  db: Db,
  member: ProjectMember,
  id: string,
  kind: Kind = 'issues',
): Promise<WorkItemDetail> {
  const item = await findDetail(db, member, id)
  if (!item || (kind === 'epics' && !item.is_epic)) throw notFound()
  if (member.sees_only_own && item.created_by !== member.user_id) throw notForYou()
  return item
}

/** The same, but neither archived nor in intake. */
export async function openVisible(db: Db, member: ProjectMember, id: string, kind?: Kind) {
  const item = await openItem(db, member, id, kind)
  if (item.archived_at || item.state__group === 'triage') throw notFound()
  return item
}

export async function readItem(
  db: Db,
  member: ProjectMember,
  id: string,
  { kind, expanded = '' }: { kind?: Kind; expanded?: string },
): Promise<ExpandedWorkItem> {
  const item = await openItem(db, member, id, kind)
  recordItemVisit(db, member, item)
  return { ...item, ...(await expand(db, member, item, expanded)) }
}

export const recordItemVisit = (
  db: Db,
  member: Member,
  { id, project_id }: Pick<WorkItemDetail, 'id' | 'project_id'>,
) => recordVisit(db, member, { entity_name: 'issue', entity_identifier: id, project_id })

export async function readArchived(
  db: Db,
  member: ProjectMember,
  id: string,
  { kind, expanded = '' }: { kind?: Kind; expanded?: string },
): Promise<ExpandedWorkItem> {
  const item = await openItem(db, member, id, kind)
  if (!item.archived_at) throw notFound()
  return { ...item, ...(await expand(db, member, item, expanded)) }
}

/** Finds the item `TRAIL-7`, in any letter case. */
export async function findKey(db: Db, member: Member, key: string) {
  const parts = /^(.+)-([^-]*)$/.exec(key)
  const sequence = /^\d{1,9}$/.test(parts?.[2] ?? '') ? Number(parts?.[2]) : undefined
  if (!parts || sequence === undefined) throw badRequest({ error: 'Invalid issue identifier' })
  const named = await findByKey(db, member, parts[1] ?? '', sequence)
  if (!named) throw notFound()
  const found = named.id ? named : ((await findMoved(db, member, named, sequence)) ?? named)
  if (found.role === null) throw notForYou()
  if (!found.id) throw notFound()
  const sees_only_own = found.role === 5 && !found.guest_view_all_features
  const { project_id, identifier } = found
  const there = { ...member, project_id, identifier, project_role: found.role, sees_only_own }
  return { there, id: found.id }
}

export async function readByKey(db: Db, member: Member, key: string, expanded = '') {
  const { there, id } = await findKey(db, member, key)
  const item = await openItem(db, there, id)
  // Links to archived items keep working for users who may open the archive.
  const isHidden = item.archived_at !== null && there.project_role < MEMBER
  if (isHidden || item.state__group === 'triage') throw notFound()
  recordItemVisit(db, member, item)
  return { ...item, ...(await expand(db, there, item, expanded)) }
}

/** The visible ones of these items, with the same data as by key, and their parents. */
export async function readMany(db: Db, member: ProjectMember, ids: readonly string[]) {
  const isSeen = ({ created_by }: WorkItemDetail) =>
    !member.sees_only_own || created_by === member.user_id
  const items = (await findDetails(db, member, ids)).filter(
    (item) => isSeen(item) && !item.archived_at && item.state__group !== 'triage',
  )
  const above = [...new Set(items.flatMap(({ parent_id }) => parent_id ?? []))]
  const refs = new Map((await findParents(db, member, above)).map((ref) => [ref.id, ref]))
  return {
    items: items.map((item) => ({ ...item, parent: refs.get(item.parent_id ?? '') ?? null })),
    parents: (await findDetails(db, member, above)).filter(isSeen),
  }
}

export async function readMeta(db: Db, member: ProjectMember, id: string, kind?: Kind) {
  const { sequence_id } = await openVisible(db, member, id, kind)
  return { sequence_id, project_identifier: member.identifier }
}
