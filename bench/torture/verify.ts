import type { ClientBase } from 'pg'
import { httpClient } from '../http-client.ts'
import type { Known } from './writer.ts'

interface Target {
  client: ClientBase
  project_id: string
  origin: string
  cookie: string
  path: string
}

/** Each entry is a broken guarantee; the result must be empty. */
export async function findFaults(place: Target, known: readonly Known[]): Promise<string[]> {
  return [
    ...(await lostInDatabase(place, known)),
    ...(await lostInApi(place, known)),
    ...(await halfApplied(place)),
  ]
}

async function lostInDatabase({ client, project_id }: Target, known: readonly Known[]) {
  const { rows: items } = await client.query<{ id: string; sequence_id: number; name: string }>(
    'select id, sequence_id, name from work_items where project_id = $1',
    [project_id],
  )
  const { rows: past } = await client.query<{ id: string; name: string }>(
    `select work_item_id as id, new_value as name from activities
      where project_id = $1 and field = 'name'`,
    [project_id],
  )
  const { rows: events } = await client.query<{ id: string; times: number }>(
    `select work_item_id as id, count(*)::int as times from events
      where project_id = $1 and type = 'work_item.saved' group by work_item_id`,
    [project_id],
  )
  const there = new Map(items.map((item) => [item.id, item]))
  const keys = (rows: readonly { id: string; name: string }[]) =>
    new Set(rows.map(({ id, name }) => `${id} ${name}`))
  const history = keys(past)
  const emitted = new Map(events.map(({ id, times }) => [id, times]))

  return known.flatMap(({ id, sequence_id, names, uncertain }) => {
    const item = there.get(id)
    if (!item) return [`lost: the work item ${id}`]
    const possible = [names.at(-1), ...uncertain]
    return [
      ...(item.sequence_id === sequence_id ? [] : [`${id} changed its number`]),
      ...(possible.includes(item.name) ? [] : [`lost: the last name of ${id}`]),
      ...names
        .slice(1)
        .filter((name) => !history.has(`${id} ${name}`))
        .map((name) => `lost: the renaming of ${id} to ${name} in the history`),
      // An event contains the id of its item; clients then fetch the item.
      ...((emitted.get(id) ?? 0) < names.length ? [`lost: one of the events of ${id}`] : []),
    ]
  })
}

async function lostInApi({ origin, cookie, path }: Target, known: readonly Known[]) {
  const http = httpClient(origin, { cookie })
  const faults: string[] = []
  for (const { id, names, uncertain } of known) {
    const { status, body } = await http.send('GET', `${path}${id}/`)
    const name = status === 200 ? JSON.parse(String(body)).name : `status ${status}`
    if (![names.at(-1), ...uncertain].includes(name)) {
      faults.push(`lost: the API answers ${name} for ${id}`)
    }
  }
  http.close()
  return faults
}

/** For all rows, including unacknowledged ones: each exists completely or not at all. */
const checks: Record<string, string> = {
  'numbers given twice': `
    select sequence_id from work_items where project_id = $1
    group by sequence_id having count(*) > 1`,
  'numbers above the last one given': `
    select 1 from work_items i join work_item_numbers n using (project_id)
    where project_id = $1 and i.sequence_id > n.last_number`,
  'items without exactly one creation in their history': `
    select i.id from work_items i
    where i.project_id = $1 and 1 <> (
      select count(*) from activities a where a.work_item_id = i.id and a.verb = 'created')`,
  'items without an event': `
    select i.id from work_items i where i.project_id = $1 and not exists (
      select 1 from events e where e.project_id = i.project_id and e.type = 'work_item.saved'
        and e.work_item_id = i.id)`,
  'events without an item': `
    select e.id from events e where e.project_id = $1 and e.type = 'work_item.saved'
      and not exists (
        select 1 from work_items i where i.id = e.work_item_id)`,
  'renamings without their event, or the other way round': `
    select 1 from (select count(*) from activities where project_id = $1 and field = 'name') a(n),
      (select count(*) from events where project_id = $1 and type = 'work_item.saved') e(n),
      (select count(*) from work_items where project_id = $1) i(n)
    where a.n + i.n <> e.n`,
  'items whose name is not the last of their history': `
    select i.id from work_items i join lateral (
      select new_value from activities a where a.work_item_id = i.id and a.field = 'name'
      order by created_at desc limit 1
    ) latest on true
    where i.project_id = $1 and latest.new_value <> i.name`,
  'states whose kept count is wrong': `
    select s.id from states s where s.project_id = $1
      and (select coalesce(sum(visible), 0) from work_item_counts c where c.state_id = s.id)
      <> (select count(*) from work_items i where i.state_id = s.id)`,
}

async function halfApplied({ client, project_id }: Target) {
  const faults: string[] = []
  for (const [what, statement] of Object.entries(checks)) {
    const { rowCount } = await client.query(statement, [project_id])
    if (rowCount) faults.push(`${rowCount} ${what}`)
  }
  return faults
}
