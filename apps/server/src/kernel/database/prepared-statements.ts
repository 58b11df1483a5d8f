import type { Writable } from 'node:stream'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** A text must come this often before it is prepared: most that come once never come again. */
const WORTH_IT = 3
/** Every connection's process keeps each statement with its plan in memory. */
const MOST_PREPARED = 200
const MOST_SEEN = 2_000
const PLAN_OUTDATED = '0A000'

/** Names for the texts that come again and again; the others stay without. */
function statementNames() {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  let given = 0
  return {
    nameOf(text: string): string | undefined {
      const known = names.get(text)
      if (known || names.size >= MOST_PREPARED) return known
      const times = (seen.get(text) ?? 0) + 1
      if (seen.size >= MOST_SEEN) seen.clear()
      seen.set(text, times)
      if (times < WORTH_IT) return undefined
      given += 1
      names.set(text, `cairn_${given}`)
      return `cairn_${given}`
    },
    /** The tables changed under the plans: under new names they are made anew. */
    forget: () => names.clear(),
  }
}

interface WithStream {
  connection?: { stream?: Writable }
}

/**
 * Everything said until the process waits leaves in one write: for a statement as small as ours the
 * system call costs more than the statement.
 */
function collectWrites(client: pg.PoolClient): () => void {
  const { stream } = (client as WithStream).connection ?? {}
  if (!stream) return () => {}
  const release = () => stream.uncork()
  return () => {
    stream.cork()
    process.nextTick(release)
  }
}

/**
 * The pool as Kysely sees it, with statements that repeat prepared once per connection: to parse and
 * plan a statement usually costs PostgreSQL more than to run it.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = statementNames()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    const sendTogether = collectWrites(client)
    async function query(text: string, values: readonly unknown[]) {
      sendTogether()
      const name = values.length > 0 ? names.nameOf(text) : undefined
      const asked = { text, values: [...values], ...(name && { name }) }
      try {
        return await client.query(asked)
      } catch (error) {
        if ((error as { code?: string }).code === PLAN_OUTDATED) names.forget()
        throw error
      }
    }
    const release = (destroy?: boolean) => client.release(destroy)
    return { query: query as unknown as PostgresPoolClient['query'], release }
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? wrap(client)
      clients.set(client, known)
      return known
    },
  }
}
