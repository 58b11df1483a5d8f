import { expect, it } from 'vitest'
import { describeApi } from '../../openapi.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}
interface Operation {
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

/** Routes for strangers and instance administrators. */
const watched = /^\/(api\/(public|instances)\/|auth\/)/

/** JSON written by users, and published with what it belongs to. */
const documents = /\.(logo_props|icon_prop|description|comment_json)$/

/** Where a response could contain a field that its schema does not name. */
function* openIn(schema: Schema | undefined, at: string, known: Document): Generator<string> {
  if (documents.test(at)) return
  if (!schema) return yield at
  if (schema.$ref) {
    const name = schema.$ref.split('/').pop() ?? ''
    return yield* openIn(known.components?.schemas?.[name], at, known)
  }
  if (schema.const !== undefined || schema.enum) return
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => list ?? [])
  if (choices.length > 0) {
    for (const choice of choices) yield* openIn(choice, at, known)
    return
  }
  const types = [schema.type ?? []].flat()
  if (types.length === 0) yield at
  if (types.includes('array')) yield* openIn(schema.items, `${at}[]`, known)
  if (!types.includes('object')) return
  const { properties = {}, patternProperties = {}, additionalProperties } = schema
  for (const [name, field] of Object.entries(properties)) {
    yield* openIn(field, `${at}.${name}`, known)
  }
  for (const field of Object.values(patternProperties)) yield* openIn(field, `${at}.*`, known)
  if (additionalProperties === true) yield at
  if (typeof additionalProperties === 'object') {
    yield* openIn(additionalProperties, `${at}.*`, known)
  }
}

it('answers to strangers and of the administration area carry what their schemas name, and nothing else', async () => {
  const known = JSON.parse(await describeApi()) as Document
  const open: string[] = []
  let answers = 0
  for (const [path, methods] of Object.entries(known.paths)) {
    if (!watched.test(path)) continue
    for (const [method, { responses = {} }] of Object.entries(methods)) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        const answer = content['application/json']
        if (!answer) continue
        answers += 1
        open.push(...openIn(answer.schema, `${method} ${path} ${status}`, known))
      }
    }
  }
  expect(answers).toBeGreaterThan(50)
  expect(open).toEqual([])
})
