import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyProjectMember, byToken, projectAdmins, projectMembers } from '../core/policy.ts'
import { audit, Id, Nullable } from '../core/shapes.ts'
import { external, ListQuery, ShapeQuery } from './lists.ts'
import { project } from './paths.ts'

export const LabelV1 = Type.Object({
  id: Id,
  ...audit,
  name: Type.String(),
  description: Type.String(),
  color: Type.String(),
  sort_order: Type.Number(),
  parent: Nullable(Id),
  ...external,
  project: Id,
  workspace: Id,
})
export type LabelV1 = Static<typeof LabelV1>

const name = Type.String({ minLength: 1, maxLength: 255 })

const LabelPatch = Type.Partial(
  Type.Object({
    name,
    color: Type.String({ maxLength: 255 }),
    description: Type.String({ maxLength: 10_000 }),
    parent: Nullable(Id),
    sort_order: Type.Number(),
    ...external,
  }),
)
export type LabelPatchV1 = Static<typeof LabelPatch>

/** A new label is added after the others; `sort_order` is ignored. */
const NewLabel = Type.Object({ ...LabelPatch.properties, name })
export type NewLabelV1 = Static<typeof NewLabel>

const all = `${project}labels/` as const
const one = `${all}:label_id/` as const

export const labelsV1 = {
  list: endpoint(byToken(anyProjectMember), `GET ${all}`, {
    query: ListQuery,
    200: Page(Type.Array(LabelV1)),
  }),
  create: endpoint(byToken(projectMembers), `POST ${all}`, { body: NewLabel, 201: LabelV1 }),
  get: endpoint(byToken(anyProjectMember), `GET ${one}`, { query: ShapeQuery, 200: LabelV1 }),
  change: endpoint(byToken(projectAdmins), `PATCH ${one}`, { body: LabelPatch, 200: LabelV1 }),
  remove: endpoint(byToken(projectAdmins), `DELETE ${one}`, { 204: Type.Null() }),
}
