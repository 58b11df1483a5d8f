import { sql } from 'kysely'
import { auditColumns, type Db, type Tx } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'

/** The user and the list: `workspace_id`, `user_id` and, for example, `cycle_id`. */
type Key = Readonly<Record<string, string | boolean>> & { user_id: string }

interface Patch {
  filters?: object
  display_filters?: object
  display_properties?: object
}

/**
 * Each user's display settings for a list. The tables differ only in what the list is `of`: `cycle`
 * is the column `cycle_id` and is returned as `cycle`.
 */
export function userProperties<Shown>(table: string, ...of: string[]) {
  const shown = sql.join([
    ...['id', 'filters', 'display_filters', 'display_properties'].map((name) => sql.ref(name)),
    ...['user', 'workspace', ...of].map(
      (name) => sql`${sql.ref(`${name}_id`)} as ${sql.ref(name)}`,
    ),
    ...auditColumns.map((name) => sql.ref(name)),
  ])
  const matches = (key: Key) => {
    const equal = Object.entries(key).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
    return sql`${sql.join(equal, sql` and `)} and deleted_at is null`
  }

  async function find(db: Db, key: Key): Promise<Shown | undefined> {
    const { rows } = await sql<Shown>`
      select ${shown} from ${sql.table(table)} where ${matches(key)}`.execute(db)
    return rows[0]
  }

  const insert = (db: Db, key: Key) =>
    sql`insert into ${sql.table(table)}
      (${sql.join(Object.keys(key).map((name) => sql.ref(name)))}, created_by)
      values (${sql.join(Object.values(key))}, ${key.user_id}) on conflict do nothing`.execute(db)

  return {
    /** Made at first use, with the defaults. */
    async read(db: Db, key: Key): Promise<Shown> {
      const known = await find(db, key)
      if (known) return known
      await insert(db, key)
      const made = await find(db, key)
      if (!made) throw notFound()
      return made
    },

    async change(tx: Tx, key: Key, patch: Patch): Promise<Shown> {
      await insert(tx, key)
      const changes = Object.entries(patch).map(
        ([name, value]) => sql`${sql.ref(name)} = ${JSON.stringify(value)}::jsonb, `,
      )
      const { rows } = await sql<Shown>`
        update ${sql.table(table)} set ${sql.join(changes, sql``)}
          updated_at = now(), updated_by = ${key.user_id}
        where ${matches(key)} returning ${shown}`.execute(tx)
      const [changed] = rows
      if (!changed) throw notFound()
      return changed
    },
  }
}
