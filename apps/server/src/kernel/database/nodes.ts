import os from 'node:os'
import { sql } from 'kysely'
import type { Db } from './schema.ts'

const PREFIX = 'cairn node '
/** PostgreSQL truncates longer names. */
const MAX_BYTES = 63

interface Running {
  version: string
  /** The latest migration it knows. */
  schema: string
  port: number
}

/** How the database lists the connection that listens: each node has exactly one. */
export const nodeName = ({ version, schema, port }: Running) =>
  `${PREFIX}${version} ${schema} ${port} ${os.hostname()}`.slice(0, MAX_BYTES)

export interface ListedNode {
  /** The database's process for its connection. */
  process: number
  name: string
  version: string
  schema: string
  since: string
}

/** The nodes on this database: a node that ends or is cut off disappears by itself. */
export async function listNodes(db: Db): Promise<ListedNode[]> {
  // A listening connection is used every few seconds. One that is not has lost its machine.
  const { rows } = await sql<{ process: number; named: string; since: string }>`
    select pid as process, application_name as named, backend_start as since
    from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${PREFIX})
      and state_change > clock_timestamp() - interval '30 seconds'
    order by backend_start, pid`.execute(db)
  return rows.map(({ named, ...node }) => {
    const [version = '', schema = '', port, host] = named.slice(PREFIX.length).split(' ')
    return { ...node, version, schema, name: `${host}:${port}` }
  })
}
