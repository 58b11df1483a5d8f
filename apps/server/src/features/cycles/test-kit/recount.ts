import { noCounts, noPoints } from '@cairn/contract'
import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'

export const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const

/** The numbers of a cycle, from its rows one by one. */
export async function recount(db: Db, cycle_id: string) {
  const { rows } = await sql<{ group: (typeof groups)[number]; value: string | null }>`
    select s."group", p.value from work_items i join states s on s.id = i.state_id
    left join estimate_points p on p.id = i.estimate_point and p.deleted_at is null
    where i.cycle_id = ${cycle_id} and i.deleted_at is null and i.archived_at is null
      and not i.is_draft and not i.in_triage and not i.is_epic`.execute(db)
  const numbers = { ...noCounts, ...noPoints }
  for (const { group, value } of rows) {
    numbers.total_issues += 1
    numbers[`${group}_issues`] += 1
    numbers.total_estimate_points += Number(value ?? 0)
    numbers[`${group}_estimate_points`] += Number(value ?? 0)
  }
  return numbers
}
