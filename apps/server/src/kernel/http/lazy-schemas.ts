import ajvCompiler from '@fastify/ajv-compiler'
import serializerCompiler from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'
import { asInput } from './input-keywords.ts'

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>
type Factories = NonNullable<SchemaController['compilersFactory']>

interface Validate {
  (data: unknown): boolean
  errors?: unknown
}
type Serialize = (data: unknown) => string

/**
 * The shape of both Fastify compilers: schemas and options in, then one function per part of a
 * route.
 */
type Build<Compiled> = (schemas: object, options: object) => (route: Part) => Compiled
interface Part {
  schema: unknown
}

/** Several apps of one process compile a schema once: all have the same options, set by `newApp`. */
function compiledOnce<Compiled>(
  compile: (route: Part) => Compiled,
  cache: WeakMap<object, Compiled>,
) {
  return (route: Part): Compiled => {
    const schema = route.schema as object
    const known = cache.get(schema)
    if (known) return known
    const compiled = compile(route)
    cache.set(schema, compiled)
    return compiled
  }
}

const validators = new WeakMap<object, Validate>()
const serializers = new WeakMap<object, Serialize>()

const buildValidator: Build<Validate> = (schemas, options) => {
  const build = ajvCompiler() as unknown as Build<Validate>
  const make = build(schemas, options)
  const compile = compiledOnce(
    (route) => make({ ...route, schema: asInput(route.schema) }),
    validators,
  )
  return (route) => {
    let compiled: Validate | undefined
    const validate: Validate = (data) => {
      compiled ??= compile(route)
      const isValid = compiled(data)
      validate.errors = compiled.errors
      return isValid
    }
    return validate
  }
}

const buildSerializer: Build<Serialize> = (schemas, options) => {
  const build = serializerCompiler() as unknown as Build<Serialize>
  const compile = compiledOnce(build(schemas, options), serializers)
  return (route) => {
    let compiled: Serialize | undefined
    return (data) => {
      compiled ??= compile(route)
      return compiled(data)
    }
  }
}

/**
 * Fastify's own compilers, but each schema is compiled at the first request of its route: most of
 * some hundred routes are not called in a day, and their code would be a large part of an idle
 * server's memory.
 */
export const lazySchemas: SchemaController = {
  compilersFactory: { buildValidator, buildSerializer } as unknown as Factories,
}
