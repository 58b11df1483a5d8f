import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember, byToken, projectMembers } from '../core/policy.ts'
import { audit, Choice, Id } from '../core/shapes.ts'
import { EstimatePoint, estimateTypes } from '../project/estimates.ts'
import { external } from './lists.ts'
import { project } from './paths.ts'

export const EstimateV1 = Type.Object({
  id: Id,
  ...audit,
  name: Type.String(),
  description: Type.String(),
  type: Choice(estimateTypes),
  last_used: Type.Boolean(),
  ...external,
  project: Id,
  workspace: Id,
})
export type EstimateV1 = Static<typeof EstimateV1>

export const EstimatePointV1 = Type.Object({ ...EstimatePoint.properties, ...external })
export type EstimatePointV1 = Static<typeof EstimatePointV1>

const name = Type.String({ minLength: 1, maxLength: 255 })
const description = Type.String({ maxLength: 10_000 })

const EstimatePatch = Type.Partial(Type.Object({ name, description, ...external }))
export type EstimatePatchV1 = Static<typeof EstimatePatch>

/** The type is case-insensitive; categories by default. */
const NewEstimate = Type.Object({
  ...EstimatePatch.properties,
  name,
  type: Type.Optional(Type.String({ maxLength: 255 })),
})
export type NewEstimateV1 = Static<typeof NewEstimate>

const Point = Type.Partial(
  Type.Object({ key: Type.Integer(), value: Type.String(), description, ...external }),
)
export type PointPatchV1 = Static<typeof Point>

/** A plain array is treated as this field. */
const NewPoints = Type.Object({
  estimate_points: Type.Optional(Type.Array(Point, { maxItems: 100 })),
})

const one = `${project}estimates/` as const
const all = `${one}:estimate_id/estimate-points/` as const
const point = `${all}:estimate_point_id/` as const
const nothing = { 204: Type.Null() }

const read = byToken(anyProjectMember)
const write = byToken(projectMembers)

/** A project has one system at a time, so the project's URL identifies it. */
export const estimatesV1 = {
  get: endpoint(read, `GET ${one}`, { 200: EstimateV1 }),
  create: endpoint(write, `POST ${one}`, { body: NewEstimate, 201: EstimateV1 }),
  change: endpoint(write, `PATCH ${one}`, { body: EstimatePatch, 200: EstimateV1 }),
  remove: endpoint(write, `DELETE ${one}`, nothing),
  points: endpoint(read, `GET ${all}`, { 200: Type.Array(EstimatePointV1) }),
  addPoints: endpoint(write, `POST ${all}`, { body: NewPoints, 201: Type.Array(EstimatePointV1) }),
  changePoint: endpoint(write, `PATCH ${point}`, { body: Point, 200: EstimatePointV1 }),
  removePoint: endpoint(write, `DELETE ${point}`, nothing),
}
