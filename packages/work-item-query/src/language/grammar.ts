import { MAX_QUERY_TEXT } from '@cairn/contract'
import { QueryTextNotValid, type Token, tokensOf } from './tokens.ts'
import { phraseAt, type SpecialWord, specialWord } from './words.ts'

interface Placed {
  /** Counted from one; of the text it was read from. */
  position: number
  length: number
}

/** A literal value, or a call that represents one or many. */
export type Value =
  | (Placed & { kind: 'text' | 'number' | 'switch'; value: string })
  /** `me`, or a day; `shift` moves it: "-7d". */
  | (Placed & { kind: 'word'; value: SpecialWord; shift?: string })
  | Call

export interface Call extends Placed {
  kind: 'call'
  name: string
  values: string[]
}

export type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~'

export type Comparison = Placed & { field: string } & (
    | { test: Operator; value: Value }
    | { test: 'in'; values: Value[] }
    | { test: 'between'; from: Value; to: Value }
    | { test: 'empty' }
  )

/** A query as it is written. */
export type Expression =
  | { and: Expression[] }
  | { or: Expression[] }
  | { not: Expression }
  | { call: Call }
  | { compare: Comparison }

const MAX_CONDITIONS = 50
const MAX_VALUES = 200
/** Nested brackets and negations: each level is a call on the stack, here and in the database. */
const MAX_DEPTH = 50
const operators: readonly string[] = ['=', '!=', '>', '>=', '<', '<=', '~']
const valueKinds: readonly Token['kind'][] = ['text', 'date', 'number', 'word']

/** `not` binds tighter than `and`, which binds tighter than `or`. */
export function parse(text: string, maxConditions = MAX_CONDITIONS): Expression {
  if (text.length > MAX_QUERY_TEXT) {
    const place = { position: MAX_QUERY_TEXT + 1, length: text.length - MAX_QUERY_TEXT }
    throw new QueryTextNotValid('too_long', `Longer than ${MAX_QUERY_TEXT} characters`, place)
  }
  const tokens = tokensOf(text)
  let at = 0
  let conditions = 0
  let depth = 0

  const peek = (ahead = 0): Token => tokens[Math.min(at + ahead, tokens.length - 1)] as Token
  const isWord = (word: string, { kind, value } = peek()) =>
    kind === 'word' && value.toUpperCase() === word
  const isSign = (sign: string, { kind, value } = peek()) => kind === 'sign' && value === sign

  function fail(expected: string): never {
    const { kind, value, ...place } = peek()
    const found = kind === 'end' ? 'the end' : `“${value.slice(0, 50)}”`
    const message = `Expected ${expected}, found ${found}`
    throw new QueryTextNotValid('expected', message, place, value.slice(0, 50))
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
  const placeFrom = (start: Token) => {
    const last = tokens[at - 1] ?? start
    return {
      position: start.position,
      length: last.position + last.length - start.position,
    }
  }

  function count(token: Token) {
    conditions += 1
    if (conditions <= maxConditions) return
    throw new QueryTextNotValid('limit', `More than ${maxConditions} conditions`, token)
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
  /** One level deeper, up to the limit. */
  function inside(next: () => Expression): Expression {
    depth += 1
    if (depth > MAX_DEPTH) {
      throw new QueryTextNotValid('too_deep', `Nested deeper than ${MAX_DEPTH}`, peek())
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
    // Published clients write `cf["Severity"]`.
    if (isWord('CF') && peek(1).kind === 'property') at += 1
    if (peek().kind !== 'word' && peek().kind !== 'property') fail('a field or a function')
    count(token)
    if (peek().kind === 'property') return comparison(take().value, token, false)
    const phrase = phraseAt(tokens, at)
    if (phrase) {
      at += phrase.words
      return phrase.isCall ? calledBy(phrase.name, token) : comparison(phrase.name, token, true)
    }
    if (isSign('(', peek(1))) return { call: call() }
    at += 1
    return comparison(token.value, token, false)
  }

  /** `blocked by open`: a call without brackets. */
  function calledBy(name: string, start: Token): Expression {
    if (isSign('(')) {
      at -= 1
      return { call: { ...call(), name, ...placeFrom(start) } }
    }
    if (!valueKinds.includes(peek().kind)) fail('a value')
    const values = [take().value]
    return { call: { kind: 'call', name, values, ...placeFrom(start) } }
  }

  function call(): Call {
    const start = take()
    need(isSign('('), '“(”')
    const values: string[] = []
    while (!isSign(')')) {
      if (values.length > 0) need(isSign(','), '“,” or “)”')
      if (!valueKinds.includes(peek().kind)) fail('a text or a number')
      values.push(take().value)
    }
    need(isSign(')'), '“)”')
    return { kind: 'call', name: start.value, values, ...placeFrom(start) }
  }

  function value(): Value {
    const token = peek()
    const { kind, value: text } = token
    const isReserved = ['AND', 'OR', 'NOT', 'IN', 'IS', 'BETWEEN'].some((word) => isWord(word))
    if (kind === 'word' && isSign('(', peek(1)) && !isReserved) return call()
    if (!valueKinds.includes(kind) || isReserved) return fail('a value')
    at += 1
    if (kind === 'number') return { kind, value: text, ...placeFrom(token) }
    if (kind === 'word' && isWord('TRUE', token)) return switched('true', token)
    if (kind === 'word' && isWord('FALSE', token)) return switched('false', token)
    const special = kind === 'word' ? specialWord(text) : undefined
    if (!special) return { kind: 'text', value: text, ...placeFrom(token) }
    const hasShift = special !== 'me' && peek().kind === 'shift'
    const shift = hasShift ? take().value.replace(/\s/g, '') : undefined
    return { kind: 'word', value: special, ...(shift && { shift }), ...placeFrom(token) }
  }
  const switched = (text: string, token: Token): Value => ({
    kind: 'switch',
    value: text,
    ...placeFrom(token),
  })

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
    if (list.length > MAX_VALUES) {
      throw new QueryTextNotValid('limit', `More than ${MAX_VALUES} values`, peek(-1))
    }
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

  /** After a field; after one of several words, `=` may be left out: `updated by me`. */
  function comparison(field: string, start: Token, isPhrase: boolean): Expression {
    const about = { field, position: start.position, length: placeFrom(start).length }
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
    const isOperator = operator.kind === 'sign' && operators.includes(operator.value)
    if (!isOperator && isPhrase && valueKinds.includes(operator.kind)) {
      return { compare: { ...about, test: '=', value: value() } }
    }
    if (!isOperator) fail('an operator')
    at += 1
    return { compare: { ...about, test: operator.value as Operator, value: value() } }
  }

  const negate = (isNot: boolean, compare: Comparison): Expression =>
    isNot ? { not: { compare } } : { compare }

  const whole = anyOf()
  if (peek().kind !== 'end') fail('“AND”, “OR” or the end')
  return whole
}
