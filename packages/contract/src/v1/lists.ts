import { type Static, Type } from 'typebox'
import { Nullable } from '../core/shapes.ts'

const text = Type.Optional(Type.String({ maxLength: 2000 }))

/** Which keys of an object are returned, and which ids are expanded into objects. */
const shaping = { fields: text, expand: text }

export const ShapeQuery = Type.Object(shaping)
export type ShapeQuery = Static<typeof ShapeQuery>

export const ListQuery = Type.Object({ per_page: text, cursor: text, order_by: text, ...shaping })
export type ListQuery = Static<typeof ListQuery>

/** Response of endpoints that are not supported. */
export const nowhere = { 404: Type.Object({ error: Type.String() }) }

const ExternalText = Nullable(Type.String({ maxLength: 255 }))

/** The external source of an object, and its id there. */
export const external = { external_source: ExternalText, external_id: ExternalText }

export interface External {
  external_source?: string | null
  external_id?: string | null
}
