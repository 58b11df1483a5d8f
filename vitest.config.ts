import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take longest, longest first: one that starts late would run on alone. */
const SLOWEST = [
  'kernel/http/fuzz.test.ts',
  'src/rights-walk.test.ts',
  'kernel/http/isolation.test.ts',
  'kernel/http/route-table.test.ts',
  'kernel/http/refusals.test.ts',
  'backup/restore.test.ts',
  'pages/collaboration.test.ts',
  'work-items/copy.test.ts',
  'backup/backup.test.ts',
  'kernel/http/canonical-ids.test.ts',
]

const rankOf = ({ moduleId }: TestSpecification) => {
  const place = SLOWEST.findIndex((name) => moduleId.endsWith(name))
  return place < 0 ? SLOWEST.length : place
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

export default defineConfig({
  test: {
    include: ['{apps,packages,bench}/**/*.test.{ts,tsx}', 'scripts/*.test.{ts,mjs}'],
    // These need root, and programs of the system: `npm test -- operations`.
    exclude: ['bench/torture/cluster/**'],
    globalSetup: ['apps/server/src/test-kit/cluster.ts'],
    setupFiles: ['apps/server/src/test-kit/each-file.ts'],
    // Limits for what hangs, not for what is slow: a busy machine takes ten times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What is awaited may wait for the other worker: a transaction that runs there holds events back
    // here, for both are on one database server.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    // Processes, not threads: one that crashes is reported by the others instead of ending them all.
    pool: 'forks',
    maxWorkers: 2,
    // A worker loads the server once instead of once per file, which took longer than the tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
})
