import type { Token } from './tokens.ts'
import { type FieldName, fieldNamed, phraseAt, phraseOf, predicates, relations } from './words.ts'

/** What a part of a query is, for its colour. */
export type Role = 'field' | 'keyword' | 'value' | 'date' | 'unknown'

export interface Span {
  from: number
  to: number
  role: Role
}

/** What may be written at a place, and what is already typed of it. */
export interface Slot {
  kind: 'field' | 'operator' | 'value' | 'empty' | 'join' | 'nothing'
  from: number
  typed: string
  field?: FieldName
  /** The property that is compared, in brackets. */
  property?: string
  /** A bracket was opened: only a property can be meant. */
  isProperty?: true
}

const pieces =
  /\[(?:[^\]\\]|\\.)*\]?|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\d{4}-\d{2}-\d{2}|[+-]\s*\d+[dwm]\b|[a-z][a-z0-9_]*-\d+(?![\p{L}\p{N}_-])|[\p{L}_][\p{L}\p{M}\p{N}_]*|-?\d+(?:\.\d+)?|!=|>=|<=|\S/giu

interface Piece {
  text: string
  from: number
  to: number
}

const piecesOf = (text: string): Piece[] =>
  Array.from(text.matchAll(pieces), ({ 0: piece, index }) => ({
    ...{ text: piece, from: index },
    to: index + piece.length,
  }))

const isName = (text: string) => /^[\p{L}_]/u.test(text) && !text.includes('-')
const isOperator = (text: string) => ['=', '!=', '>', '>=', '<', '<=', '~'].includes(text)

type State = Slot['kind'] | 'list'

/** Reads as far as a query makes sense, and never fails: it is being typed. */
class Scanner {
  readonly spans: Span[] = []
  state: State = 'field'
  field: FieldName | undefined
  property: string | undefined
  /** Of the brackets that are open: lists of values, and calls. */
  private inList = false
  private inCall = false
  /** After `between`: its `and` is followed by a value. */
  private awaitsEnd = false

  add({ from, to }: Piece, role: Role) {
    this.spans.push({ from, to, role })
  }

  read(all: readonly Piece[]) {
    const tokens = all.map(
      ({ text }): Token => ({
        ...{ kind: isName(text) ? 'word' : 'sign', value: text },
        ...{ position: 0, length: 0 },
      }),
    )
    for (let n = 0; n < all.length; n += 1) {
      const piece = all[n] as Piece
      if (this.state === 'field') {
        const phrase = phraseAt(tokens, n)
        if (phrase) {
          for (const one of all.slice(n, n + phrase.words)) this.add(one, 'field')
          n += phrase.words - 1
          this.field = phrase.isCall ? undefined : fieldNamed(phrase.name)
          this.property = undefined
          this.state = phrase.isCall ? 'value' : 'operator'
          continue
        }
      }
      this.step(piece, all[n + 1]?.text)
    }
  }

  private step(piece: Piece, next: string | undefined) {
    const word = piece.text.toLowerCase()
    if (this.inCall) {
      this.add(piece, 'date')
      if (word !== ')') return
      this.inCall = false
      return this.afterValue()
    }
    if (this.state === 'field') return this.readField(piece, word, next)
    if (this.state === 'operator') return this.readOperator(piece, word, next)
    if (this.state === 'list' || this.state === 'empty') {
      this.add(piece, 'keyword')
      if (this.state === 'list' && word === '(') {
        this.inList = true
        this.state = 'value'
      }
      if (this.state === 'empty' && word !== 'not') this.state = 'join'
      return
    }
    if (this.state === 'value') return this.readValue(piece, word, next)
    const isJoin = word === 'and' || word === 'or'
    const isShift = /^[+-]/.test(word)
    this.add(piece, isShift ? 'date' : isJoin || word === ')' ? 'keyword' : 'unknown')
    if (isJoin) this.state = this.awaitsEnd && word === 'and' ? 'value' : 'field'
    if (isJoin) this.awaitsEnd = false
  }

  private readField(piece: Piece, word: string, next: string | undefined) {
    if (word === 'not' || word === '(') return this.add(piece, 'keyword')
    this.property = undefined
    if (word === 'cf' && next?.startsWith('[')) return this.add(piece, 'field')
    if (word.startsWith('[')) {
      this.add(piece, 'field')
      this.field = undefined
      this.property = piece.text
      this.state = 'operator'
      return
    }
    if (next === '(') {
      const isKnown = [...predicates, ...relations].some((one) => one === piece.text)
      this.add(piece, isKnown ? 'field' : 'unknown')
      this.inCall = true
      this.field = undefined
      return
    }
    this.field = fieldNamed(piece.text)
    this.add(piece, this.field ? 'field' : 'unknown')
    this.state = 'operator'
  }

  private readOperator(piece: Piece, word: string, next: string | undefined) {
    if (isOperator(word)) {
      this.add(piece, 'keyword')
      this.state = 'value'
    } else if (word === 'in' || word === 'is' || word === 'between' || word === 'not') {
      this.add(piece, 'keyword')
      this.awaitsEnd = word === 'between'
      if (word !== 'not') {
        this.state = word === 'in' ? 'list' : word === 'is' ? 'empty' : 'value'
      }
    } else this.readValue(piece, word, next)
  }

  private readValue(piece: Piece, word: string, next: string | undefined) {
    if (word === '(' || word === ',') return this.add(piece, 'keyword')
    if (word === ')') {
      this.add(piece, 'keyword')
      this.inList = false
      this.state = 'join'
      return
    }
    const isCall = isName(piece.text) && next === '('
    const isDate = /^\d{4}-/.test(word) || ['me', 'today', 'yesterday', 'tomorrow'].includes(word)
    this.add(piece, isCall || isDate ? 'date' : 'value')
    if (isCall) this.inCall = true
    else this.afterValue()
  }

  private afterValue() {
    this.state = this.inList ? 'value' : 'join'
  }
}

/** The parts of a query, for their colours. */
export function spansOf(text: string): Span[] {
  const scanner = new Scanner()
  scanner.read(piecesOf(text))
  return scanner.spans
}

/** What may be written at the caret. */
export function slotAt(text: string, caret: number): Slot {
  const before = text.slice(0, caret)
  const all = piecesOf(before)
  const last = all.at(-1)
  const isTyping =
    last !== undefined && last.to === before.length && /^[["'\p{L}_]/u.test(last.text)
  const isClosed =
    /^(?:(["']).*\1|\[.*\])$/su.test(last?.text ?? '') && (last?.text.length ?? 0) > 1
  const typed = isTyping && !isClosed ? last : undefined
  const scanner = new Scanner()
  scanner.read(typed ? all.slice(0, -1) : all)
  const { state, field, property } = scanner
  return {
    kind: state === 'list' ? 'nothing' : state,
    from: typed?.from ?? caret,
    typed: (typed?.text ?? '').replace(/^[["']/, ''),
    ...(field && { field }),
    ...(property && state !== 'field' && { property }),
    ...(typed?.text.startsWith('[') && { isProperty: true as const }),
  }
}

/** A field as it is printed. */
export const writtenField = (name: FieldName): string => phraseOf(name) ?? name
