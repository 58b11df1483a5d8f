import type { Random } from './random.ts'

/** Raw JSON text: what JSON.stringify could not write, or would overflow on. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const nested = (depth: number, open: string, close: string) =>
  new RawJson(`${open.repeat(depth)}1${close.repeat(depth)}`)

/** Names every object inherits: a lookup that finds them reached the prototype. */
const inherited = ['constructor', '__proto__', 'valueOf', 'toString', 'hasOwnProperty', 'length']

const texts = [
  '',
  ' ',
  '\t',
  'null',
  'None',
  'undefined',
  'true',
  '-1',
  '1e999',
  '\u0000',
  'a\u0000b',
  '\u202egnp.exe',
  '\ud800',
  '\ufeff',
  '\u001b[31m',
  'line\r\nset-cookie: a=b',
  '/\t/elsewhere.invalid',
  '//elsewhere.invalid',
  'javascript:alert(1)',
  'http://127.0.0.1:1/',
  '../../../etc/passwd',
  '..%2f..%2f',
  '%',
  '%00',
  '%u0041',
  "'; drop table users; --",
  '{{7*7}}',
  '<img src=x onerror=alert(1)>',
  '<!--',
  '(((((a+)+)+)+)+)$',
  '"',
  '\\',
  '*',
  '2026-02-31',
  '0000-00-00',
  '99999-12-31',
  '-infinity',
  '2026-01-01;after,',
  '2_weeks;after;fromnow',
  '1000:0:0',
  '-1:-1:-1',
  '18446744073709551616:0:0',
  '{"priority__in":[{"toString":1}]}',
  '{"and":[{"or":[{"not":{}}]}]}',
  'priority = "high" AND (((',
  '٣',
  '💥'.repeat(20),
  'ﷺ'.repeat(40),
  'é'.normalize('NFD'),
]

const numbers = [0, -0, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, -1e308, 1e308]

const long = (random: Random) =>
  random
    .pick(['a', ' ', 'é', '(', '<b>', '%', ',', '"', '\u0000', '-'])
    .repeat(random.pick([256, 1_000, 20_000, 300_000]))

/** Short to write and large to parse: recursive parsers overflow on these. */
const bombs = [
  '('.repeat(9_999),
  'NOT '.repeat(5_000),
  '{"and":['.repeat(3_000),
  '['.repeat(5_000),
  '<div>'.repeat(5_000),
  '1,'.repeat(20_000),
  '"'.repeat(9_999),
]

/** Unusual text: control characters, other scripts, very long, or a name every object has. */
export function hostileText(random: Random): string {
  const kind = random.next()
  if (kind < 0.25) return random.pick(inherited)
  if (kind < 0.33) return long(random)
  return random.pick(kind < 0.4 ? bombs : texts)
}

/** A value of any type that no schema asks for. */
export function hostileValue(random: Random): unknown {
  return random.pick<() => unknown>([
    () => hostileText(random),
    () => hostileText(random),
    () => random.pick(numbers),
    () => random.pick([null, true, false]),
    () => [],
    () => ({}),
    () => ({ toString: 1 }),
    () => ({ [random.pick(inherited)]: hostileText(random) }),
    () => new RawJson('{"__proto__":{"is_instance_admin":true},"constructor":{"prototype":1}}'),
    () => new RawJson('{"a":1,"a":2}'),
    () => new RawJson(random.pick(['1e400', '123456789012345678901234567890', '"\\ud800"'])),
    () => nested(random.pick([19, 25, 200, 5_000]), '[', ']'),
    () => nested(random.pick([19, 25, 200, 5_000]), '{"a":', '}'),
    () => Array.from({ length: random.pick([2, 1_001, 5_000]) }, () => random.pick(texts)),
    () => Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`key${n}`, n])),
  ])()
}

/** `JSON.stringify` that lets raw parts through. */
export function writeJson(value: unknown): string {
  if (value instanceof RawJson) return value.text
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([name, field]) => `${JSON.stringify(name)}:${writeJson(field)}`)
    return `{${fields.join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
