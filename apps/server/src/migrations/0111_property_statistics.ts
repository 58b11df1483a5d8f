import { type Kysely, sql } from 'kysely'

export const toleratedSince = '0099_cheaper_counts'

/**
 * An option belongs to one property, and only few have a boolean value. Taking both as independent,
 * PostgreSQL expects a tenth of the values there are, and looks them up one by one.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create statistics work_item_property_refs (dependencies)
      on property_id, ref_id from work_item_property_values`.execute(db)
  await sql`
    create statistics work_item_property_booleans (mcv)
      on property_id, boolean_value from work_item_property_values`.execute(db)
}
