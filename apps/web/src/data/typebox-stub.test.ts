import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { Type } from './typebox-stub.ts'

const contract = path.resolve(import.meta.dirname, '../../../../packages/contract/src')
// What programs call (`v1/`) the browser never loads.
const sources = readdirSync(contract, { encoding: 'utf8', recursive: true })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('v1'))
  .map((name) => readFileSync(path.join(contract, name), 'utf8'))

it('has every kind of schema the contract builds', () => {
  const used = sources.flatMap((text) =>
    [...text.matchAll(/\bType\.(\w+)/g)].map(([, kind]) => kind),
  )
  expect(Object.keys(Type)).toEqual(expect.arrayContaining([...new Set(used)]))
})

it('lets an object be spread into another one', () => {
  const name = Type.String()
  expect(Type.Object({ name }).properties).toEqual({ name })
  expect(Type.Partial(Type.Object({ name })).properties).toEqual({ name })
})
