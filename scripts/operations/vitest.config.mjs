import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Tests of what operators install: they need root, and programs of the system. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['scripts/operations/*.test.{ts,mjs}', 'bench/torture/cluster/*.test.ts'],
    setupFiles: ['apps/server/src/test-kit/each-file.ts'],
    // Programs are built from their sources.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 120_000, interval: 50 } },
    pool: 'forks',
    maxWorkers: 1,
  },
})
