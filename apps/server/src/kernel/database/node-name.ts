import os from 'node:os'
import { sql } from 'kysely'
import type { Db } from './schema.ts'

const PREFIX = 'cairn node '
/** PostgreSQL truncates longer names. */
const MAX_BYTES = 63

/** How the database lists the connection that listens: each node has exactly one. */
export const nodeName = (version: string, port: number) =>
  `${PREFIX}${version} ${os.hostname().slice(0, 30)}:${port}`.slice(0, MAX_BYTES)

export interface ListedNode {
  /** The database's process for its connection. */
  process: number
  name: string
  version: string
  since: string
}

/** The nodes on this database: a node that ends or is cut off disappears by itself. */
export async function listNodes(db: Db): Promise<ListedNode[]> {
  const { rows } = await sql<{ process: number; named: string; since: string }>`
    select pid as process, application_name as named, backend_start as since
    from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${PREFIX})
    order by backend_start, pid`.execute(db)
  return rows.map(({ named, ...node }) => {
    const [version = '', ...name] = named.slice(PREFIX.length).split(' ')
    return { ...node, version, name: name.join(' ') }
  })
}
