import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** Names of packages that the built files load, as opposed to: that are bundled in them. */
export function externalsOf(folder) {
  const found = new Set()
  const look = (source) => {
    const name = source?.type === 'Literal' && typeof source.value === 'string' ? source.value : '.'
    // This script may run on an older Node, which does not know every built-in module.
    if (/^([./]|node:)/.test(name) || isBuiltin(name)) return
    found.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
  }
  const visitor = new Visitor({
    ImportExpression: ({ source }) => look(source),
    // `require`, `require$1` of createRequire(), and its `resolve`.
    CallExpression({ callee, arguments: [first] }) {
      const name = callee.type === 'MemberExpression' ? callee.property.name : callee.name
      if (/^require(\$\d+)?$|^resolve$/.test(name ?? '')) look(first)
    },
  })
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.cjs'))) {
    visitor.visit(parseSync(file, readFileSync(join(folder, file), 'utf8')).program)
  }
  return [...found].sort()
}
