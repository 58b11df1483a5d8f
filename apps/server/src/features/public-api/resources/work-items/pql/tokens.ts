/** A syntax error with its position, counted from one. */
export class PqlNotValid extends Error {
  readonly position: number
  constructor(message: string, position: number) {
    super(`${message} (at position ${position})`)
    this.position = position
  }
}

export interface Token {
  kind: 'word' | 'text' | 'number' | 'sign' | 'end'
  /** The parsed value: a text without its quotes. */
  value: string
  position: number
}

const patterns = [
  ['word', /[a-z_][a-z0-9_]*/iy],
  ['number', /-?\d+(?:\.\d+)?/y],
  ['sign', /!=|>=|<=|[=<>~(),[\]]/y],
] as const

/** A text in either kind of quotes; a backslash escapes the next character. */
const quoted = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/sy

export function tokensOf(pql: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  for (;;) {
    while (/\s/.test(pql.charAt(at))) at += 1
    const position = at + 1
    if (at >= pql.length) return [...tokens, { kind: 'end', value: '', position }]
    const token = readText(pql, at) ?? readPlain(pql, at)
    if (!token) {
      const isOpen = /["']/.test(pql.charAt(at))
      const sentence = isOpen ? 'A text is not closed' : `Unexpected “${pql.charAt(at)}”`
      throw new PqlNotValid(sentence, position)
    }
    tokens.push({ kind: token.kind, value: token.value, position })
    at += token.length
  }
}

function readText(pql: string, at: number) {
  quoted.lastIndex = at
  const match = quoted.exec(pql)
  if (!match) return undefined
  const value = (match[1] ?? match[2] ?? '').replace(/\\(.)/gs, '$1')
  return { kind: 'text', value, length: match[0].length } as const
}

function readPlain(pql: string, at: number) {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const value = pattern.exec(pql)?.[0]
    if (value) return { kind, value, length: value.length }
  }
  return undefined
}
