import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const everywhere = new Set(['common', 'errors', 'ui'])
const name = 'virtual:text/'

/**
 * Puts the words of an area into the same chunk as the code that says them: a module that mentions a
 * key such as `account.title` is given an import of that area's part of the catalogue.
 */
export function textWithItsScreen(): Plugin {
  const source = path.resolve(import.meta.dirname, '../src')
  const areas = readdirSync(path.join(source, 'locales/en'))
    .map((file) => path.basename(file, '.json'))
    .filter((area) => !everywhere.has(area))
  const mentioned = new RegExp(`['"\`](${areas.join('|')})\\.[a-z$]`, 'g')

  return {
    name: 'text-with-its-screen',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(name) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${name}`)) return null
      const area = id.slice(name.length + 1)
      return `import { addText } from ${JSON.stringify(`${source}/data/i18n.ts`)}
import words from ${JSON.stringify(`${source}/locales/en/${area}.json`)}
addText(words)`
    },
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || !id.startsWith(source)) return null
      const found = new Set([...code.matchAll(mentioned)].map(([, area]) => area))
      if (found.size === 0) return null
      const imports = [...found].map((area) => `import ${JSON.stringify(name + area)}`)
      // At the end, where they move no line: imports are read first wherever they stand.
      return { code: `${code}\n${imports.join('\n')}\n`, map: null }
    },
  }
}
