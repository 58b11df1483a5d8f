import { expect, it } from 'vitest'
import { torment } from './torture/torment.ts'

// @cap:operations.durable-writes
it('keeps every acknowledged write when server and database are killed', {
  timeout: 300_000,
}, async () => {
  const { acknowledged, faults } = await torment({ kills: 2, writers: 5, calmMs: 2_000 }, () => {})
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThan(20)
})
