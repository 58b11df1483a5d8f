import path from 'node:path'
import type { Plugin } from 'vite'

interface Node {
  type: string
  start: number
  end: number
}

interface Call extends Node {
  callee: Node & { name?: string }
  arguments: Node[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

function* nodesIn(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* nodesIn(child)
    }
  }
}

const isEndpoint = (node: Node): node is Call =>
  node.type === 'CallExpression' && (node as Call).callee.name === 'endpoint'

/**
 * The browser needs the method and the address of a call; who may make it and what it looks like is
 * checked by the server. Without their parts the schemas are used by nobody, and are left out.
 */
export function endpointsWithoutSchemas(): Plugin {
  const contract = path.resolve(import.meta.dirname, '../../../packages/contract/src')
  return {
    name: 'endpoints-without-schemas',
    apply: 'build',
    transform(code, id) {
      if (!id.startsWith(contract) || !code.includes('endpoint(')) return null
      const calls = [...nodesIn(this.parse(code) as Node)].filter(isEndpoint)
      let result = code
      // From the last to the first, so that the places of those before stay right.
      for (const { arguments: given } of calls.reverse()) {
        for (const part of [given[2], given[0]]) {
          if (part) result = `${result.slice(0, part.start)}{}${result.slice(part.end)}`
        }
      }
      return { code: result, map: null }
    },
  }
}
