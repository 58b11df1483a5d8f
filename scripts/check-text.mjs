/**
 * Every word people see is in the catalogue, and the catalogue holds no other. Fails when
 * - JSX text, or a string in a prop that is shown or read out, contains letters;
 * - a key that `t()` asks for is missing, or a key of the catalogue is never asked for;
 * - a sentence is not in our voice: "successfully", "please", "!", British spelling;
 * - a key has no German text, or one that is filled with other values.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const source = path.join(root, 'apps/web/src')
const catalogueOf = (folder) => globSync('locales/en/*.json', { cwd: folder })

/** Props whose text is seen or read out. */
const spoken = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label'])
/** Words that are the same in every language. */
const names = new Set(['Cairn'])
/** Samples of the design system's gallery, which only developers see. */
const unseen = /^features\/dev-ui\/|\.test\.tsx?$/
const plural = /_(zero|one|two|few|many|other)$/

const problems = []
const complain = (file, code, offset, text) => {
  const line = code.slice(0, offset).split('\n').length
  problems.push(`apps/web/src/${file}:${line} ${text}`)
}

/** `{ a: { b: 'x' } }` as `a.b`; plural forms count as the key they belong to. */
function keysIn(value, prefix, keys) {
  for (const [name, inner] of Object.entries(value)) {
    const key = prefix ? `${prefix}.${name}` : name
    if (typeof inner === 'object') keysIn(inner, key, keys)
    else keys.add(key.replace(plural, ''))
  }
}

const keys = new Set()
for (const file of catalogueOf(source)) {
  keysIn(JSON.parse(readFileSync(path.join(source, file), 'utf8')), '', keys)
}

const used = new Set()
/** Prefixes of keys built at run time: `t(`auth.error.${code}`)`. */
const prefixes = new Set()

const isColour = (text) => /^#[0-9a-f]{3,8}$/i.test(text)
const isText = (text) => /\p{L}/u.test(text) && !names.has(text.trim()) && !isColour(text)
const literalIn = (node) => {
  if (node?.type === 'JSXExpressionContainer') return literalIn(node.expression)
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  const plain = node?.type === 'TemplateLiteral' && node.expressions.length === 0
  return plain ? node.quasis[0].value.cooked : undefined
}

/** All branches of `a ? b : c` and `a ?? b`: each may be shown or used as a key. */
function branches(node) {
  if (node?.type === 'ConditionalExpression') {
    return [...branches(node.consequent), ...branches(node.alternate)]
  }
  if (node?.type === 'LogicalExpression') return [...branches(node.left), ...branches(node.right)]
  return node ? [node] : []
}

function checkJsx(node, file, code) {
  if (node.type === 'JSXText' && isText(node.value)) {
    complain(file, code, node.start, `shows text outside the catalogue: ${node.value.trim()}`)
  }
  if (node.type === 'JSXExpressionContainer') {
    for (const branch of branches(node.expression)) {
      const text = literalIn(branch)
      const child = node.parentType === 'JSXElement' || node.parentType === 'JSXFragment'
      if (child && text && isText(text)) {
        complain(file, code, branch.start, `shows text outside the catalogue: ${text}`)
      }
    }
  }
  if (node.type !== 'JSXAttribute' || !spoken.has(attributeName(node))) return
  const value = node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value
  for (const branch of branches(value)) {
    const text = literalIn(branch)
    if (text && isText(text)) {
      const name = attributeName(node)
      complain(file, code, node.start, `says text outside the catalogue in ${name}: ${text}`)
    }
  }
}

const attributeName = ({ name }) =>
  name.type === 'JSXNamespacedName' ? `${name.namespace.name}:${name.name.name}` : name.name

const isTranslation = ({ callee }) =>
  (callee.type === 'Identifier' && callee.name === 't') ||
  (callee.type === 'MemberExpression' && callee.property.name === 't')

function checkCall(node, file, code) {
  if (!isTranslation(node)) return
  for (const wanted of branches(node.arguments[0])) {
    const key = literalIn(wanted)
    if (key !== undefined && !keys.has(key)) {
      complain(file, code, wanted.start, `asks for a key the catalogue does not have: ${key}`)
    }
    if (wanted.type !== 'TemplateLiteral' || wanted.expressions.length === 0) continue
    const prefix = wanted.quasis[0].value.cooked
    if (![...keys].some((known) => known.startsWith(prefix))) {
      complain(file, code, wanted.start, `asks for keys the catalogue does not have: ${prefix}…`)
    }
  }
}

/** Keys also travel as data (`failure: 'work_items.not_changed'`), so any literal counts as a use. */
function noteUse(node) {
  if (node.type === 'Literal' && keys.has(node.value)) used.add(node.value)
  if (node.type !== 'TemplateLiteral') return
  const start = node.quasis[0].value.cooked
  if (node.expressions.length === 0) used.add(start)
  else if (/^[a-z_]+\./.test(start)) prefixes.add(start)
}

function visit(node, file, code, parentType) {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, file, code, parentType)
    return
  }
  if (typeof node?.type !== 'string') return
  noteUse(node)
  if (!unseen.test(file)) {
    checkJsx({ ...node, parentType }, file, code)
    if (node.type === 'CallExpression') checkCall(node, file, code)
  }
  for (const value of Object.values(node)) {
    if (typeof value === 'object' && value !== null) visit(value, file, code, node.type)
  }
}

for (const file of globSync('**/*.{ts,tsx}', { cwd: source }).map((one) =>
  one.replaceAll('\\', '/'),
)) {
  const code = readFileSync(path.join(source, file), 'utf8')
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) complain(file, code, 0, `cannot be read: ${errors[0].message}`)
  else visit(program.body, file, code, undefined)
}

for (const key of keys) {
  if (used.has(key) || [...prefixes].some((prefix) => key.startsWith(prefix))) continue
  problems.push(`apps/web/src/locales/en: nobody asks for ${key}`)
}

const voices = {
  en: /\bsuccess(?:ful(?:ly)?)?\b|\bplease\b|!|\b(?:colour|favourite|cancell|behaviour|centre|grey|licence|organis|personalis|customis|recognis|synchronis)/i,
  de: /\berfolg(?:reich)?\b|\bbitte\b|!/i,
}
/** Search terms, which are not displayed. */
const isSearchedFor = (key) => key.endsWith('_words') || key.includes('.keywords.')

/** `{ a: { b: 'x' } }` as `['a.b', 'x']`. */
const textsIn = (value, prefix = '') =>
  Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' ? [[prefix + name, inner]] : textsIn(inner, `${prefix}${name}.`),
  )
const valuesIn = (text) => [...new Set(text.match(/\{\{.+?\}\}/g))].sort().join()

for (const file of catalogueOf(source).map((one) => path.basename(one))) {
  const [english, german] = ['en', 'de'].map((language) => {
    const where = `locales/${language}/${file}`
    const texts = new Map(textsIn(JSON.parse(readFileSync(path.join(source, where), 'utf8'))))
    for (const [key, text] of texts) {
      const found = isSearchedFor(key) ? undefined : voices[language].exec(text)
      if (found) problems.push(`apps/web/src/${where}: ${key} says “${found[0]}”: ${text}`)
    }
    return texts
  })
  for (const key of new Set([...english.keys(), ...german.keys()])) {
    const [said, meant] = [english.get(key), german.get(key)]
    const isWhole = said !== undefined && meant !== undefined && valuesIn(said) === valuesIn(meant)
    if (!isWhole) problems.push(`apps/web/src/locales/de/${file}: ${key} is not translated`)
  }
}

for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.stderr.write(`${problems.length} problems with text.\n`)
process.exit(problems.length > 0 ? 1 : 0)
