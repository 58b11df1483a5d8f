/** How a statement affects tables. */
export interface Effect {
  /** Every table it writes, by name; additionally `+name` if it inserts rows. */
  tables: readonly string[]
  /** It may have written anything: the text does not show what. */
  isUnknown: boolean
}

/**
 * Literals and comments may contain any words. Quoted names are matched too, because they are kept.
 */
const quoted =
  /"[^"]*"|e'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|\$([a-z_]*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//gi
export const withoutLiterals = (sql: string) =>
  sql.replace(quoted, (text) => (text.startsWith('"') ? text : ' '))

const known = new Set([
  ...['select', 'with', 'values', 'table', 'show', 'explain', 'declare', 'fetch', 'close'],
  ...['insert', 'update', 'delete', 'merge'],
  ...['begin', 'start', 'commit', 'end', 'rollback', 'abort', 'savepoint', 'release'],
  ...['set', 'reset', 'lock', 'listen', 'unlisten', 'notify', 'deallocate'],
  ...['analyze', 'vacuum', 'checkpoint'],
])
const isKnown = (statement: string) =>
  known.has(/^[\s(]*([a-z]+)/i.exec(statement)?.[1]?.toLowerCase() ?? '')

/** `for update`, `for no key update` and `do update set` are not followed by a table. */
const writes =
  /(?<![\w".])(?<!\b(?:for|key|do)\s+)(insert\s+into|merge\s+into|delete\s+from|update)(?!\w)/gi
const target =
  /\s+(?:only\s+)?(?:(?:"[^"]+"|[a-z_]\w*)\s*\.\s*)?(?:"([^"]+)"|([a-z_]\w*))(?=[\s;(]|$)/iy

function read(sql: string): Effect {
  const text = withoutLiterals(sql)
  const statements = text.split(';').filter((statement) => statement.trim() !== '')
  let isUnknown = !statements.every(isKnown)
  const tables = [...text.matchAll(writes)].flatMap(({ 0: found, 1: verb = '', index }) => {
    target.lastIndex = index + found.length
    const [, quotedName, name] = target.exec(text) ?? []
    const table = quotedName ?? name?.toLowerCase()
    if (!table) {
      isUnknown = true
      return []
    }
    return /^(insert|merge)/i.test(verb) ? [table, `+${table}`] : [table]
  })
  return { tables, isUnknown }
}

/** Each text is parsed once: the same ones repeat. */
const effects = new Map<string, Effect>()
const MAX_EFFECTS = 2_000

export function effectOf(sql: string): Effect {
  const cached = effects.get(sql)
  if (cached) return cached
  const effect = read(sql)
  if (effects.size >= MAX_EFFECTS) effects.clear()
  effects.set(sql, effect)
  return effect
}
