import { PqlNotValid, type Token, tokensOf } from './tokens.ts'

/** A literal value, or a call that represents one or many. */
export type Value = { kind: 'text' | 'number' | 'switch'; value: string; position: number } | Call

export interface Call {
  kind: 'call'
  name: string
  values: string[]
  position: number
}

export type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~'

export type Comparison = { field: string; position: number } & (
  | { test: Operator; value: Value }
  | { test: 'in'; values: Value[] }
  | { test: 'between'; from: Value; to: Value }
  | { test: 'empty' }
)

export type Expression =
  | { and: Expression[] }
  | { or: Expression[] }
  | { not: Expression }
  | { call: Call }
  | { compare: Comparison }

const MAX_CONDITIONS = 5
/** Nested brackets and negations: the maximum number of conditions needs no more. */
const MAX_DEPTH = 50
const operators: readonly string[] = ['=', '!=', '>', '>=', '<', '<=', '~']

/** `NOT` binds tighter than `AND`, which binds tighter than `OR`. */
export function parse(pql: string): Expression {
  const tokens = tokensOf(pql)
  let at = 0
  let conditions = 0
  let depth = 0

  const peek = (ahead = 0): Token => tokens[Math.min(at + ahead, tokens.length - 1)] as Token
  const isWord = (word: string, { kind, value } = peek()) =>
    kind === 'word' && value.toUpperCase() === word
  const isSign = (sign: string, { kind, value } = peek()) => kind === 'sign' && value === sign

  function fail(expected: string): never {
    const { kind, value, position } = peek()
    const found = kind === 'end' ? 'the end' : `“${value.slice(0, 50)}”`
    throw new PqlNotValid(`Expected ${expected}, found ${found}`, position)
  }
  function take(): Token {
    const token = peek()
    at += 1
    return token
  }
  function takeIf(is: boolean): boolean {
    if (is) at += 1
    return is
  }
  function need(is: boolean, expected: string) {
    if (!takeIf(is)) fail(expected)
  }

  function count(position: number) {
    conditions += 1
    if (conditions <= MAX_CONDITIONS) return
    throw new PqlNotValid(`More than ${MAX_CONDITIONS} conditions`, position)
  }

  function chain(word: 'AND' | 'OR', next: () => Expression): Expression[] {
    const parts = [next()]
    while (takeIf(isWord(word))) parts.push(next())
    return parts
  }
  function anyOf(): Expression {
    const parts = chain('OR', allOf)
    return parts[1] ? { or: parts } : (parts[0] as Expression)
  }
  function allOf(): Expression {
    const parts = chain('AND', negated)
    return parts[1] ? { and: parts } : (parts[0] as Expression)
  }
  function negated(): Expression {
    return takeIf(isWord('NOT')) ? { not: inside(negated) } : primary()
  }
  /** One level deeper, up to the limit: each level is a call on the stack. */
  function inside(next: () => Expression): Expression {
    depth += 1
    if (depth > MAX_DEPTH) {
      throw new PqlNotValid(`Nested deeper than ${MAX_DEPTH}`, peek().position)
    }
    const expression = next()
    depth -= 1
    return expression
  }

  function primary(): Expression {
    if (takeIf(isSign('('))) {
      const inner = inside(anyOf)
      need(isSign(')'), '“)”')
      return inner
    }
    const token = peek()
    if (token.kind !== 'word') fail('a field or a function')
    count(token.position)
    if (isSign('(', peek(1))) return { call: call() }
    return comparison()
  }

  function call(): Call {
    const { value: name, position } = take()
    need(isSign('('), '“(”')
    const values: string[] = []
    while (!isSign(')')) {
      if (values.length > 0) need(isSign(','), '“,” or “)”')
      if (peek().kind !== 'text' && peek().kind !== 'number') fail('a text or a number')
      values.push(take().value)
    }
    need(isSign(')'), '“)”')
    return { kind: 'call', name, values, position }
  }

  function value(): Value {
    const { kind, value: text, position } = peek()
    if (kind === 'text' || kind === 'number') {
      at += 1
      return { kind, value: text, position }
    }
    if (kind === 'word' && isSign('(', peek(1))) return call()
    if (isWord('TRUE') || isWord('FALSE')) {
      at += 1
      return { kind: 'switch', value: text.toLowerCase(), position }
    }
    return fail('a value')
  }

  function values(): Value[] {
    if (!isSign('(')) {
      const token = peek()
      // Some functions return many values.
      if (token.kind === 'word' && isSign('(', peek(1))) return [call()]
      fail('“(”')
    }
    at += 1
    const list = [value()]
    while (takeIf(isSign(','))) list.push(value())
    need(isSign(')'), '“,” or “)”')
    return list
  }

  function between(): { from: Value; to: Value } {
    const hasBrackets = takeIf(isSign('('))
    const from = value()
    if (hasBrackets) need(isSign(','), '“,”')
    else need(isWord('AND'), '“AND”')
    const to = value()
    if (hasBrackets) need(isSign(')'), '“)”')
    return { from, to }
  }

  function comparison(): Expression {
    const { value: field, position } = take()
    const about = { field, position }
    if (isSign('[')) {
      throw new PqlNotValid('There are no custom fields', position)
    }
    if (takeIf(isWord('IS'))) {
      const isNot = takeIf(isWord('NOT'))
      need(isWord('NULL') || isWord('EMPTY'), '“NULL” or “EMPTY”')
      return negate(isNot, { ...about, test: 'empty' })
    }
    if (takeIf(isWord('BETWEEN'))) return { compare: { ...about, test: 'between', ...between() } }
    const isNot = isWord('NOT') && isWord('IN', peek(1))
    if (isNot) at += 1
    if (takeIf(isWord('IN'))) return negate(isNot, { ...about, test: 'in', values: values() })
    const operator = peek()
    if (operator.kind !== 'sign' || !operators.includes(operator.value)) fail('an operator')
    at += 1
    return { compare: { ...about, test: operator.value as Operator, value: value() } }
  }

  const negate = (isNot: boolean, compare: Comparison): Expression =>
    isNot ? { not: { compare } } : { compare }

  const whole = anyOf()
  if (peek().kind !== 'end') fail('“AND”, “OR” or the end')
  return whole
}
