import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Db } from './schema.ts'

/** Runs migrations on a connection that is open already and stays open. */
export const overClient = (client: pg.Client): Db =>
  new Kysely({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => Object.assign(client, { release() {} }),
        end: async () => {},
        options: {},
      },
    }),
  })
