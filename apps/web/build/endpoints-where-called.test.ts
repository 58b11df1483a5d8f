import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { whereCalled } from './endpoints-where-called.ts'

const endpoints = new Map([['labelsApi', new Map([['list', '(LIST)']])]])
const built = (code: string) => whereCalled(code, parseAst(code), endpoints)
const imported = "import { labelsApi as api } from '@cairn/contract'\n"

it('writes a call of the contract where it is made', () => {
  expect(built(`${imported}call(api.list, { api: 1 }); other.api`)).toBe(
    `${imported}call((LIST), { api: 1 }); other.api`,
  )
})

it('leaves an object alone that is used as a whole, or whose name is another thing somewhere', () => {
  for (const code of [
    'call(api.list); use(api)',
    'call(api.list); use({ api })',
    'call(api[list]); call(api.list)',
    'const f = (api) => api.list',
    'const f = ({ api }) => api.list',
    'call(api.list); call(api.unknown)',
  ]) {
    expect(built(imported + code)).toBe(imported + code)
  }
})

it('leaves alone what comes from elsewhere', () => {
  const code = "import { labelsApi } from './own.ts'\ncall(labelsApi.list)"
  expect(built(code)).toBe(code)
})
