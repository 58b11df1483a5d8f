import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['apps/**/*.test.{ts,tsx}', 'packages/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['apps/server/src/test-kit/cluster.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'threads',
    maxWorkers: 2,
  },
})
