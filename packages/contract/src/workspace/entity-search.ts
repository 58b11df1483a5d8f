import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember } from '../core/policy.ts'
import { Id, Json, Nullable } from '../core/shapes.ts'
import { Cycle } from '../planning/cycles.ts'
import { Module } from '../planning/modules.ts'
import { WorkItem } from '../work-item/work-items.ts'

const name = Type.String()
const inProject = {
  ...{ id: Id, name, project_id: Id },
  project__identifier: Type.String(),
  workspace__slug: Type.String(),
}
const { sequence_id, priority, state_id, type_id } = WorkItem.properties

/** What a text can mention. Contains only the requested types. */
export const FoundEntities = Type.Partial(
  Type.Object({
    user_mention: Type.Array(
      Type.Object({
        member__id: Id,
        member__display_name: Type.String(),
        member__avatar_url: Nullable(Type.String()),
      }),
    ),
    project: Type.Array(
      Type.Object({
        ...{ id: Id, name, identifier: Type.String() },
        ...{ logo_props: Json, workspace__slug: Type.String() },
      }),
    ),
    issue: Type.Array(
      Type.Object({
        ...{ id: Id, name, project_id: Id, project__identifier: Type.String() },
        ...{ sequence_id, priority, state_id, type_id },
      }),
    ),
    cycle: Type.Array(Type.Object({ ...inProject, status: Cycle.properties.status })),
    module: Type.Array(Type.Object({ ...inProject, status: Module.properties.status })),
    page: Type.Array(
      Type.Object({
        ...{ id: Id, name, logo_props: Json, projects__id: Nullable(Id) },
        workspace__slug: Type.String(),
      }),
    ),
  }),
)
export type FoundEntities = Static<typeof FoundEntities>

export const entityTypes = [
  ...(['user_mention', 'project', 'issue', 'cycle', 'module', 'page'] as const),
]
export type EntityType = (typeof entityTypes)[number]

const text = Type.String({ maxLength: 255 })

/** `query_type` are comma-separated types; `count` is the maximum per type. */
const EntityQuery = Type.Partial(
  Type.Object({
    ...{ query: text, query_type: text, project_id: Id, issue_id: Id },
    count: Type.String({ maxLength: 10 }),
  }),
)
export type EntityQuery = Static<typeof EntityQuery>

export const entitySearchApi = {
  search: endpoint(anyMember, 'GET /api/workspaces/:slug/entity-search/', {
    query: EntityQuery,
    200: FoundEntities,
  }),
}
