import {
  workItemsApi as api,
  labelsApi,
  workItemListsApi as lists,
  projectsApi,
  statesApi,
  type WorkItem,
  workItemTypesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'
import type { Client } from '#test/client.ts'

export const nobody = '00000000-0000-4000-8000-000000000000'
export const missing = { status: 404, body: { error: 'The required object does not exist.' } }
export const refused = {
  status: 403,
  body: { error: "You don't have the required permissions." },
}

export const addItem = (client: Client, name: string, more = {}) =>
  client.call(api.create, { body: { name, ...more } })

export const rowsOf = async (client: Client, query = {}) =>
  (await client.call(lists.project, { query })).results as WorkItem[]

export const namesOf = async (client: Client, query = {}) =>
  (await rowsOf(client, query)).map(({ name }) => name)

export const stateOf = async (client: Client, group: string) => {
  const states = await client.call(statesApi.list)
  return states.find((state) => state.group === group)?.id ?? ''
}

export const addLabel = async (client: Client, name: string) =>
  (await client.call(labelsApi.create, { body: { name } })).id

/** Enables types in the client's project: task (the default), bug and story. */
export async function useTypes(client: Client) {
  const { project_id: id = '' } = client.place
  await client.call(projectsApi.change, { params: { id }, body: { is_issue_type_enabled: true } })
  return (await client.call(workItemTypesApi.list)).filter(({ is_epic }) => !is_epic)
}

export interface HistoryRow {
  verb: string
  field: string | null
  old_value: string | null
  new_value: string | null
  comment: string
}

export const historyOf = async (db: Db, id: string) => {
  const { rows } = await sql<HistoryRow>`
    select verb, field, old_value, new_value, comment from activities
    where work_item_id = ${id} order by created_at, ctid`.execute(db)
  return rows
}

/** All item data in this database, to compare before and after. */
export const dumpOf = async (db: Db, project_id: string) => {
  const { rows } = await sql<{ dump: string }>`
    select md5(string_agg(t::text, '' order by t::text)) as dump from (
      select to_jsonb(i) - 'is_listed' as t from work_items i where project_id = ${project_id}
      union all select to_jsonb(a) from activities a where project_id = ${project_id}
      union all select to_jsonb(e) from events e
        where project_id = ${project_id} and to_users is null
      union all select to_jsonb(l) from work_item_labels l
        join work_items i on i.id = l.work_item_id where i.project_id = ${project_id}
      union all select to_jsonb(l) from work_item_assignees l
        join work_items i on i.id = l.work_item_id where i.project_id = ${project_id}
      union all select to_jsonb(l) from work_item_subscribers l
        join work_items i on i.id = l.work_item_id where i.project_id = ${project_id}
      union all select to_jsonb(n) from work_item_numbers n where project_id = ${project_id}
    ) all_rows`.execute(db)
  return rows[0]?.dump
}

export const notForYou = { status: 403, body: { error: 'You are not allowed to view this issue' } }
export const signedOut = {
  status: 401,
  body: { detail: 'Authentication credentials were not provided.' },
}

/** An item that appears to be created by another user. */
export const addItemOf = async (db: Db, client: Client, author: Client, name: string) => {
  const item = await addItem(client, name)
  await sql`update work_items set created_by = ${author.user_id} where id = ${item.id}`.execute(db)
  return item
}

/** Removes it from all lists; it can still be read. */
export const archive = async (client: Client, id: string) => {
  const body = { state_id: await stateOf(client, 'completed') }
  await client.call(api.change, { params: { id }, body })
  await client.call(api.archive, { params: { id } })
}

export const updatedAt = async (db: Db, id: string) => {
  const { rows } = await sql<{ updated_at: string }>`
    select updated_at from work_items where id = ${id}`.execute(db)
  return rows[0]?.updated_at
}
