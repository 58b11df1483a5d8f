import {
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
} from 'typebox'

export const Id = Type.String({ format: 'uuid' })

/** A random id, version 4 or 7, to avoid collisions. */
const RandomId = Type.String({
  format: 'uuid',
  pattern: '^[^-]{8}-[^-]{4}-[47][^-]{3}-[89abAB][^-]{3}-[^-]{12}$',
})

/** The client may choose the id of a new row, to show and link it before the server responds. */
export interface WithId {
  id?: string
}

export const withId = <P extends TProperties>(body: TObject<P>) =>
  Type.Object({ ...body.properties, id: Type.Optional(RandomId) })

export const DateTime = Type.String({ format: 'date-time' })
export const Day = Type.String({ format: 'date' })

/** One type keyword, not a union: Ajv then reports the invalid field instead of every branch. */
export function Nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const { type, enum: choices, ...rest } = schema as TSchema & { type?: string; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    ...(type && { type: [type, 'null'] }),
    ...(choices && { enum: [...choices, null] }),
  })
}

export function Choice<const V extends readonly string[]>(values: V): TUnsafe<V[number]> {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values] })
}

/** The columns of every stored row. */
export const rowAudit = {
  created_at: DateTime,
  updated_at: DateTime,
  created_by: Nullable(Id),
  updated_by: Nullable(Id),
}
export const audit = { ...rowAudit, deleted_at: Nullable(DateTime) }

/** Limits of JSON without a schema for its content. */
export interface JsonLimits {
  depth: number
  bytes: number
  keys: number
}

export const jsonLimitsKeyword = 'x-limits'

export const limitedTo = (limits: JsonLimits) => ({ [jsonLimitsKeyword]: limits })

export const smallJson: JsonLimits = { depth: 20, bytes: 65_536, keys: 1_000 }
/** As deep as the document of the deepest accepted HTML. */
const richJson: JsonLimits = { depth: 450, bytes: 1_048_576, keys: 100_000 }

/** JSON whose content is up to the client (theme, logo, view settings). */
export const Json = Type.Record(Type.String(), Type.Unknown(), limitedTo(smallJson))

/** A rich-text document as written by an editor. */
export const RichJson = Type.Record(Type.String(), Type.Unknown(), limitedTo(richJson))
