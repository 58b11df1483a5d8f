import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { lookup } from './lookup.ts'

it('finds what a table has, and nothing that every object has', () => {
  const table = { name: 1 }
  expect(lookup(table, 'name')).toBe(1)
  for (const name of ['constructor', '__proto__', 'valueOf', 'toString', 'hasOwnProperty', '']) {
    expect(lookup(table, name)).toBeUndefined()
  }
})

const script = path.resolve(import.meta.dirname, '../../../../scripts/check-lookups.mjs')

/** The output of the check for a file with this code. */
function check(code: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-lookups-'))
  try {
    const file = path.join(folder, 'sample.ts')
    writeFileSync(file, code)
    const { stderr, status } = spawnSync(process.execPath, [script, file], { encoding: 'utf8' })
    expect(status).toBe(stderr ? 1 : 0)
    return stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it.each([
  ['a table', 'const t: Record<string, number> = {}; export const f = (n: string) => t[n]'],
  ['a parameter', 'export const f = (t: Partial<Record<string, 1>>, n: string) => t[n] ?? 0'],
  ['an alias', 'type T = Readonly<Record<string, 1>>; export const f = (t: T, n: string) => t[n]'],
  ['an interface', 'interface T { [n: string]: 1 }; export const f = (t: T, n: string) => t[n]'],
  ['a write', 'const t: Record<string, 1> = {}; export const f = (n: string) => { t[n] = 1 }'],
  ['a cast', 'export const f = (t: unknown, n: string) => (t as Record<string, 1>)[n]'],
  ['a cast name', 'const t = { a: 1 }; export const f = (n: string) => t[n as keyof typeof t]'],
  ['entries', 'const t = Object.fromEntries([]); export const f = (n: string) => t[n]'],
])('npm run check refuses a lookup by any name in %s', (_, code) => {
  expect(check(code)).toMatch(/sample\.ts:1 .*lookup\(\)/)
})

it.each([
  ['a Map', 'const t = new Map<string, 1>(); export const f = (n: string) => t.get(n)'],
  [
    'known names',
    "type N = 'a'; const t: Record<N, 1> = { a: 1 }; export const f = (n: N) => t[n]",
  ],
  ['a fixed name', "const t: Record<string, 1> = { a: 1 }; export const f = () => t['a']"],
  ['a list', 'export const f = (list: string[], at: number) => list[at]'],
])('and nothing else: %s', (_, code) => {
  expect(check(code)).toBe('')
})
