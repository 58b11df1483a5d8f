import { type RelationEntry, type RelationType, relationTypes } from '@cairn/contract'
import {
  type DependencyType,
  type DependencyV1,
  dependencyTypes,
  type NewDefinedV1,
  type NewDependencyV1,
  type NewRelationV1,
  type RelatedV1,
} from '@cairn/contract/v1'
import { createRelations, listRelations, removeRelation } from '#features/relations/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { reachItem } from '../work-items/reach.ts'
import { definitions } from './definitions.ts'

const relationsOf = async (db: Db, member: ProjectMember, id: string) =>
  listRelations(db, member, await reachItem(db, member, id))

const each = <Key extends string, Value>(keys: readonly Key[], of: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>

export async function readRelations(db: Db, member: ProjectMember, id: string) {
  const related = await relationsOf(db, member, id)
  return each(relationTypes, (type) => related[type].map((other) => other.id))
}

export async function readDependencies(
  db: Db,
  member: ProjectMember,
  id: string,
): Promise<Record<DependencyType, DependencyV1[]>> {
  const related = await relationsOf(db, member, id)
  return each(dependencyTypes, (type) => related[type])
}

export async function readDefined(db: Db, member: ProjectMember, id: string) {
  const related = await relationsOf(db, member, id)
  const entries = definitions.map(({ label, type }) => [label, related[type]] as const)
  return Object.fromEntries<DependencyV1[]>(entries)
}

const notAChoice = (type: string) =>
  badRequest({ relation_type: [`"${type.slice(0, 100)}" is not a valid choice.`] })

interface Wanted {
  type: RelationType
  /** The key the ids were sent under. */
  field: 'issues' | 'work_item_ids'
  ids: string[]
}

/** Returns the others as related to this item. */
async function relate(
  db: Db,
  member: ProjectMember,
  id: string,
  { type, field, ids }: Wanted,
): Promise<RelationEntry[]> {
  const wanted = new Set(ids.map((one) => one.toLowerCase()))
  if (wanted.size === 0) {
    throw badRequest({ [field]: ['Ensure this field has at least 1 elements.'] })
  }
  const item = await reachItem(db, member, id)
  if (wanted.has(item)) {
    throw badRequest({ [field]: ['A work item cannot be related to itself.'] })
  }
  await createRelations(db, member, item, { relation_type: type, issues: [...wanted] })
  const related = await listRelations(db, member, item)
  return relationTypes.flatMap((key) => related[key].filter((other) => wanted.has(other.id)))
}

const toRelated = ({ label_ids, assignee_ids, sort_order, ...other }: RelationEntry): RelatedV1 =>
  other

export async function addRelations(
  db: Db,
  member: ProjectMember,
  id: string,
  { relation_type, issues }: NewRelationV1,
) {
  const type = relationTypes.find((known) => known === relation_type)
  if (!type) throw notAChoice(relation_type)
  return (await relate(db, member, id, { type, field: 'issues', ids: issues })).map(toRelated)
}

export function addDependencies(
  db: Db,
  member: ProjectMember,
  id: string,
  { relation_type, work_item_ids: ids }: NewDependencyV1,
) {
  const type = dependencyTypes.find((known) => known === relation_type)
  if (!type) throw notAChoice(relation_type)
  return relate(db, member, id, { type, field: 'work_item_ids', ids })
}

export function addDefined(
  db: Db,
  member: ProjectMember,
  id: string,
  { relation_definition_id, work_item_ids: ids }: NewDefinedV1,
) {
  const wanted = relation_definition_id.toLowerCase()
  const definition = definitions.find((known) => known.id === wanted)
  if (!definition) {
    const sentence = `Invalid pk "${relation_definition_id}" - object does not exist.`
    throw badRequest({ relation_definition_id: [sentence] })
  }
  return relate(db, member, id, { type: definition.type, field: 'work_item_ids', ids })
}

/** Relations of any kind. */
export async function unrelate(db: Db, member: ProjectMember, id: string, related_issue: string) {
  await removeRelation(db, member, await reachItem(db, member, id), { related_issue })
}

interface Address {
  issue_id: string
  other_issue_id: string
}

/** Removes their relation if it has one of these types. */
async function unrelateAmong(
  db: Db,
  member: ProjectMember,
  { issue_id, other_issue_id }: Address,
  types: readonly RelationType[],
) {
  const related = await relationsOf(db, member, issue_id)
  const other = other_issue_id.toLowerCase()
  if (!types.some((type) => related[type].some(({ id }) => id === other))) throw notFound()
  await removeRelation(db, member, issue_id, { related_issue: other })
}

export const removeDependency = (db: Db, member: ProjectMember, at: Address) =>
  unrelateAmong(db, member, at, dependencyTypes)

export const removeDefined = (db: Db, member: ProjectMember, at: Address) =>
  unrelateAmong(
    db,
    member,
    at,
    definitions.map(({ type }) => type),
  )
