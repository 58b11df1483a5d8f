import { withDatabase } from './deleted-long-ago.ts'

interface Ages {
  created: number
  completed?: number
}

/** Backdates the creation and completion of an item by so many days. */
export const ageItem = (id: string, { created, completed }: Ages) =>
  withDatabase((client) =>
    client.query(
      `update work_items set created_at = now() - make_interval(days => $2),
        completed_at = case when $3::int is null then completed_at
          else now() - make_interval(days => $3::int) end
       where id = $1`,
      [id, created, completed ?? null],
    ),
  )

/** Moves a cycle so many days into the past, with its dates and recorded days. */
export const passDays = (cycle_id: string, days: number) =>
  withDatabase(async (client) => {
    await client.query(
      `update cycles set start_date = start_date - make_interval(days => $2),
        end_date = end_date - make_interval(days => $2) where id = $1`,
      [cycle_id, days],
    )
    await client.query('update cycle_days set day = day - $2::int where cycle_id = $1', [
      cycle_id,
      days,
    ])
  })

/** Number of days a cycle has recorded. */
export const countRecordedDays = (cycle_id: string) =>
  withDatabase(async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from cycle_days where cycle_id = $1',
      [cycle_id],
    )
    return rows[0]?.count
  })

/** Replaces the recorded states of an item: each with the days since it was entered. */
export const recordStates = (id: string, path: readonly (readonly [string, number])[]) =>
  withDatabase(async (client) => {
    await client.query('delete from state_changes where work_item_id = $1', [id])
    for (const [index, [state_id, days]] of path.entries()) {
      await client.query(
        `insert into state_changes (work_item_id, at, from_state_id, to_state_id)
         values ($1, now() - make_interval(days => $2), $3, $4)`,
        [id, days, path[index - 1]?.[0] ?? null, state_id],
      )
    }
  })
