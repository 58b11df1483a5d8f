import { describeWholeApi } from '#features/public-api/hand-over.ts'
import type { App } from '#kernel/http/app-type.ts'

/** Routes of the application and the public API, for tests that iterate over all of them. */
export async function everyRoute(app: App) {
  const publicApi = await app.openPublicApi()
  return [...app.routeTable, ...publicApi.routeTable]
}

export interface Schema {
  type?: string | string[]
  anyOf?: Schema[]
  format?: string
  pattern?: string
  enum?: unknown[]
  minLength?: number
  minimum?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

interface Described {
  requestBody?: { content: Record<string, { schema: Schema }> }
  parameters?: { in: string; name: string; schema: Schema }[]
}

type Paths = Record<string, Record<string, Described>>

interface Document {
  paths: Paths
  components: { schemas: Record<string, Schema> }
}

/** The paths of the OpenAPI document, with references replaced by their schemas. */
async function describedPaths(app: App): Promise<Paths> {
  const { paths, components } = (await describeWholeApi(app)) as unknown as Document
  const schemas = new Map(Object.entries(components.schemas))
  const expand = (_: string, value: unknown) => {
    const ref = value instanceof Object && '$ref' in value ? String(value.$ref) : undefined
    return ref ? schemas.get(ref.split('/').at(-1) ?? '') : value
  }
  // The replacement is visited too, and so are references inside of it.
  return JSON.parse(JSON.stringify(paths, expand)) as Paths
}

/** One method of one path in the OpenAPI document. */
export interface Operation {
  method: string
  path: string
  body: Schema | undefined
  query: readonly (readonly [string, Schema])[]
}

export async function everyOperation(app: App): Promise<Operation[]> {
  const paths = await describedPaths(app)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody, parameters = [] }]) => ({
      method: method.toUpperCase(),
      path,
      body: requestBody?.content['application/json']?.schema,
      query: parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) => [name, schema] as const),
    })),
  )
}

/** The body schema of a route in the OpenAPI document. */
export async function bodySchemas(app: App) {
  const paths = await describedPaths(app)
  return (method: string, url: string): Schema | undefined => {
    const path = url.replace(/:(\w+)/g, '{$1}')
    const { requestBody } = paths[path]?.[method.toLowerCase()] ?? {}
    return requestBody?.content['application/json']?.schema
  }
}
