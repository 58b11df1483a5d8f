import type { Writable } from 'node:stream'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { type Cancel, whileAwaited } from './cancel.ts'
import { isPreparedOn, queryTogether } from './send-together.ts'

/** A text must come this often before it is prepared: most that come once never come again. */
const WORTH_IT = 3
/** Every connection's process keeps each statement with its plan in memory. */
const MAX_PREPARED = 200
const MAX_SEEN = 2_000
const PLAN_OUTDATED = '0A000'

/** Where nothing is asked for by a value, only what every transaction says comes again and again. */
const mayRepeat = (text: string, values: readonly unknown[]) =>
  values.length > 0 || text === 'begin' || text === 'commit'

/** Names for the texts that come again and again; the others stay without. */
function statementNames() {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  let given = 0
  return {
    nameOf(text: string): string | undefined {
      const known = names.get(text)
      if (known || names.size >= MAX_PREPARED) return known
      const times = (seen.get(text) ?? 0) + 1
      if (seen.size >= MAX_SEEN) seen.clear()
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

/** The database's process at the other end. */
const processOf = (client: pg.PoolClient) => (client as { processID?: number }).processID ?? 0

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

/** Sent in front of a statement. Found by its parameters: all that Kysely hands through of it. */
const aheadOf = new WeakMap<readonly unknown[], readonly Statement[]>()

export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

export const sendInFront = (ahead: readonly Statement[], { parameters }: Statement) =>
  void aheadOf.set(parameters, ahead)

/** Once: the same statement may come again, alone. */
function takeAhead(parameters: readonly unknown[]): readonly Statement[] {
  const ahead = aheadOf.get(parameters) ?? []
  aheadOf.delete(parameters)
  return ahead
}

/** Whoever waits for the last hears of a failure; the others are no stray ones until then. */
async function inOrder<T>(answers: Promise<T>[]): Promise<T | undefined> {
  for (const answer of answers) answer.catch(() => {})
  return (await Promise.all(answers)).at(-1)
}

/**
 * The pool as Kysely sees it, with statements that repeat prepared once per connection: to parse and
 * plan a statement usually costs PostgreSQL more than to run it. `byName` is false where the next
 * transaction may get another connection, which knows none of our names.
 */
export function preparing(
  pool: pg.Pool,
  { byName, cancel }: { byName: boolean; cancel: Cancel },
): PostgresPool {
  const names = statementNames()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    const sendTogether = collectWrites(client)
    const named = ({ sql: text, parameters }: Statement) => {
      const name = byName && mayRepeat(text, parameters) ? names.nameOf(text) : undefined
      return { text, values: [...parameters], ...(name && { name }) }
    }
    async function query(sql: string, parameters: readonly unknown[]) {
      sendTogether()
      const statements = [...takeAhead(parameters), { sql, parameters }].map(named)
      const run = () =>
        statements.length > 1 && statements.every((one) => isPreparedOn(client, one))
          ? queryTogether(client, statements)
          : inOrder(statements.map((one) => client.query(one)))
      try {
        return await whileAwaited(() => cancel(processOf(client)), run)
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
