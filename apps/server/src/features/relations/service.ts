import {
  type GoneRelation,
  inverseRelation,
  MEMBER,
  type NewRelations,
  type RelationEntry,
  type Relations,
  type RelationType,
  relationTypes,
} from '@cairn/contract'
import {
  type Activity,
  emitSavedItems,
  openItem,
  openVisible,
  record,
  subscribe,
  updateWorkItems,
} from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import {
  deleteRelation,
  type End,
  findEnds,
  insertRelations,
  listRelated,
  lockEnds,
  readRelated,
  type StoredType,
} from './queries.ts'

/** Half of the types are stored in the other direction. */
const storedAs: Record<RelationType, { type: StoredType; isSource: boolean }> = {
  blocked_by: { type: 'blocked_by', isSource: true },
  blocking: { type: 'blocked_by', isSource: false },
  relates_to: { type: 'relates_to', isSource: true },
  duplicate: { type: 'duplicate', isSource: true },
  start_before: { type: 'start_before', isSource: true },
  start_after: { type: 'start_before', isSource: false },
  finish_before: { type: 'finish_before', isSource: true },
  finish_after: { type: 'finish_before', isSource: false },
}

const seenAs = (type: RelationType, isSource: boolean) => (isSource ? type : inverseRelation[type])

function readType(typed: string | null | undefined): RelationType | undefined {
  if (!typed) return undefined
  const type = relationTypes.find((known) => known === typed)
  if (type) return type
  throw badRequest({ relation_type: [`"${typed}" is not a valid choice.`] })
}

export const openEpic = (db: Db, member: ProjectMember, id: string) =>
  openItem(db, member, id, 'epics')

export async function listRelations(db: Db, member: ProjectMember, id: string) {
  await openItem(db, member, id)
  return (await relationsOfMany(db, member, [id]))(id)
}

/** For items the caller has access to, for each of them. */
export async function relationsOfMany(db: Db, member: ProjectMember, ids: readonly string[]) {
  const rows = Map.groupBy(await listRelated(db, member, ids), ({ own }) => own)
  return (id: string): Relations => {
    const entries = (rows.get(id) ?? []).map(({ own, type, is_source, ...item }): RelationEntry => {
      return { ...item, relation_type: seenAs(type as RelationType, is_source) }
    })
    return Object.fromEntries(
      relationTypes.map((key) => [key, entries.filter((entry) => entry.relation_type === key)]),
    ) as Relations
  }
}

/** The history entry for both ends; only subscribers of the item itself are notified. */
const say = (action: 'added' | 'deleted', type: RelationType, other: End): Activity => ({
  verb: action === 'added' ? 'updated' : 'deleted',
  field: type,
  comment: `${action} ${type} relation`,
  old_value: action === 'added' ? '' : other.key,
  new_value: action === 'added' ? other.key : '',
  old_identifier: other.id,
})

const enter = (member: ProjectMember, { project_id, identifier, role }: End): ProjectMember => ({
  ...member,
  ...{ project_id, identifier, project_role: role, sees_only_own: false },
})

/** Records history, updates `updated_at` and emits for both ends. */
async function note(
  tx: Tx,
  member: ProjectMember,
  own: End,
  others: readonly End[],
  { action, type }: { action: 'added' | 'deleted'; type: RelationType },
) {
  await record(
    tx,
    member,
    own.id,
    others.map((other) => say(action, type, other)),
  )
  const back: Activity = { ...say(action, inverseRelation[type], own), is_notified: true }
  for (const other of others) await record(tx, enter(member, other), other.id, [back])
  for (const [, ends] of Map.groupBy([own, ...others], ({ project_id }) => project_id)) {
    const [first = own] = ends
    const there = enter(member, first)
    const ids = ends.map(({ id }) => id)
    await updateWorkItems(tx, there, ids, {})
    await emitSavedItems(tx, there, ids)
  }
  await subscribe(tx, member, own.id, [member.user_id])
}

function refuseUnknown(ids: readonly string[], found: ReadonlyMap<string, End>) {
  const unknown = ids.find((id) => !found.has(id))
  if (unknown) throw badRequest({ issues: [`Invalid pk "${unknown}" - object does not exist.`] })
}

export const createRelations = (db: Db, member: ProjectMember, id: string, body: NewRelations) =>
  db.transaction().execute(async (tx) => {
    const type = readType(body.relation_type)
    if (!type) throw badRequest({ message: 'Issue relation type is required' })
    if (!body.issues) throw badRequest({ issues: ['This field is required.'] })
    const own = await openVisible(tx, member, id)
    const wanted = [...new Set(body.issues.map((one) => one.toLowerCase()))]
    const others = wanted.filter((one) => one !== own.id)
    await lockEnds(tx, member, [own.id, ...others])
    const ends = new Map((await findEnds(tx, member, [own.id, ...others])).map((e) => [e.id, e]))
    const self = ends.get(own.id)
    if (!self) throw notFound()
    refuseUnknown(others, ends)
    // The other end changes too, so the caller must be a member there.
    if (others.some((one) => (ends.get(one)?.role ?? 0) < MEMBER)) throw forbidden()
    const fresh = await insertRelations(tx, member, own.id, others, storedAs[type])
    const related = fresh.flatMap((one) => ends.get(one) ?? [])
    if (related.length > 0) await note(tx, member, self, related, { action: 'added', type })
    return readRelated(tx, member, own.id, others)
  })

export const removeRelation = (db: Db, member: ProjectMember, id: string, body: GoneRelation) =>
  db.transaction().execute(async (tx) => {
    const typed = readType(body.relation_type)
    const own = await openVisible(tx, member, id)
    const related = body.related_issue.toLowerCase()
    await lockEnds(tx, member, [own.id, related])
    const ends = await findEnds(tx, member, [own.id, related])
    const self = ends.find((end) => end.id === own.id)
    const other = ends.find((end) => end.id === related)
    if (!self || !other || self === other) throw notFound()
    const gone = await deleteRelation(tx, member, own.id, related)
    if (!gone) throw notFound()
    const type = typed ?? seenAs(gone.type, gone.is_source)
    await note(tx, member, self, [other], { action: 'deleted', type })
  })
