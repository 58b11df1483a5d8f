import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

interface Node {
  type: string
  start: number
  end: number
}

interface Specifier extends Node {
  imported: Node & { name?: string }
  local: Node & { name: string }
}

interface Identifier extends Node {
  name: string
}

interface Member extends Node {
  object: Identifier
  property: Identifier
  computed: boolean
}

/** Code by object name, then endpoint name: `{ method: 'GET', url: '/api/labels/' }`. */
export type Endpoints = ReadonlyMap<string, ReadonlyMap<string, string>>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode)

/** Objects imported from the contract, by their local names. */
function importedFrom(
  program: Node,
  endpoints: Endpoints,
): Map<string, ReadonlyMap<string, string>> {
  const found = new Map<string, ReadonlyMap<string, string>>()
  for (const node of childrenOf(program)) {
    const { source, specifiers = [] } = node as Node & {
      source?: { value?: string }
      specifiers?: Specifier[]
    }
    if (node.type !== 'ImportDeclaration' || source?.value !== '@cairn/contract') continue
    for (const { imported, local } of specifiers) {
      const api = endpoints.get(imported?.name ?? '')
      if (api) found.set(local.name, api)
    }
  }
  return found
}

/**
 * Contract objects hold all endpoints of an area, so a module that calls one would bundle all of
 * them. Endpoints are therefore inlined: `call(labelsApi.list)` becomes `call({ method: 'GET', url:
 * '…' })`. An object that is used in another way stays as it is.
 */
export function whereCalled(code: string, program: Node, endpoints: Endpoints): string {
  const apis = importedFrom(program, endpoints)
  const places: { start: number; end: number; local: string; text: string }[] = []

  function visit(node: Node) {
    if (node.type === 'ImportDeclaration') return
    const { object, property, computed } = node as Member
    const text = object?.type === 'Identifier' && apis.get(object.name)?.get(property.name)
    if (node.type === 'MemberExpression' && !computed && text) {
      places.push({ start: node.start, end: node.end, local: object.name, text })
      return
    }
    // Anywhere else, the name may also refer to something else.
    if (node.type === 'Identifier' && isOwnName(node as Identifier))
      apis.delete((node as Identifier).name)
    for (const child of childrenOf(node)) {
      const isLabel =
        (child === property && !computed) || (child === (node as { key?: Node }).key && !computed)
      if (!isLabel || (node as { shorthand?: boolean }).shorthand) visit(child)
    }
  }
  const isOwnName = ({ name }: Identifier) => apis.has(name)
  visit(program)

  let text = ''
  let at = 0
  for (const place of places.filter(({ local }) => apis.has(local))) {
    text += code.slice(at, place.start) + place.text
    at = place.end
  }
  return text + code.slice(at)
}

interface Called {
  method: string
  url: string
}

const isCalled = (value: unknown): value is Called =>
  typeof value === 'object' && value !== null && 'method' in value && 'url' in value

async function readContract(): Promise<Endpoints> {
  const file = path.resolve(import.meta.dirname, '../../../packages/contract/src/index.ts')
  const contract: Record<string, unknown> = await import(pathToFileURL(file).href)
  const apis = Object.entries(contract).flatMap(([name, api]) => {
    if (typeof api !== 'object' || api === null) return []
    const calls = Object.entries(api).flatMap(([key, value]: [string, unknown]) => {
      if (!isCalled(value)) return []
      const { method, url } = value
      return [[key, `(${JSON.stringify({ method, url })})`] as const]
    })
    return calls.length > 0 ? [[name, new Map(calls)] as const] : []
  })
  return new Map(apis)
}

export function endpointsWhereCalled(): Plugin {
  const source = path.resolve(import.meta.dirname, '../src')
  let endpoints: Endpoints = new Map()
  return {
    name: 'endpoints-where-called',
    apply: 'build',
    async buildStart() {
      endpoints = await readContract()
    },
    transform(code, id) {
      if (!id.startsWith(source) || !code.includes('@cairn/contract')) return null
      return { code: whereCalled(code, this.parse(code) as Node, endpoints), map: null }
    },
  }
}
