import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember, projectMembers } from '../core/policy.ts'
import { Choice, Id, Nullable } from '../core/shapes.ts'
import { RelatedItem, WorkItem } from './work-items.ts'

/** As seen from the item of the request. */
export const relationTypes = [
  'blocking',
  'blocked_by',
  'duplicate',
  'relates_to',
  'start_after',
  'start_before',
  'finish_after',
  'finish_before',
] as const
export type RelationType = (typeof relationTypes)[number]

/** The relation as seen from the other item. */
export const inverseRelation: Readonly<Record<RelationType, RelationType>> = {
  blocking: 'blocked_by',
  blocked_by: 'blocking',
  duplicate: 'duplicate',
  relates_to: 'relates_to',
  start_after: 'start_before',
  start_before: 'start_after',
  finish_after: 'finish_before',
  finish_before: 'finish_after',
}

const { id, name, state_id, sort_order, priority, sequence_id, project_id } = WorkItem.properties
const { label_ids, assignee_ids, type_id, is_epic } = WorkItem.properties
const { created_at, updated_at, created_by, updated_by } = WorkItem.properties

const RelationEntry = Type.Object({
  ...{ id, name, state_id, sort_order, priority, sequence_id, project_id, type_id, is_epic },
  ...{ label_ids, assignee_ids, created_at, updated_at, created_by, updated_by },
  relation_type: Choice(relationTypes),
})
export type RelationEntry = Static<typeof RelationEntry>

const entries = Type.Array(RelationEntry)
export const Relations = Type.Object({
  blocking: entries,
  blocked_by: entries,
  duplicate: entries,
  relates_to: entries,
  start_after: entries,
  start_before: entries,
  finish_after: entries,
  finish_before: entries,
})
export type Relations = Static<typeof Relations>

/** Not an enum here: the contract answers a missing one with its own error message. */
const typed = Type.Optional(Nullable(Type.String({ maxLength: 255 })))

const NewRelations = Type.Object({
  relation_type: typed,
  issues: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
})
export type NewRelations = Static<typeof NewRelations>

const GoneRelation = Type.Object({ relation_type: typed, related_issue: Id })
export type GoneRelation = Static<typeof GoneRelation>

function relationsOf<Kind extends 'issues' | 'epics'>(kind: Kind) {
  const one = `/api/workspaces/:slug/projects/:project_id/${kind}/:id/` as const
  return {
    list: endpoint(anyProjectMember, `GET ${one}issue-relation/`, { 200: Relations }),
    create: endpoint(projectMembers, `POST ${one}issue-relation/`, {
      body: NewRelations,
      201: Type.Array(RelatedItem),
    }),
    remove: endpoint(projectMembers, `POST ${one}remove-relation/`, {
      body: GoneRelation,
      204: Type.Null(),
    }),
  }
}

/** Works for epics, too. */
export const relationsApi = relationsOf('issues')
export const epicRelationsApi = relationsOf('epics')
