import path from 'node:path'
import type { Plugin } from 'vite'

interface Node {
  type: string
  start: number
  end: number
}

interface Call extends Node {
  callee: Node & { name?: string; object?: Node & { name?: string } }
  arguments: Node[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const isFunction = ({ type }: Node) => /Function/.test(type)
const isCall = (node: Node): node is Call => node.type === 'CallExpression'
const isEndpoint = ({ callee }: Call) => callee.name === 'endpoint'
const buildsSchema = ({ callee }: Call) => callee.object?.name === 'Type'

/** Splits `'GET /api/labels/'`, or a template that begins with a method, into method and URL. */
function methodAndUrl(code: string, { arguments: [, address] }: Call): string {
  const text = address ? code.slice(address.start, address.end) : ''
  const parts = /^(['"`])([A-Z]+) (.*)$/s.exec(text)
  if (!parts) throw new Error(`An endpoint names no method: ${text}`)
  const [, quote, method, rest] = parts
  return `({ method: '${method}', url: ${quote}${rest} })`
}

/**
 * The browser needs the method and URL of a call; access and schema are checked by the server. So
 * an endpoint is reduced to these two and a schema to an empty one, which drops the schema library
 * from the bundle. Other top-level calls are marked as free of side effects: unused ones are
 * dropped.
 */
export function withoutSchemas(code: string, node: Node, inFunction = false): string {
  if (isCall(node) && isEndpoint(node)) return methodAndUrl(code, node)
  if (isCall(node) && buildsSchema(node)) return '({ properties: {} })'
  const children = Object.values(node)
    .flat()
    .filter(isNode)
    .sort((a, b) => a.start - b.start)
  let text = ''
  let at = node.start
  for (const child of children) {
    // A shorthand property has two nodes at one position.
    if (child.start < at) continue
    text +=
      code.slice(at, child.start) + withoutSchemas(code, child, inFunction || isFunction(child))
    at = child.end
  }
  text += code.slice(at, node.end)
  return isCall(node) && !inFunction ? `/* @__PURE__ */ ${text}` : text
}

export function endpointsWithoutSchemas(): Plugin {
  const contract = path.resolve(import.meta.dirname, '../../../packages/contract/src')
  return {
    name: 'endpoints-without-schemas',
    apply: 'build',
    transform(code, id) {
      if (!id.startsWith(contract)) return null
      const program = this.parse(code) as Node
      const end = code.slice(program.end)
      return { code: code.slice(0, program.start) + withoutSchemas(code, program) + end, map: null }
    },
  }
}
