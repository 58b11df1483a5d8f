import { expect, it } from 'vitest'
import { oncePerFrame } from './once-per-frame.ts'

// @cap:attachments.cancel-and-failure
it('shows at most one step in 16 ms, and the last one always', () => {
  let now = 0
  const shown: number[] = []
  const show = oncePerFrame(
    (share) => shown.push(share),
    () => now,
  )
  for (const share of [0.1, 0.2, 0.3, 0.4, 0.5]) {
    show(share)
    now += 7
  }
  show(1)
  expect(shown).toEqual([0.1, 0.4, 1])
})
