import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const everywhere = new Set(['common', 'errors', 'ui'])
const name = 'virtual:text/'
const wholeLanguage = 'virtual:language/'

/**
 * Puts the texts of an area into the chunk of the code that uses them: a module that contains a key
 * such as `account.title` gets an import of that area's part of the catalog. Other languages are
 * one module with all areas.
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
    resolveId: (id) => (id.startsWith(name) || id.startsWith(wholeLanguage) ? `\0${id}` : null),
    async load(id) {
      if (id.startsWith(`\0${wholeLanguage}`)) {
        const folder = path.join(source, 'locales', id.slice(wholeLanguage.length + 1))
        const files = readdirSync(folder).map((file) => path.join(folder, file))
        for (const file of files) this.addWatchFile(file)
        const words = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as object)
        // As JSON text: browsers parse it faster than code.
        const json = JSON.stringify(JSON.stringify(Object.assign({}, ...words)))
        return `export default JSON.parse(${json})`
      }
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
      // At the end, so that no line moves: imports are hoisted anyway.
      return { code: `${code}\n${imports.join('\n')}\n`, map: null }
    },
  }
}
