import type { Sql } from '@cairn/work-item-query'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

/** Converts the list engine's SQL to Kysely's, so that both can be nested. */
export const toKysely = <Row>({ text, values }: Sql): RawBuilder<Row> =>
  sql<Row>(
    text as unknown as TemplateStringsArray,
    ...values.map((value) =>
      typeof value === 'object' && value !== null && 'text' in value ? toKysely(value) : value,
    ),
  )

export const runStatement = async <Row>(db: Db, statement: Sql): Promise<Row[]> =>
  (await toKysely<Row>(statement).execute(db)).rows
