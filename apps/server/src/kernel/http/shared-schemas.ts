type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Node = { [key: string]: Json }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

/** The same text for equal schemas, regardless of the order of their keys. */
const textOf = (schema: unknown) =>
  JSON.stringify(schema, (_, value: Json) =>
    isNode(value) ? Object.fromEntries(Object.entries(value).toSorted(byKey)) : value,
  )

const isObjectSchema = (value: unknown): value is Node =>
  isNode(value) && value.type === 'object' && isNode(value.properties)

/** A shorter schema is easier to read where it is than by a reference. */
const MIN_LENGTH = 300

const pascal = (text: string) =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, first: string) => first.toUpperCase())

/** `/api/v1/…/cycles/{id}/` and the property `owner` become `CyclesOwnerV1`. */
function nameFrom(url: string, properties: readonly string[]) {
  const resource = url.split('/').findLast((part) => part && !part.startsWith('{')) ?? ''
  const version = url.startsWith('/api/v1/') ? 'V1' : ''
  return [resource, ...properties].map(pascal).join('') + version
}

interface Seen {
  url: string
  properties: string[]
  times: number
}

/** Every longer object schema of the paths, by its text, and where it was met first. */
function countSchemas(paths: Node): Map<string, Seen> {
  const seen = new Map<string, Seen>()
  const look = (value: Json, url: string, properties: string[]): void => {
    if (Array.isArray(value)) for (const inner of value) look(inner, url, properties)
    if (!isNode(value)) return
    const isSchema = isObjectSchema(value)
    const text = isSchema ? textOf(value) : ''
    if (text.length >= MIN_LENGTH) {
      const known = seen.get(text) ?? { url, properties, times: 0 }
      seen.set(text, { ...known, times: known.times + 1 })
    }
    for (const [key, inner] of Object.entries(value)) {
      if (key !== 'properties' || !isSchema || !isNode(inner)) look(inner, url, properties)
      else for (const [name, of] of Object.entries(inner)) look(of, url, [...properties, name])
    }
  }
  for (const [url, path] of Object.entries(paths)) look(path, url, [])
  return seen
}

function namesOf(paths: Node, named: Readonly<Record<string, unknown>>): Map<string, string> {
  const names = new Map<string, string>()
  for (const [name, schema] of Object.entries(named).toSorted(byKey)) {
    const text = isObjectSchema(schema) ? textOf(schema) : ''
    if (text.length >= MIN_LENGTH && !names.has(text)) names.set(text, name)
  }
  const taken = new Set(names.values())
  for (const [text, { url, properties, times }] of countSchemas(paths)) {
    if (times < 2 || names.has(text)) continue
    const plain = nameFrom(url, properties)
    let name = plain
    for (let n = 2; taken.has(name); n += 1) name = `${plain}_${n}`
    taken.add(name)
    names.set(text, name)
  }
  return names
}

/**
 * Moves repeated schemas of an OpenAPI document to `components`, under their name in the contract
 * or, without one, named after the first place they are found.
 */
export function shareSchemas<Document extends { components?: object; paths?: object }>(
  document: Document,
  named: Readonly<Record<string, unknown>>,
): Document {
  const paths = JSON.parse(JSON.stringify(document.paths ?? {})) as Node
  const names = namesOf(paths, named)
  const schemas = new Map<string, Json>()

  function within(value: Json): Json {
    if (Array.isArray(value)) return value.map(shared)
    if (!isNode(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shared(inner)]))
  }

  function shared(value: Json): Json {
    const name = isObjectSchema(value) ? names.get(textOf(value)) : undefined
    if (!name) return within(value)
    if (!schemas.has(name)) schemas.set(name, within(value))
    return { $ref: `#/components/schemas/${name}` }
  }

  return {
    ...document,
    paths: shared(paths),
    components: {
      ...document.components,
      schemas: Object.fromEntries([...schemas].toSorted(byKey)),
    },
  }
}
