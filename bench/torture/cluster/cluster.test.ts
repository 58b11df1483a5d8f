import { expect, it } from 'vitest'
import { MAX_AWAY_MS } from './results.ts'
import { tormentCluster } from './torment-cluster.ts'
import { victims } from './victims.ts'

const parts = Object.keys(victims)

// @cap:operations.cluster
it('loses no write and no event when any part of a cluster is killed, and is back soon', async () => {
  const outcome = await tormentCluster(
    { kills: parts.length, writers: 3, listeners: 3, editors: 4 },
    () => {},
  )
  expect(outcome.faults).toEqual([])
  expect(outcome.kills.map(({ victim }) => victim)).toEqual(parts)
  for (const { awayMs } of outcome.kills) expect(awayMs).toBeLessThan(MAX_AWAY_MS)
  expect(outcome.acknowledged).toBeGreaterThan(100)
  expect(outcome.paragraphs).toBeGreaterThan(50)
})
