import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyProjectMember, byToken, projectMembers } from '../core/policy.ts'
import { Choice, Day, Id, Nullable } from '../core/shapes.ts'
import { PropertyChanges } from '../project/property-values.ts'
import { priorities } from '../work-item/work-items.ts'
import { external, ShapeQuery } from './lists.ts'
import { project } from './paths.ts'
import { ItemsQueryV1, WorkItemV1 } from './work-items.ts'

const name = Type.String({ minLength: 1, maxLength: 255 })
const ids = Type.Array(Id, { maxItems: 1000 })

/** An epic has no parent: one in the body is ignored like any unknown key. */
const EpicPatch = Type.Partial(
  Type.Object({
    name,
    description_html: Type.String(),
    state_id: Nullable(Id),
    priority: Choice(priorities),
    start_date: Nullable(Day),
    target_date: Nullable(Day),
    assignee_ids: ids,
    label_ids: ids,
    estimate_point: Nullable(Id),
    property_values: PropertyChanges,
    ...external,
  }),
)
export type EpicPatchV1 = Static<typeof EpicPatch>

const NewEpic = Type.Object({ ...EpicPatch.properties, name })
export type NewEpicV1 = Static<typeof NewEpic>

const all = `${project}epics/` as const
const one = `${all}:issue_id/` as const
const items = `${one}issues/` as const
const read = byToken(anyProjectMember)
const write = byToken(projectMembers)
const page = { query: ItemsQueryV1, 200: Page(Type.Array(WorkItemV1)) }

export const epicsV1 = {
  list: endpoint(read, `GET ${all}`, page),
  create: endpoint(write, `POST ${all}`, { body: NewEpic, 201: WorkItemV1 }),
  get: endpoint(read, `GET ${one}`, { query: ShapeQuery, 200: WorkItemV1 }),
  /** Guests may change epics they created. */
  change: endpoint(read, `PATCH ${one}`, { body: EpicPatch, 200: WorkItemV1 }),
  remove: endpoint(read, `DELETE ${one}`, { 204: Type.Null() }),
  /** Its children the caller may see, in any project. */
  items: endpoint(read, `GET ${items}`, page),
  addItems: endpoint(write, `POST ${items}`, {
    body: Type.Object({ work_item_ids: Type.Optional(ids) }),
    200: Type.Array(WorkItemV1),
  }),
}
