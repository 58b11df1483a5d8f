import type { Sql } from '@cairn/work-item-query'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

/** The list engine's SQL as Kysely's, so that both kinds can be put into each other. */
export const toKysely = <Row>({ text, values }: Sql): RawBuilder<Row> =>
  sql<Row>(
    text as unknown as TemplateStringsArray,
    ...values.map((value) =>
      typeof value === 'object' && value !== null && 'text' in value ? toKysely(value) : value,
    ),
  )

export const runStatement = async <Row>(db: Db, statement: Sql): Promise<Row[]> =>
  (await toKysely<Row>(statement).execute(db)).rows
