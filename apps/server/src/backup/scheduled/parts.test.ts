import { describe, expect, it } from 'vitest'
import { partBytesFor, partsOf } from './parts.ts'

const MB = 1024 ** 2
const GB = 1024 * MB
const TB = 1024 * GB

describe('the parts of a backup', () => {
  it.each([
    ['1 byte', 1, 1],
    ['exactly one part', 64 * MB, 1],
    ['one byte more', 64 * MB + 1, 2],
    ['6 GB', 6 * GB, 96],
    ['700 GB, of larger parts', 700 * GB, 9956],
    ['5 TB, the most', 5 * TB, 9987],
  ])('cover %s without a gap, within what a bucket takes', (_what, size, count) => {
    const parts = [...partsOf(size)]
    expect(parts).toHaveLength(count)
    expect(count).toBeLessThanOrEqual(10_000)
    expect(partBytesFor(size)).toBeLessThanOrEqual(5 * GB)
    let end = 0
    for (const [at, part] of parts.entries()) {
      if (part.start !== end || part.number !== at + 1)
        throw new Error(`A gap before part ${at + 1}`)
      end = part.end
    }
    expect(end).toBe(size)
  })
})
