/** Defaults for a small server; an operator can change them with ALTER SYSTEM. */
const tuning = {
  shared_buffers: '48MB',
  huge_pages: 'off',
  max_connections: '50',
  // Dropping a schema locks every table, index, type and constraint in it: 4,500 of 256 * 50.
  max_locks_per_transaction: '256',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  // Every worker is a process of some megabytes, and results here are small.
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  max_logical_replication_workers: '0',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  checkpoint_timeout: '10min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // Statements contain user data, which must not be logged.
  log_min_error_statement: 'panic',
}

export const configuration = () =>
  [
    '# Written by Cairn at every start. To change a setting, use ALTER SYSTEM.',
    ...Object.entries(tuning).map(([name, value]) => `${name} = '${value}'`),
    '',
  ].join('\n')

/** Settings an operator cannot override: only Cairn can reach this database. */
export const pinned = ({ port, socketDir }: { port: number; socketDir: string }) => ({
  listen_addresses: '',
  port: String(port),
  // Quoted, because the value is a list: a comma in a folder's name would make it two folders.
  unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
  unix_socket_permissions: '0700',
  logging_collector: 'off',
  log_destination: 'stderr',
  cluster_name: 'cairn',
})
