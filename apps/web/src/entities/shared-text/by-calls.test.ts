import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { byCalls } from './by-calls.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

// @cap:realtime.page-offline
it('saves at once, every 30 seconds, and half a second after the last time it was asked to', () => {
  const exchange = vi.fn(() => Promise.resolve())
  const calls = byCalls(exchange)
  calls.start()
  calls.start()
  expect(exchange).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(exchange).toHaveBeenCalledTimes(3)

  calls.soon()
  vi.advanceTimersByTime(400)
  calls.soon()
  vi.advanceTimersByTime(400)
  expect(exchange).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(100)
  expect(exchange).toHaveBeenCalledTimes(4)

  calls.stop()
  vi.advanceTimersByTime(120_000)
  expect(exchange).toHaveBeenCalledTimes(4)
})

it('goes on after a call that failed', async () => {
  const exchange = vi.fn(() => Promise.reject(new Error('no network')))
  const calls = byCalls(exchange)
  calls.start()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(exchange).toHaveBeenCalledTimes(2)
  calls.stop()
})
