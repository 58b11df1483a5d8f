import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** Imported by `data/i18n.ts`. */
const everywhere = new Set(['common', 'errors', 'ui'])
const name = 'virtual:text/'
const firstName = 'virtual:first-text/'
const wholeLanguage = 'virtual:language/'

/** Where the code of the first view begins. */
const entries = ['app/main.tsx', 'app/routes/first-screens.ts']

type Texts = { [key: string]: string | Texts }

/** Modules a module is always loaded with: not its types, and not what it imports when needed. */
const imported = /^(?:import|export) (?!type\b)(?:[^'"]*? from )?['"]([#.][^'"]+\.tsx?)['"]/gm

function modulesOfFirstView(source: string): Map<string, string> {
  const found = new Map<string, string>()
  function add(file: string) {
    if (found.has(file)) return
    const code = readFileSync(file, 'utf8')
    found.set(file, code)
    for (const [, name = ''] of code.matchAll(imported)) {
      add(name.startsWith('#') ? path.join(source, name.slice(1)) : path.resolve(file, '..', name))
    }
  }
  for (const entry of entries) add(path.join(source, entry))
  return found
}

/** The texts of an area that code mentions, by their whole key or, with a `${`, by its beginning. */
export function mentionedTexts(texts: Texts, code: string): Texts {
  const keys = [...code.matchAll(/['"`]((?:[\w-]+\.)+[\w-]*)(\$?)/g)]
  const isMentioned = (key: string) =>
    keys.some(([, mentioned = '', open]) =>
      open
        ? key.startsWith(mentioned)
        : key.replace(/_(?:one|other)$/, '') === mentioned.replace(/_(?:one|other)$/, ''),
    )
  const pick = (part: Texts, before: string): Texts =>
    Object.fromEntries(
      Object.entries(part).flatMap(([key, value]): [string, string | Texts][] => {
        if (typeof value === 'string') return isMentioned(before + key) ? [[key, value]] : []
        const inner = pick(value, `${before}${key}.`)
        return Object.keys(inner).length > 0 ? [[key, inner]] : []
      }),
    )
  return pick(texts, '')
}

/**
 * Puts the texts of an area into the chunk of the code that uses them: a module that contains a key
 * such as `account.title` gets an import of that area's part of the catalog; in a build, modules of
 * the first view only of the texts they mention. Other languages are one module with all areas.
 */
export function textWithItsScreen(): Plugin {
  const source = path.resolve(import.meta.dirname, '../src')
  const textsOf = (area: string) => path.join(source, `locales/en/${area}.json`)
  const areas = readdirSync(path.join(source, 'locales/en')).map((file) =>
    path.basename(file, '.json'),
  )
  const mentioned = new RegExp(`['"\`](${areas.join('|')})\\.[a-z$]`, 'g')
  let first = new Map<string, string>()

  return {
    name: 'text-with-its-screen',
    enforce: 'pre',
    configResolved({ command }) {
      if (command === 'build') first = modulesOfFirstView(source)
    },
    resolveId: (id) =>
      [name, firstName, wholeLanguage].some((start) => id.startsWith(start)) ? `\0${id}` : null,
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
      const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Texts
      const ofFirstView = (file: string) =>
        JSON.stringify(mentionedTexts(read(file), [...first.values()].join('\n')))
      const i18n = JSON.stringify(`${source}/data/i18n.ts`)
      if (id.startsWith(`\0${firstName}`)) {
        const texts = ofFirstView(textsOf(id.slice(firstName.length + 1)))
        return `import { addSomeText } from ${i18n}\naddSomeText(${texts})`
      }
      if (first.size > 0 && [...everywhere].some((area) => id === textsOf(area))) {
        return ofFirstView(id)
      }
      if (!id.startsWith(`\0${name}`)) return null
      const file = textsOf(id.slice(name.length + 1))
      this.addWatchFile(file)
      return `import { addText } from ${i18n}\naddText(${JSON.stringify(read(file))})`
    },
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || !id.startsWith(source)) return null
      const found = new Set([...code.matchAll(mentioned)].map(([, area]) => area))
      const isFirst = first.has(id)
      if (isFirst || first.size === 0) for (const area of everywhere) found.delete(area)
      if (found.size === 0) return null
      const start = isFirst ? firstName : name
      const imports = [...found].map((area) => `import ${JSON.stringify(start + area)}`)
      // At the end, so that no line moves: imports are hoisted anyway.
      return { code: `${code}\n${imports.join('\n')}\n`, map: null }
    },
  }
}
