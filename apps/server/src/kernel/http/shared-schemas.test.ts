import { expect, it } from 'vitest'
import { shareSchemas } from './shared-schemas.ts'

const object = (properties: Record<string, object>) => ({ type: 'object', properties })
const text = { type: 'string', description: 'x'.repeat(300) }
const answer = (schema: object) => ({
  get: { responses: { 200: { content: { 'application/json': { schema } } } } },
})
const schemaAt = (document: { paths: object }, url: string) =>
  (document.paths as Record<string, ReturnType<typeof answer>>)[url]?.get.responses[200].content[
    'application/json'
  ].schema

const label = object({ name: text })
const board = object({ label, colour: text })

it('puts a schema of the contract below components, under its name there', () => {
  const paths = { '/labels/': answer(label), '/boards/': answer(board) }
  const shared = shareSchemas({ components: { securitySchemes: {} }, paths }, { Label: label })
  const ref = { $ref: '#/components/schemas/Label' }
  expect(shared.components).toEqual({ securitySchemes: {}, schemas: { Label: label } })
  expect(schemaAt(shared, '/labels/')).toEqual(ref)
  expect(schemaAt(shared, '/boards/')).toEqual(object({ label: ref, colour: text }))
})

it('names a repeated schema after where it is first, and leaves single and short ones', () => {
  const single = object({ other: text })
  const short = object({ id: { type: 'string' } })
  const paths = {
    '/api/v1/boards/{id}/': answer(board),
    '/api/v1/cards/{id}/': answer(object({ label, short })),
    '/api/v1/short/': answer(object({ short, single })),
  }
  const shared = shareSchemas({ components: {}, paths }, {})
  expect(shared.components).toEqual({ schemas: { BoardsLabelV1: label } })
  expect(schemaAt(shared, '/api/v1/short/')).toEqual(object({ short, single }))
})

it('gives two schemas that would have one name two names', () => {
  const other = object({ name: text, colour: text })
  const paths = {
    '/labels/': { ...answer(object({ one: label })), post: answer(object({ one: other })) },
    '/copies/': answer(object({ a: label, b: other })),
  }
  const { components } = shareSchemas({ components: {}, paths }, {})
  expect(components).toEqual({ schemas: { LabelsOne: label, LabelsOne_2: other } })
})
