import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazy } from './lazy.ts'

interface Lazy {
  _payload: unknown
  _init: (payload: unknown) => unknown
}

/** Reads a lazy component as React does: throws the promise to wait for. */
async function read(part: unknown): Promise<unknown> {
  const { _payload, _init } = part as Lazy
  for (;;) {
    try {
      return _init(_payload)
    } catch (waiting) {
      await waiting
    }
  }
}

// The page has its whole style already.
beforeEach(() => void vi.stubGlobal('document', { querySelector: () => ({}) }))
afterEach(() => vi.unstubAllGlobals())

const Part = () => null

it('waits for the network, and loads the part then', async () => {
  const listeners: (() => void)[] = []
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.push(listener))
  let tries = 0
  const part = lazy(async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch')
    return { default: Part }
  })
  const shown = read(part)
  await expect.poll(() => listeners).toHaveLength(1)
  expect(tries).toBe(1)
  listeners[0]?.()
  expect(await shown).toBe(Part)
  expect(tries).toBe(2)
})

it('gives up when it is refused again', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listener())
  const part = lazy(async (): Promise<{ default: typeof Part }> => {
    throw new TypeError('no such file')
  })
  await expect(read(part)).rejects.toThrow('no such file')
})
