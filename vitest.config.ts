import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{apps,packages,bench}/**/*.test.{ts,tsx}', 'scripts/*.test.mjs'],
    globalSetup: ['apps/server/src/test-kit/cluster.ts'],
    setupFiles: ['apps/server/src/test-kit/each-file.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is awaited may wait for the other worker: a transaction that runs there holds events back
    // here, for both are on one database server.
    expect: { poll: { timeout: 20_000, interval: 20 } },
    pool: 'threads',
    maxWorkers: 2,
  },
})
