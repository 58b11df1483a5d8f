import { setTimeout } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { Refusal } from '../refusal.ts'
import { listMigrations } from './tables.ts'

async function countOf(client: ClientBase, statement: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(statement)
  return rows[0]?.count ?? 0
}

const CHECKS = 20
const PAUSE_MS = 250

/** The connections of a server that has just stopped are listed for a moment longer. */
async function isServerConnected(client: ClientBase): Promise<boolean> {
  for (let check = 0; check < CHECKS; check += 1) {
    if (check > 0) await setTimeout(PAUSE_MS)
    // Otherwise a transaction sees the same list every time.
    await client.query('select pg_stat_clear_snapshot()')
    const servers = await countOf(
      client,
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name = 'cairn'`,
    )
    if (servers === 0) return false
  }
  return true
}

/**
 * Empties a shared database inside the restore's transaction. Tables that are not Cairn's stay, and
 * so does a Cairn database in use, unless `force` is given.
 */
export async function clearDatabase(client: ClientBase, force: boolean): Promise<void> {
  const tables = await countOf(
    client,
    `select count(*)::int as count from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
  )
  if (tables === 0) return
  if ((await listMigrations(client)).length === 0) {
    throw new Refusal(
      'DATABASE_URL leads to a database with tables that are not of Cairn. Name an empty one.',
    )
  }
  if (await isServerConnected(client)) {
    throw new Refusal('A Cairn server is running on this database. Stop it first.')
  }
  // Nobody may sign up between the check and the end.
  await client.query('lock table users in access exclusive mode')
  const people = await countOf(client, 'select count(*)::int as count from users')
  if (people > 0 && !force) {
    throw new Refusal(
      'DATABASE_URL leads to a Cairn with accounts in it. Name an empty database, or use --force: what is there is then lost.',
    )
  }
  await client.query('drop schema if exists jobs cascade')
  await client.query('drop schema public cascade')
  await client.query('create schema public')
}
