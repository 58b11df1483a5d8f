import { describeWholeApi } from '#features/public-api/hand-over.ts'
import type { App } from '#kernel/http/app-type.ts'

/** Of the application and of the public API, for the tests that walk over all of them. */
export async function everyRoute(app: App) {
  const publicApi = await app.openPublicApi()
  return [...app.routeTable, ...publicApi.routeTable]
}

export interface Schema {
  type?: string | string[]
  anyOf?: Schema[]
  format?: string
  enum?: unknown[]
  minLength?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

interface Document {
  paths: Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>
  >
}

/** What a route's body has to be, as the API's description says it. */
export async function bodySchemas(app: App) {
  const { paths } = (await describeWholeApi(app)) as unknown as Document
  return (method: string, url: string): Schema | undefined => {
    const path = url.replace(/:(\w+)/g, '{$1}')
    const { requestBody } = paths[path]?.[method.toLowerCase()] ?? {}
    return requestBody?.content['application/json']?.schema
  }
}
