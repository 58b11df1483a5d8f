import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember } from '../core/policy.ts'
import { Choice, DateTime, Id, Json, Nullable } from '../core/shapes.ts'
import { WorkItem } from '../work-item/work-items.ts'

const { id, name, priority, sequence_id, project_id, is_epic, state__group } = WorkItem.properties

const VisitedItem = Type.Object({
  ...{ id, name, priority, sequence_id, project_id, is_epic, state__group },
  project_identifier: Type.String(),
  assignees: Type.Array(Id),
  type: Nullable(Id),
  state: Id,
  state__color: Type.String(),
})

const VisitedProject = Type.Object({
  ...{ id, name },
  identifier: Type.String(),
  logo_props: Json,
  project_members: Type.Array(Id),
})

const VisitedPage = Type.Object({
  ...{ id, name, project_id },
  project_identifier: Type.String(),
  logo_props: Json,
  owned_by: Id,
})

const visit = { id: Id, entity_identifier: Id, visited_at: DateTime }

const ItemVisit = Type.Object({
  ...visit,
  entity_name: Choice(['issue']),
  entity_data: Nullable(VisitedItem),
})
const ProjectVisit = Type.Object({
  ...visit,
  entity_name: Choice(['project']),
  entity_data: Nullable(VisitedProject),
})

const PageVisit = Type.Object({
  ...visit,
  entity_name: Choice(['page']),
  entity_data: Nullable(VisitedPage),
})

/** A view may be the workspace's. */
const VisitedPlan = Type.Object({
  ...{ id, name, logo_props: Json, project_id: Nullable(project_id) },
  project_identifier: Nullable(Type.String()),
})

const planKinds = ['cycle', 'module', 'view'] as const

const PlanVisit = Type.Object({
  ...visit,
  entity_name: Choice(planKinds),
  entity_data: VisitedPlan,
})

/** Without data if the object was deleted. */
export type RecentVisit =
  | Static<typeof ItemVisit>
  | Static<typeof ProjectVisit>
  | Static<typeof PageVisit>
  | Static<typeof PlanVisit>
const RecentVisit = Type.Unsafe<RecentVisit>({
  anyOf: [ItemVisit, ProjectVisit, PageVisit, PlanVisit],
})

/** Listed if no kind is given: older clients know no others. */
export const usualVisitKinds = ['issue', 'project', 'page'] as const
export const visitKinds = [...usualVisitKinds, ...planKinds] as const
export type VisitKind = (typeof visitKinds)[number]

export const recentVisitsApi = {
  /** `entity_name` are comma-separated kinds; unknown ones return nothing. */
  list: endpoint(anyMember, 'GET /api/workspaces/:slug/recent-visits/', {
    query: Type.Object({ entity_name: Type.Optional(Type.String({ maxLength: 60 })) }),
    200: Type.Array(RecentVisit),
  }),
}
