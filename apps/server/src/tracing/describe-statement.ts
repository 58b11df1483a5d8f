import { withoutLiterals } from '#kernel/database/written-tables.ts'

const name = '(?:only\\s+)?"?([a-z_]\\w*)"?(?!\\w)'
/** `for update`, `for no key update` and `do update set` are not followed by a table. */
const written = new RegExp(
  `(?<!\\b(?:for|key|do)\\s+)\\b(insert|merge|delete|update)\\s+(?:into\\s+|from\\s+)?${name}`,
  'gi',
)
/** Not of `extract(epoch from now())`. */
const read = new RegExp(`\\bfrom\\s+${name}(?!\\s*\\()`, 'gi')
const named = /(?:\bwith(?:\s+recursive)?|,)\s+"?(\w+)"?(?:\s*\([^)]*\))?\s+as\s+[^(]*\(/gi

/** The text outside of parentheses. */
function outermost(text: string): string {
  let depth = 0
  return text.replace(/[()]|[^()]+/g, (part) => {
    if (part === '(') depth += 1
    else if (part === ')') depth -= 1
    return depth === 0 || part === '(' ? part : ''
  })
}

/** The main table, not one of a subquery in front of it. */
function tableRead(text: string): string | undefined {
  const ownNames = new Set(Array.from(text.matchAll(named), ([, own]) => own))
  const tables = [outermost(text), text].flatMap((one) => Array.from(one.matchAll(read), at1))
  return tables.find((table) => table !== undefined && !ownNames.has(table))
}
const at1 = ([, found]: RegExpExecArray) => found

const MAX_SUMMARY = 255

function describe(sql: string): string {
  const text = withoutLiterals(sql)
  const writes = Array.from(
    text.matchAll(written),
    ([, verb = '', table]) => `${verb.toUpperCase()} ${table}`,
  )
  if (writes.length > 0) return [...new Set(writes)].join(' ').slice(0, MAX_SUMMARY)
  const first = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'UNKNOWN'
  if (first !== 'SELECT' && first !== 'WITH') return first
  const table = tableRead(text)
  return table ? `SELECT ${table}` : 'SELECT'
}

/** Each text is parsed once: the same ones repeat. */
const known = new Map<string, string>()
const MAX_KNOWN = 2_000

/**
 * What a trace says of a statement, neither its text nor its values: what it writes, as in `INSERT
 * labels INSERT events`, or what it reads.
 */
export function describeStatement(sql: string): string {
  const cached = known.get(sql)
  if (cached) return cached
  const summary = describe(sql)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(sql, summary)
  return summary
}
