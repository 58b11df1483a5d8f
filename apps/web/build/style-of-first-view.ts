import type { Plugin, Rolldown } from 'vite'

/** `.max-md\:hidden` as it is written in code: `max-md:hidden`. */
const unescaped = (name: string) =>
  name.replaceAll(/\\([\da-f]{1,6}) ?|\\(.)/gi, (_, code?: string, letter = '') =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : letter,
  )

/** Cuts at each top-level `mark`: not in brackets, not in strings, not where it is escaped. */
function cut(text: string, mark: ',' | '}'): string[] {
  const parts: string[] = []
  let [from, depth, quote] = [0, 0, '']
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (letter === '\\') at += 1
    else if (quote) quote = letter === quote ? '' : quote
    else if (letter === '"' || letter === "'") quote = letter
    else if ('([{'.includes(letter)) depth += 1
    else if (')]}'.includes(letter)) depth -= 1
    const ends = mark === '}' ? letter === ';' || letter === '}' : letter === mark
    if (quote || depth > 0 || !ends || text.charAt(at - 1) === '\\') continue
    parts.push(text.slice(from, mark === '}' ? at + 1 : at))
    from = at + 1
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}

const isGroup = /^@(layer|media|supports|container)\b/

/** Whether all classes of a selector are in `names`. */
function canMatch(selector: string, names: Set<string>): boolean {
  const asked = selector.replaceAll(/:not\((?:[^()]|\([^()]*\))*\)/g, '')
  return [...asked.matchAll(/\.((?:\\[\da-f]{1,6} ?|\\.|[\w-])+)/gi)].every(([, name = '']) =>
    names.has(unescaped(name)),
  )
}

/** The rules of a minified stylesheet that can match where only these names are in use. */
export function rulesFor(names: Set<string>, css: string): string {
  return cut(css, '}')
    .map((rule) => {
      const body = rule.indexOf('{')
      const head = rule.slice(0, body)
      if (body < 0) return rule
      if (isGroup.test(head)) {
        const inner = rulesFor(names, rule.slice(body + 1, -1))
        return inner && `${head}{${inner}}`
      }
      if (head.startsWith('@')) return rule
      const used = cut(head, ',').filter((selector) => canMatch(selector, names))
      return used.length > 0 ? used.join(',') + rule.slice(body) : ''
    })
    .join('')
}

/** Removes properties no rule uses: Tailwind declares one for every utility. */
function withoutIdleProperties(css: string): string {
  const declared = /@property (--[\w-]+)\{[^}]*\}/g
  const rules = css.replaceAll(declared, '')
  return css.replaceAll(declared, (rule, name: string) => (rules.includes(name) ? rule : ''))
}

/**
 * Removes values no rule and no code uses, such as the colors of charts in every theme. Code may
 * build the end of a name: `--label-${name}`.
 */
export function withoutIdleValues(css: string, code: string): string {
  const value = /(?<=[{;])(--(?!tw-)[\w-]+):(?:[^;{}"]|"[^"]*")*;?/g
  const inCode = new Set(code.match(/--[a-z][\w-]*/g))
  const starts = [...inCode].filter((name) => name.endsWith('-'))
  const used = new Set([
    ...inCode,
    ...[...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name),
  ])
  const remaining = css.replaceAll(value, (rule, name: string) =>
    used.has(name) || starts.some((start) => name.startsWith(start)) ? rule : '',
  )
  // Values that only these used.
  return remaining === css ? css : withoutIdleValues(remaining, code)
}

/** Chunks loaded with the page: the entry, with the first screens, and its imports. */
export function firstChunks(bundle: Rolldown.OutputBundle): Set<Rolldown.OutputChunk> {
  const found = new Set<Rolldown.OutputChunk>()
  function add(chunk: Rolldown.OutputBundle[string] | undefined) {
    if (chunk?.type !== 'chunk' || found.has(chunk)) return
    found.add(chunk)
    for (const file of chunk.imports) add(bundle[file])
  }
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && chunk.isEntry) add(chunk)
  }
  return found
}

/**
 * The page links the fonts and the rules its first screens can use. The full stylesheet
 * (`#ui/platform/whole-style.ts`) is loaded after them; it repeats these rules, so their order
 * there decides.
 */
export function styleOfFirstView(): Plugin {
  let first = ''
  return {
    name: 'style-of-first-view',
    apply: 'build',
    generateBundle: {
      // Before the files of lazy chunks are listed: none of them lists the page's stylesheet.
      order: 'pre',
      handler(_, bundle) {
        const chunks = [...firstChunks(bundle)]
        const files = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
        const whole = Object.keys(bundle).find((file) => /\/whole-[^/]+\.css$/.test(file)) ?? ''
        const [fonts, all] = [
          files.map((file) => textOf(bundle[file])).join(''),
          textOf(bundle[whole]),
        ]
        const code = chunks.map((chunk) => chunk.code).join('\n')
        const names = new Set(code.split(/[\s"'`${}]+/))
        const rules = withoutIdleProperties(rulesFor(names, all))
        const source = fonts + withoutIdleValues(rules, code)
        first = this.getFileName(this.emitFile({ type: 'asset', name: 'first.css', source }))
        for (const { viteMetadata } of chunks) viteMetadata?.importedCss.clear()
        for (const file of files) delete bundle[file]
      },
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'stylesheet', href: `/${first}` }, injectTo: 'head' },
    ],
  }
}

function textOf(file: Rolldown.OutputBundle[string] | undefined): string {
  if (file?.type !== 'asset') throw new Error('A stylesheet is missing.')
  return String(file.source)
}
