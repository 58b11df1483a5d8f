/**
 * An object has inherited names ("constructor", "__proto__"), so nothing is looked up in a
 * plain object by a name that may come from outside: that takes a Map, or `lookup()` of the contract,
 * which only sees an object's own names. Fails on `table[name]` where
 * - the table is declared as an object with any string for a key: `Record<string, …>`, be it a
 *   variable, a parameter, or a property of another object;
 * - the name is cast to a key of something: `table[name as keyof typeof table]`.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { complain, main } from './terminal.mjs'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const folders = ['apps/server/src', 'apps/web/src', 'packages/*/src']
/** Tests make their own names; migrations are never changed; `lookup()` itself is there. */
const exempt = /\.test\.tsx?$|\/test-kit\/|\/migrations\/|contract\/src\/core\/lookup\.ts$/

const nameOf = (type) => (type?.typeName?.type === 'Identifier' ? type.typeName.name : undefined)

/** Whether a type allows every string as a key. `known` are aliases that do. */
function isOpen(type, known) {
  if (!type) return false
  if (type.type === 'TSTypeLiteral' || type.type === 'TSInterfaceBody') {
    const members = type.members ?? type.body
    return members.some(({ type }) => type === 'TSIndexSignature')
  }
  if (type.type === 'TSUnionType' || type.type === 'TSIntersectionType') {
    return type.types.some((one) => isOpen(one, known))
  }
  if (type.type === 'TSTypeOperator') return isOpen(type.typeAnnotation, known)
  const name = nameOf(type)
  const [first] = type.typeArguments?.params ?? []
  if (name === 'Readonly' || name === 'Partial') return isOpen(first, known)
  if (name === 'Record') return first?.type === 'TSStringKeyword'
  return name !== undefined && known.has(name)
}

function unwrap(node) {
  const wrappers = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']
  return wrappers.includes(node?.type) || node?.type === 'ParenthesizedExpression'
    ? unwrap(node.expression)
    : node
}

/** `x as T`: the type T, inside any parentheses. */
const castOf = (node) =>
  node?.type === 'ParenthesizedExpression'
    ? castOf(node.expression)
    : node?.type === 'TSAsExpression'
      ? node.typeAnnotation
      : undefined

const isFromEntries = (node) => {
  const { type, object, property } = unwrap(node)?.callee ?? {}
  return type === 'MemberExpression' && object.name === 'Object' && property.name === 'fromEntries'
}

const isKeyCast = (type) =>
  type?.type === 'TSNeverKeyword' ||
  type?.type === 'TSAnyKeyword' ||
  (type?.type === 'TSTypeOperator' && type.operator === 'keyof')

/** Names no request can choose. */
const isFixed = (node) =>
  node.type === 'Literal' || (node.type === 'TemplateLiteral' && node.expressions.length === 0)

/** Aliases and interfaces of a file that allow every string as a key. */
function openTypes(program, known) {
  const found = new Set()
  new Visitor({
    TSTypeAliasDeclaration: ({ id, typeAnnotation }) => {
      if (isOpen(typeAnnotation, known)) found.add(id.name)
    },
    TSInterfaceDeclaration: ({ id, body }) => {
      if (isOpen(body, known)) found.add(id.name)
    },
  }).visit(program)
  return found
}

/** Which of these a file imports, by their local names. */
function importedAmong(program, names) {
  const found = new Set()
  new Visitor({
    ImportSpecifier: ({ imported, local }) => {
      if (names.has(imported.name)) found.add(local.name)
    },
  }).visit(program)
  return found
}

function exportedAmong(program, names) {
  const found = []
  new Visitor({
    ExportNamedDeclaration: ({ declaration }) => {
      for (const { id } of declaration?.declarations ?? []) {
        if (names.has(id.name)) found.push(id.name)
      }
    },
  }).visit(program)
  return found
}

function typesKnownIn(program, types) {
  const imported = importedAmong(program, types)
  return new Set([...imported, ...openTypes(program, imported)])
}

/** Names a file declares with such a type. */
function openNames(program, known) {
  const found = new Set()
  const note = (pattern) => {
    const target = pattern?.type === 'AssignmentPattern' ? pattern.left : pattern
    if (target?.type !== 'Identifier') return
    if (isOpen(target.typeAnnotation?.typeAnnotation, known)) found.add(target.name)
  }
  const noteParameters = ({ params }) => {
    for (const one of params) note(one.type === 'TSParameterProperty' ? one.parameter : one)
  }
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      note(id)
      if (id.type !== 'Identifier' || id.typeAnnotation) return
      if (isOpen(castOf(init), known) || (!castOf(init) && isFromEntries(init))) found.add(id.name)
    },
    FunctionDeclaration: noteParameters,
    FunctionExpression: noteParameters,
    ArrowFunctionExpression: noteParameters,
  }).visit(program)
  return found
}

/** Properties that a file's types declare to be such objects, by the name of the type. */
function openMembers(program, known) {
  const found = []
  const note = ({ id, body, typeAnnotation }) => {
    for (const { key, typeAnnotation: type } of body?.body ?? typeAnnotation?.members ?? []) {
      if (isOpen(type?.typeAnnotation, known)) found.push([id.name, key?.name])
    }
  }
  new Visitor({ TSInterfaceDeclaration: note, TSTypeAliasDeclaration: note }).visit(program)
  return found
}

function declaredTypes(program) {
  const found = new Set()
  const note = ({ id }) => found.add(id.name)
  new Visitor({ TSInterfaceDeclaration: note, TSTypeAliasDeclaration: note }).visit(program)
  return found
}

/** Lines where a file looks up a name it did not choose, with the problem. */
function problemsIn({ file, code, program }, types, names, members) {
  const known = typesKnownIn(program, types)
  const open = new Set([...importedAmong(program, names), ...openNames(program, known)])
  // Types of values are unknown here: properties count in files that mention their type.
  const owners = new Set(members.map(([type]) => type))
  const named = new Set([...importedAmong(program, owners), ...declaredTypes(program)])
  const openProperties = new Set(
    members.filter(([type]) => named.has(type)).map(([, property]) => property),
  )
  const problems = []
  const refuse = ({ start }, text) => {
    problems.push(`${file}:${code.slice(0, start).split('\n').length} ${text}`)
  }
  new Visitor({
    MemberExpression: (node) => {
      if (!node.computed || isFixed(node.property)) return
      const table = unwrap(node.object)
      const isOpenTable =
        (table.type === 'Identifier' && open.has(table.name)) ||
        (table.type === 'MemberExpression' &&
          !table.computed &&
          openProperties.has(table.property.name)) ||
        isOpen(castOf(node.object), known)
      const shown = code.slice(node.start, node.end).replace(/\s+/g, ' ')
      if (isOpenTable || isKeyCast(castOf(node.property))) {
        refuse(node, `${shown}: use a Map, or lookup() of @cairn/contract`)
      }
    },
  }).visit(program)
  return problems
}

/** These files, or all. */
function findFiles(chosen) {
  if (chosen.length > 0) return chosen
  const all = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  )
  return all.filter((file) => !exempt.test(file))
}

main(() => {
  const files = findFiles(process.argv.slice(2)).map((file) => {
    const code = readFileSync(path.resolve(root, file), 'utf8')
    return { file, code, program: parseSync(file, code).program }
  })
  const types = new Set(files.flatMap(({ program }) => [...openTypes(program, new Set())]))
  const names = new Set(
    files.flatMap(({ program }) =>
      exportedAmong(program, openNames(program, typesKnownIn(program, types))),
    ),
  )
  const members = files.flatMap(({ program }) => openMembers(program, typesKnownIn(program, types)))
  const problems = files.flatMap((file) => problemsIn(file, types, names, members))
  for (const problem of problems) complain(problem)
  return problems.length > 0 ? 1 : 0
})
