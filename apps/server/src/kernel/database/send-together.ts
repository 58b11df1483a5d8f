import { lookup } from '@cairn/contract'
import pg from 'pg'

interface Named {
  name?: string
  text: string
  values: unknown[]
}

/** What the driver's types do not tell of its connection and its queries. */
interface Connection {
  parsedStatements: Partial<Record<string, string>>
  describe(portal: object): void
  sync(): void
}
interface Query extends pg.Query {
  callback: (error: Error | null, result: pg.QueryResult) => void
  prepare(connection: Connection): void
  handleDataRow(row: object): void
  handleCommandComplete(command: object, connection: Connection): void
}

const connectionOf = (client: pg.ClientBase) =>
  (client as unknown as { connection?: Connection }).connection

export const isPreparedOn = (client: pg.ClientBase, { name, text }: Named) =>
  name !== undefined && lookup(connectionOf(client)?.parsedStatements ?? {}, name) === text

const queryOf = (statement: Named) => new pg.Query(statement) as Query

/** A connection that says what is to be done, and asks for no answer. */
const withoutQuestions = (connection: Connection): Connection =>
  Object.create(connection, { describe: { value: () => {} }, sync: { value: () => {} } })

/**
 * Runs prepared statements as one: they are sent together, and PostgreSQL answers once, after the
 * last. Where one fails, those behind it are not run, and its failure is the answer.
 */
export function queryTogether(
  client: pg.ClientBase,
  statements: readonly Named[],
): Promise<pg.QueryResult> {
  const ahead = statements.slice(0, -1).map(queryOf)
  const query = queryOf(statements.at(-1) ?? { text: '', values: [] })
  const { prepare, handleDataRow, handleCommandComplete } = query
  let running = ahead.length
  query.prepare = (connection) => {
    const quiet = withoutQuestions(connection)
    for (const one of ahead) one.prepare(quiet)
    prepare.call(query, connection)
  }
  query.handleDataRow = (row) => {
    if (running === 0) handleDataRow.call(query, row)
  }
  query.handleCommandComplete = (command, connection) => {
    if (running === 0) handleCommandComplete.call(query, command, connection)
    else running -= 1
  }
  return new Promise((resolve, reject) => {
    query.callback = (error, result) => (error ? reject(error) : resolve(result))
    client.query(query)
  })
}
