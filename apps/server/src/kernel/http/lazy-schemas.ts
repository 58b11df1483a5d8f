import ajvCompiler from '@fastify/ajv-compiler'
import serializerCompiler from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'
import { withCanonicalIds } from './input-keywords.ts'

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>
type Factories = NonNullable<SchemaController['compilersFactory']>

interface Validate {
  (data: unknown): boolean
  errors?: unknown
}
type Serialize = (data: unknown) => string

/** What both of Fastify's compilers are: schemas and options in, then one function per route's part. */
type Build<Compiled> = (schemas: object, options: object) => (route: Part) => Compiled
interface Part {
  schema: unknown
}

const buildValidator: Build<Validate> = (schemas, options) => {
  const build = ajvCompiler() as unknown as Build<Validate>
  const compile = build(schemas, options)
  return (route) => {
    let compiled: Validate | undefined
    const validate: Validate = (data) => {
      compiled ??= compile({ ...route, schema: withCanonicalIds(route.schema) })
      const isValid = compiled(data)
      validate.errors = compiled.errors
      return isValid
    }
    return validate
  }
}

const buildSerializer: Build<Serialize> = (schemas, options) => {
  const build = serializerCompiler() as unknown as Build<Serialize>
  const compile = build(schemas, options)
  return (route) => {
    let compiled: Serialize | undefined
    return (data) => {
      compiled ??= compile(route)
      return compiled(data)
    }
  }
}

/**
 * Fastify's own compilers, each schema when its route is first asked: most of some hundred routes are
 * not asked in a day, and their code would be a good part of what an idle server holds.
 */
export const lazySchemas: SchemaController = {
  compilersFactory: { buildValidator, buildSerializer } as unknown as Factories,
}
