import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { withoutSchemas } from './endpoints-without-schemas.ts'

const built = (code: string) => withoutSchemas(code, parseAst(code))

it('leaves the method and the address of an endpoint', () => {
  expect(built("const api = { list: endpoint(anyone, 'GET /api/labels/', { 200: X }) }")).toBe(
    "const api = { list: ({ method: 'GET', url: '/api/labels/' }) }",
  )
  expect(built('const at = (one) => endpoint(admins, `DELETE /api/labels/`, {})')).toBe(
    "const at = (one) => ({ method: 'DELETE', url: `/api/labels/` })",
  )
})

it('leaves no schema, and lets other schemas still be put together of it', () => {
  expect(built('const X = Type.Object({ ...Y.properties, id: Type.String() })')).toBe(
    'const X = ({ properties: {} })',
  )
})

it('marks what is called while the module is loaded, and nothing in functions', () => {
  expect(built('const X = withId(Y); const f = () => list.push(1)')).toBe(
    'const X = /* @__PURE__ */ withId(Y); const f = () => list.push(1)',
  )
})

it('fails the build for an endpoint whose method is not written out', () => {
  expect(() => built('endpoint(anyone, address, {})')).toThrow('names no method')
})
