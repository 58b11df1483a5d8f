/** What is wrong with a query; screens have a sentence for each. */
export type Problem =
  | 'unexpected'
  | 'unclosed'
  | 'expected'
  | 'field'
  | 'function'
  | 'operator'
  | 'value'
  | 'too_long'
  | 'limit'
  | 'too_deep'

interface TextPosition {
  /** Counted from one. */
  position: number
  length: number
}

/** A query that cannot be read, and where. */
export class QueryTextNotValid extends Error {
  readonly problem: Problem
  /** The word it is about. */
  readonly word: string
  readonly position: number
  readonly length: number
  constructor(problem: Problem, message: string, { position, length }: TextPosition, word = '') {
    super(`${message} (at position ${position})`)
    this.problem = problem
    this.word = word
    this.position = position
    this.length = length
  }
}

export interface Token extends TextPosition {
  kind: 'word' | 'property' | 'text' | 'date' | 'number' | 'shift' | 'sign' | 'end'
  /** The parsed value: a text without its quotes. */
  value: string
}

/** A key like ABC-12 is a text; `- 7d` moves the day before it. */
const patterns = [
  ['property', /\[(?:[^\]\\]|\\.)*\]/suy],
  ['text', /[a-z][a-z0-9_]*-\d+(?![\p{L}\p{N}_-])/iuy],
  ['word', /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy],
  ['date', /\d{4}-\d{2}-\d{2}(?![\p{L}\p{N}_-])/uy],
  ['shift', /[+-]\s*\d{1,6}[dwm](?![\p{L}\p{N}_])/uy],
  ['number', /-?\d+(?:\.\d+)?/y],
  ['sign', /!=|>=|<=|[=<>~(),[\]]/y],
] as const

/** A text in either kind of quotes; a backslash escapes the next character. */
const quoted = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/sy

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  for (;;) {
    while (/\s/.test(text.charAt(at))) at += 1
    const position = at + 1
    if (at >= text.length) return [...tokens, { kind: 'end', value: '', position, length: 0 }]
    const token = readText(text, at) ?? readPlain(text, at)
    if (!token) {
      const isOpen = /["']/.test(text.charAt(at))
      throw isOpen
        ? new QueryTextNotValid('unclosed', 'A text is not closed', {
            position,
            length: text.length - at,
          })
        : new QueryTextNotValid(
            'unexpected',
            `Unexpected “${text.charAt(at)}”`,
            { position, length: 1 },
            text.charAt(at),
          )
    }
    tokens.push({ ...token, position })
    at += token.length
  }
}

function readText(text: string, at: number) {
  quoted.lastIndex = at
  const match = quoted.exec(text)
  if (!match) return undefined
  const value = (match[1] ?? match[2] ?? '').replace(/\\(.)/gs, '$1')
  return { kind: 'text', value, length: match[0].length } as const
}

function readPlain(text: string, at: number) {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const value = pattern.exec(text)?.[0]
    if (value) return { kind, value, length: value.length }
  }
  return undefined
}
