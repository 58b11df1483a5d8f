import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readLimitsPage } from '../../print-limits.ts'
import { limits } from './limits.ts'
import { networkOf } from './throttle.ts'

it('stands in docs/operations.md as it is (npm run limits writes it)', async () => {
  const { written, wanted } = await readLimitsPage()
  expect(written).toBe(wanted)
  expect(written).toContain(limits.guesses.what)
})

it('holds no limit that nothing asks for', async () => {
  const sources = path.resolve(import.meta.dirname, '../..')
  const files = (await readdir(sources, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !/\.test\.ts$|kernel\/auth\/limits\.ts$/.test(name),
  )
  const text = (
    await Promise.all(files.map((name) => readFile(path.join(sources, name), 'utf8')))
  ).join('\n')
  const unused = Object.keys(limits).filter(
    (name) => !text.includes(`'${name}'`) && !text.includes(`limits.${name}`),
  )
  expect(unused).toEqual([])
})

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('counts %s as the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
