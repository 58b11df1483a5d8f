import type { Sql } from '@cairn/work-item-query'
import { type RawBuilder, sql } from 'kysely'
import { endWith } from './cancel.ts'
import type { Db } from './schema.ts'

/** The list engine's SQL as Kysely's, so that both kinds can be put into each other. */
export const toKysely = <Row>({ text, values }: Sql): RawBuilder<Row> =>
  sql<Row>(
    text as unknown as TemplateStringsArray,
    ...values.map((value) =>
      typeof value === 'object' && value !== null && 'text' in value ? toKysely(value) : value,
    ),
  )

/** With a signal it ends, on the database too, when whoever asked goes away. */
export async function runStatement<Row>(
  db: Db,
  statement: Sql,
  signal?: AbortSignal,
): Promise<Row[]> {
  const query = toKysely<Row>(statement).compile(db)
  if (signal) endWith(signal, query.parameters)
  return (await db.executeQuery(query)).rows
}
