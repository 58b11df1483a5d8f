import { addDays, dayInZone } from '@cairn/calendar'
import { cyclesApi as api, type NewCycle } from '@cairn/contract'
import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'
import type { Client } from '#test/client.ts'

/** A day relative to today; far enough from it that midnight may pass during the test. */
export const inDays = (days: number) => addDays(dayInZone(Date.now(), 'UTC'), days) ?? ''

export const running = { start_date: inDays(-5), end_date: inDays(5) }
export const upcoming = { start_date: inDays(20), end_date: inDays(30) }
export const ended = { start_date: inDays(-30), end_date: inDays(-20) }

export const addCycle = (client: Client, name: string, more: Partial<NewCycle> = {}) =>
  client.call(api.create, { body: { name, ...more } })

export const putInto = (client: Client, id: string, issues: string[]) =>
  client.call(api.addItems, { params: { id }, body: { issues } })

export const open = (client: Client, id: string) => client.call(api.get, { params: { id } })

/** Moves the dates of a cycle into the past, without any history of a change. */
export const letEnd = (db: Db, id: string) =>
  sql`
    update cycles set start_date = ${ended.start_date}::date, end_date = ${ended.end_date}::date
    where id = ${id}`.execute(db)

/** Point estimates for the project: one point per value. */
export async function addPoints(db: Db, { place }: Client, values: string[], type = 'points') {
  const project_id = place.project_id ?? ''
  const { rows } = await sql<{ id: string; value: string }>`
    with estimate as (
      insert into estimates (workspace_id, project_id, name, type, last_used)
      select workspace_id, id, 'Points', ${type}, true from projects where id = ${project_id}
      returning id, workspace_id, project_id
    ), chosen as (
      update projects set estimate_id = (select id from estimate) where id = ${project_id}
    )
    insert into estimate_points (workspace_id, project_id, estimate_id, key, value)
      select e.workspace_id, e.project_id, e.id, v.key, v.value
      from estimate e, unnest(${values}::text[]) with ordinality as v (value, key)
    returning id, value`.execute(db)
  return new Map(rows.map(({ id, value }) => [value, id]))
}
