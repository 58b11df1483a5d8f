import type { JsonLimits } from '@cairn/contract'
import type { App } from './app-type.ts'
import { badRequest } from './errors.ts'

/**
 * Far above what any schema allows, and far below what overflows the stack when serialized again.
 */
const MAX_DEPTH = 500

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}')

/** Whether JSON text is nested deeper than this, without parsing it. */
export function isDeeperThan(text: string, most: number): boolean {
  // Each level needs an opening and a closing character; most bodies have few of them.
  if (text.length <= 2 * most || !opensMoreThan(text, most)) return false
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = closingQuote(text, at)
    else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      depth += 1
      if (depth > most) return true
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth -= 1
  }
  return false
}

function opensMoreThan(text: string, most: number): boolean {
  let count = 0
  for (const sign of ['{', '[']) {
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
      count += 1
      if (count > most) return true
    }
  }
  return false
}

/** The end of the quoted text that begins here. */
function closingQuote(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) return at
  }
  return text.length
}

/** Counts down while walking, so that no value is walked beyond its limits. */
function countKeys(value: unknown, depth: number, keys: number): number {
  if (typeof value !== 'object' || value === null) return keys
  if (depth === 0) return -1
  let left = keys
  for (const part of Object.values(value)) {
    left = countKeys(part, depth - 1, left - 1)
    if (left < 0) return -1
  }
  return left
}

export const isWithin = (value: unknown, { depth, bytes, keys }: JsonLimits): boolean =>
  countKeys(value, depth, keys) >= 0 && Buffer.byteLength(JSON.stringify(value)) <= bytes

/** Parses JSON bodies like Fastify, and refuses deep ones before anything can recurse into them. */
export function readJsonBodies(app: App, { emptyIsObject = false } = {}): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (emptyIsObject && text.trim() === '') return done(null, {})
    if (isDeeperThan(text, MAX_DEPTH)) return done(tooDeep())
    return parse.call(app, request, text, done)
  })
}

const tooDeep = () => badRequest({ detail: `JSON parse error - nested deeper than ${MAX_DEPTH}` })
