import { type Kysely, sql } from 'kysely'

/** Allows creating an item in one statement, even with concurrent creates. */
export async function up(db: Kysely<unknown>) {
  // Volatile, so that it reads when it is called: a create that waited for its number sees the item
  // it waited for. A query in the statement itself would read the state before the wait.
  await sql`
    create function place_behind_state(of_project uuid, of_state uuid, wanted float8)
    returns float8 language plpgsql volatile as $$
    begin
      return coalesce((
        select max(i.sort_order) + 10000 from work_items i
        where i.project_id = of_project and i.state_id = of_state and i.is_listed
      ), wanted);
    end $$`.execute(db)
}
