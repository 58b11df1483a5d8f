import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { endpoint } from './endpoint.ts'
import { anyone } from './policy.ts'
import { Choice, Nullable } from './shapes.ts'

it('reads method, path parameters and status out of one line', () => {
  const made = endpoint(anyone, 'POST /api/:slug/items/:id/', {
    body: Type.Object({ name: Type.String() }),
    query: Type.Object({}),
    201: Type.Null(),
  })
  expect(made).toMatchObject({
    method: 'POST',
    url: '/api/:slug/items/:id/',
    config: { policy: { who: 'anyone' }, status: 201 },
  })
  expect(Object.keys(made.schema)).toEqual(['params', 'response', 'body', 'querystring'])
  expect(made.schema.params.properties.id).toMatchObject({ format: 'uuid' })
  expect(made.schema.params.properties.slug).not.toHaveProperty('format')
})

it('lets null stand beside a type with one keyword, so that errors name the field', () => {
  expect(Nullable(Type.String({ maxLength: 3 }))).toMatchObject({
    type: ['string', 'null'],
    maxLength: 3,
  })
  expect(Nullable(Choice(['a', 'b']))).toMatchObject({ enum: ['a', 'b', null] })
})
