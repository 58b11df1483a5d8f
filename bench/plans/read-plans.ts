import type pg from 'pg'
import type { Db } from '../../apps/server/src/kernel/database/schema.ts'
import { type Cost, costOf } from './faults.ts'
import type { Known, List } from './lists.ts'

interface Statement {
  text: string
  values: unknown[]
}

/** Records the statements that are sent, with their values. Call it before the first connection. */
export function listenTo(pool: pg.Pool) {
  const heard: Statement[] = []
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...all: unknown[]) => unknown
    Object.assign(client, {
      query(asked: Partial<Statement>, ...rest: unknown[]) {
        if (asked.text) heard.push({ text: asked.text, values: asked.values ?? [] })
        return query(asked, ...rest)
      },
    })
  })
  return { take: () => heard.splice(0) }
}

export interface Reading extends Cost {
  name: string
  /** Database time of its statements, planning and execution. */
  ms: number
}

interface Reader {
  db: Db
  client: pg.ClientBase
  statements: ReturnType<typeof listenTo>
  known: Known
}

/** The plans of one list's statements, as executed by the database. */
export async function readPlans(
  { db, client, statements, known }: Reader,
  list: List,
  most: number,
) {
  statements.take()
  await list.read(db, known)
  const sum: Reading = { name: list.name, ms: 0, read: 0, faults: [] }
  for (const { text, values } of statements.take()) {
    if (!/^\s*(select|with)\b/i.test(text)) continue
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, values)
    const [answer] = rows[0]['QUERY PLAN']
    const isCount = !list.hasStoredTotals && !/\blimit\b/.test(text)
    const { read, faults } = costOf(answer.Plan, most, isCount)
    sum.ms += answer['Execution Time'] + answer['Planning Time']
    sum.read += read
    sum.faults.push(...faults)
  }
  return sum
}
