import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember, anyProjectMember, projectMembers } from '../core/policy.ts'
import { audit, Choice, Id, Nullable, type WithId, withId } from '../core/shapes.ts'

export const estimateTypes = ['points', 'categories', 'time'] as const
export type EstimateType = (typeof estimateTypes)[number]

export const MIN_ESTIMATE_POINTS = 2
export const MAX_ESTIMATE_POINTS = 6
export const MAX_ESTIMATE_VALUE_LENGTH = 20
export const LARGEST_ESTIMATE_KEY = 12
/** Limits for imports by API clients. */
export const importLimits = { points: 100, key: 1000 }

export const EstimatePoint = Type.Object({
  id: Id,
  estimate: Id,
  key: Type.Integer(),
  value: Type.String(),
  description: Type.String(),
  project: Id,
  workspace: Id,
  ...audit,
})
export type EstimatePoint = Static<typeof EstimatePoint>

export const Estimate = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  type: Choice(estimateTypes),
  /** The project's system, even while estimates are disabled. */
  last_used: Type.Boolean(),
  project: Id,
  workspace: Id,
  ...audit,
  /** Sorted by `key`. */
  points: Type.Array(EstimatePoint),
})
export type Estimate = Static<typeof Estimate>

/** Errors of one value of a system; `others` are its other values. */
export type EstimateFault =
  | 'empty'
  | 'too_long'
  | 'repeated'
  | 'not_numeric'
  | 'not_positive'
  | 'numeric'

const decimal = /^-?\d+(?:\.\d+)?$/

/** Normalizes different spellings of the same value. */
const sameness = (type: EstimateType, value: string) => {
  const text = value.trim()
  return type !== 'categories' && decimal.test(text) ? String(Number(text)) : text.toLowerCase()
}

export function estimateFault(
  type: EstimateType,
  value: string,
  others: readonly string[],
  { categoriesMayBeNumbers = false } = {},
): EstimateFault | undefined {
  const text = value.trim()
  if (!text) return 'empty'
  if (text.length > MAX_ESTIMATE_VALUE_LENGTH) return 'too_long'
  const isNumber = decimal.test(text)
  if (type === 'categories' && isNumber && !categoriesMayBeNumbers) return 'numeric'
  if (type !== 'categories' && !isNumber) return 'not_numeric'
  if (type !== 'categories' && Number(text) <= 0) return 'not_positive'
  const same = sameness(type, text)
  return others.some((other) => sameness(type, other) === same) ? 'repeated' : undefined
}

export const isEstimateKey = (key: number, largest = LARGEST_ESTIMATE_KEY) =>
  Number.isInteger(key) && key >= 0 && key <= largest

const NewPoint = Type.Object({
  key: Type.Optional(Type.Integer()),
  value: Type.Optional(Type.String()),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
})
export type NewEstimatePoint = Static<typeof NewPoint> & WithId

const Name = Type.String({ minLength: 1, maxLength: 255 })
/** Case-insensitive; stored in lower case. */
const TypeName = Type.String({ maxLength: 255 })

/** The replaced system, and for each of its values the key of a new one, or none. */
const Replaced = Type.Object({
  estimate: Id,
  points: Type.Array(Type.Object({ id: Id, key: Nullable(Type.Integer()) }), { maxItems: 100 }),
})

export const NewEstimate = Type.Object({
  estimate: Type.Optional(
    Type.Object({
      name: Type.Optional(Name),
      type: Type.Optional(TypeName),
      last_used: Type.Optional(Type.Boolean()),
    }),
  ),
  estimate_points: Type.Optional(Type.Array(withId(NewPoint), { maxItems: 100 })),
  replaces: Type.Optional(Replaced),
})
export type NewEstimate = Static<typeof NewEstimate>

export const EstimatePatch = Type.Object({
  estimate: Type.Optional(
    Type.Object({
      name: Type.Optional(Name),
      type: Type.Optional(TypeName),
      description: Type.Optional(Type.String({ maxLength: 10_000 })),
    }),
  ),
  estimate_points: Type.Optional(
    Type.Array(
      Type.Object({
        id: Id,
        key: Type.Optional(Type.Integer()),
        value: Type.Optional(Type.String()),
      }),
      { maxItems: 100 },
    ),
  ),
})
export type EstimatePatch = Static<typeof EstimatePatch>

const workspace = '/api/workspaces/:slug/'
const project = '/api/workspaces/:slug/projects/:project_id/'
const all = `${project}estimates/` as const
const one = `${all}:id/` as const
const points = `${one}estimate-points/` as const
const point = `${points}:point_id/` as const

export const estimatesApi = {
  /** The active estimates of the caller's projects. */
  listOfWorkspace: endpoint(anyMember, `GET ${workspace}estimates/`, {
    200: Type.Array(Estimate),
  }),
  list: endpoint(anyProjectMember, `GET ${all}`, { 200: Type.Array(Estimate) }),
  create: endpoint(projectMembers, `POST ${all}`, { body: withId(NewEstimate), 200: Estimate }),
  get: endpoint(anyProjectMember, `GET ${one}`, { 200: Estimate }),
  change: endpoint(projectMembers, `PATCH ${one}`, { body: EstimatePatch, 200: Estimate }),
  remove: endpoint(projectMembers, `DELETE ${one}`, { 204: Type.Null() }),
  activePoints: endpoint(projectMembers, `GET ${project}project-estimates/`, {
    200: Type.Array(EstimatePoint),
  }),
  addPoint: endpoint(projectMembers, `POST ${points}`, {
    body: withId(NewPoint),
    200: EstimatePoint,
  }),
  changePoint: endpoint(projectMembers, `PATCH ${point}`, { body: NewPoint, 200: EstimatePoint }),
  /** Returns the points whose key changed. */
  removePoint: endpoint(projectMembers, `DELETE ${point}`, {
    body: Nullable(Type.Object({ new_estimate_id: Type.Optional(Nullable(Id)) })),
    200: Type.Array(EstimatePoint),
  }),
  addPointShort: endpoint(anyMember, `POST ${workspace}estimates/:id/estimate-points/`, {
    body: NewPoint,
    200: EstimatePoint,
  }),
  changePointShort: endpoint(anyMember, `PATCH ${workspace}estimate-points/:point_id/`, {
    body: NewPoint,
    200: EstimatePoint,
  }),
}

export type EstimateEvent =
  | { type: 'estimate.saved'; estimate: Estimate }
  | { type: 'estimate.removed'; id: string; project_id: string }

const byName = (a: Estimate, b: Estimate) => (a.name < b.name ? -1 : 1)

/** A project's estimates after an event. Used for live and optimistic updates. */
export function applyEstimateEvent(estimates: Estimate[], event: EstimateEvent): Estimate[] {
  const gone = event.type === 'estimate.removed' ? event.id : event.estimate.id
  const others = estimates.filter(({ id }) => id !== gone)
  if (event.type === 'estimate.removed') return others
  const { estimate } = event
  // Only one is the last used.
  const rest = estimate.last_used ? others.map((old) => ({ ...old, last_used: false })) : others
  return [...rest, estimate].sort(byName)
}

/** Minutes of a time value, which counts hours. */
export const minutesOf = (hours: string) => Math.round(Number(hours) * 60)

/** "1h 30m", the displayed form of a time value. */
export function readableTime(value: string): string {
  const minutes = minutesOf(value)
  if (!Number.isFinite(minutes)) return value
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours}h`, (rest > 0 || hours === 0) && `${rest}m`]
    .filter(Boolean)
    .join(' ')
}
