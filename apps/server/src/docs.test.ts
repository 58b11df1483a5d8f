import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#config'

const promises = readFileSync(path.join(root, 'docs/security.md'), 'utf8')
/** `kernel/html/*.test.ts` is relative to the server; other paths are relative to the root. */
const named = [...promises.matchAll(/`([\w./*-]+\.(?:test|spec)\.ts|scripts\/[\w-]+\.mjs)`/g)].map(
  ([, name = '']) => name,
)

it.each([...new Set(named)])('docs/security.md names a test that exists: %s', (name) => {
  const found = [root, path.join(root, 'apps/server/src')].flatMap((cwd) => globSync(name, { cwd }))
  expect(found).not.toEqual([])
})

it('docs/security.md names tests', () => {
  expect(named.length).toBeGreaterThan(15)
})
