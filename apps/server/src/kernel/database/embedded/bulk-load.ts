import { text } from 'node:stream/consumers'
import type { Cluster } from './cluster.ts'
import { ended, run } from './run.ts'
import { EmbeddedStartError } from './start-error.ts'

/**
 * For a database that is thrown away unless all of it was loaded: no wait for the disk, and no log
 * of rows that are loaded into tables of the same transaction.
 */
export const bulkLoad = {
  initdbArgs: ['--no-sync'],
  settings: {
    fsync: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_size: '4GB',
    shared_buffers: '128MB',
    maintenance_work_mem: '128MB',
    // The loader uses several connections.
    max_parallel_maintenance_workers: '0',
    // The loader collects statistics at its end.
    autovacuum: 'off',
  },
}

/** Writes every file of a stopped database to the disk. */
export async function syncToDisk(cluster: Cluster): Promise<void> {
  const child = run(cluster, cluster.binaries.initdb, [
    '--sync-only',
    `--pgdata=${cluster.database}`,
  ])
  const [end, complaint] = await Promise.all([ended(child, cluster), text(child.stderr!)])
  if (end === 'ended with code 0') return
  throw new EmbeddedStartError(`The database could not be written to the disk: ${complaint.trim()}`)
}
