import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import {
  anyMember,
  anyProjectMember,
  byToken,
  projectMembers,
  workspaceAdmins,
} from '../core/policy.ts'
import { Choice, Id } from '../core/shapes.ts'
import { relationTypes } from '../work-item/relations.ts'
import { WorkItem } from '../work-item/work-items.ts'
import { ListQuery, nowhere } from './lists.ts'
import { project, workspace } from './paths.ts'
import type { Tree } from './work-items.ts'

/** Types that define an order of the two items; the others only relate them. */
export const dependencyTypes = [
  'blocking',
  'blocked_by',
  'start_before',
  'start_after',
  'finish_before',
  'finish_after',
] as const
export type DependencyType = (typeof dependencyTypes)[number]

const { id, name, sequence_id, project_id, state_id, priority, type_id, is_epic } =
  WorkItem.properties
const { created_by, created_at, updated_by, updated_at } = WorkItem.properties
const { label_ids, assignee_ids, sort_order } = WorkItem.properties

/** The other item, and its relation to this one. */
export const RelatedV1 = Type.Object({
  ...{ id, project_id, sequence_id, name, state_id, priority, type_id, is_epic },
  ...{ created_by, created_at, updated_by, updated_at },
  relation_type: Choice(relationTypes),
})
export type RelatedV1 = Static<typeof RelatedV1>

export const DependencyV1 = Type.Object({
  ...RelatedV1.properties,
  ...{ label_ids, assignee_ids, sort_order },
})
export type DependencyV1 = Static<typeof DependencyV1>

const ids = Type.Array(Id, { maxItems: 1000 })
const type = Type.String({ maxLength: 255 })
const each = <const Keys extends readonly string[], S extends Type.TSchema>(
  keys: Keys,
  schema: S,
) =>
  Type.Object(Object.fromEntries(keys.map((key) => [key, schema])) as { [Key in Keys[number]]: S })

const NewRelation = Type.Object({ relation_type: type, issues: ids })
export type NewRelationV1 = Static<typeof NewRelation>

const NewDependency = Type.Object({ relation_type: type, work_item_ids: ids })
export type NewDependencyV1 = Static<typeof NewDependency>

const NewDefined = Type.Object({
  relation_definition_id: Id,
  relation_definition_type: Type.Optional(type),
  work_item_ids: ids,
})
export type NewDefinedV1 = Static<typeof NewDefined>

export const RelationDefinitionV1 = Type.Object({
  id: Id,
  name: Type.String(),
  /** Its names seen from the two ends. */
  outward: Type.String(),
  inward: Type.String(),
  is_default: Type.Boolean(),
  is_active: Type.Boolean(),
  color: Type.String(),
  sort_order: Type.Number(),
  workspace: Id,
})
export type RelationDefinitionV1 = Static<typeof RelationDefinitionV1>

const nothing = { 204: Type.Null() }
const dependencies = Type.Array(DependencyV1)

function relationsV1<T extends Tree>(tree: T) {
  const one = `${project}${tree}/:issue_id/` as const
  const ordered = `${one}dependencies/` as const
  const defined = `${one}work-item-relations/` as const
  return {
    /** Ids alone: published clients compare the entries with ids. */
    list: endpoint(byToken(anyProjectMember), `GET ${one}relations/`, {
      200: each(relationTypes, Type.Array(Id)),
    }),
    create: endpoint(byToken(projectMembers), `POST ${one}relations/`, {
      body: NewRelation,
      201: Type.Array(RelatedV1),
    }),
    remove: endpoint(byToken(projectMembers), `POST ${one}relations/remove/`, {
      body: Type.Object({ related_issue: Id }),
      ...nothing,
    }),
    dependencies: endpoint(byToken(anyProjectMember), `GET ${ordered}`, {
      200: each(dependencyTypes, dependencies),
    }),
    addDependencies: endpoint(byToken(projectMembers), `POST ${ordered}`, {
      body: NewDependency,
      201: dependencies,
    }),
    removeDependency: endpoint(
      byToken(projectMembers),
      `DELETE ${ordered}:other_issue_id/`,
      nothing,
    ),
    /** Keyed by the names in their definitions. */
    defined: endpoint(byToken(anyProjectMember), `GET ${defined}`, {
      200: Type.Record(Type.String(), dependencies),
    }),
    addDefined: endpoint(byToken(projectMembers), `POST ${defined}`, {
      body: NewDefined,
      201: dependencies,
    }),
    removeDefined: endpoint(byToken(projectMembers), `DELETE ${defined}:other_issue_id/`, nothing),
  }
}

export const workItemRelationsV1 = relationsV1('work-items')
export const issueRelationsV1 = relationsV1('issues')

const definitions = `${workspace}work-item-relation-definitions/` as const

const DefinitionsQuery = Type.Object({
  ...ListQuery.properties,
  is_default: Type.Optional(Type.Boolean()),
  is_active: Type.Optional(Type.Boolean()),
})
export type DefinitionsQueryV1 = Static<typeof DefinitionsQuery>

/** Two fixed definitions; none can be added or changed. */
export const relationDefinitionsV1 = {
  list: endpoint(byToken(anyMember), `GET ${definitions}`, {
    query: DefinitionsQuery,
    200: Page(Type.Array(RelationDefinitionV1)),
  }),
  create: endpoint(byToken(workspaceAdmins), `POST ${definitions}`, nowhere),
  change: endpoint(byToken(workspaceAdmins), `PATCH ${definitions}:definition_id/`, nowhere),
  remove: endpoint(byToken(workspaceAdmins), `DELETE ${definitions}:definition_id/`, nowhere),
}
