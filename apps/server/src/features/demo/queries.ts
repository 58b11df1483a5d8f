import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { inProject } from '#product/scope-queries.ts'

export interface Demo {
  workspace_id: string
  colleague_ids: string[]
}

export const noteDemo = (tx: Tx, { workspace_id, colleague_ids }: Demo) =>
  sql`
    insert into demo_workspaces (workspace_id, colleague_ids)
    values (${workspace_id}, ${colleague_ids}::uuid[])`.execute(tx)

/** All demos, or those whose workspace was deleted. */
export const listDemos = async (db: Db, onlyDeleted: boolean) => {
  const { rows } = await sql<Demo>`
    select d.workspace_id, d.colleague_ids from demo_workspaces d
    join workspaces w on w.id = d.workspace_id
    where not ${onlyDeleted}::boolean or w.deleted_at is not null`.execute(db)
  return rows
}

/** The files to remove with it. */
export const listFilesOf = async (tx: Tx, workspace_id: string) => {
  const { rows } = await sql<{ key: string }>`
    select asset as key from assets where workspace_id = ${workspace_id}
    union select file_key from exports where workspace_id = ${workspace_id} and file_key is not null
    union select file_key from imports where workspace_id = ${workspace_id} and file_key is not null`.execute(
    tx,
  )
  return rows.map(({ key }) => key)
}

/** Rows that reference the workspace are deleted by cascade; others are deleted here. */
export async function removeDemoRows(tx: Tx, { workspace_id, colleague_ids }: Demo) {
  await sql`delete from assets where workspace_id = ${workspace_id}`.execute(tx)
  await sql`
    update profiles set last_workspace_id = null
    where last_workspace_id = ${workspace_id}`.execute(tx)
  await sql`delete from workspaces where id = ${workspace_id}`.execute(tx)
  await sql`delete from events where workspace_id = ${workspace_id}`.execute(tx)
  // They can be in another workspace only if someone changed the database manually.
  await sql`
    delete from users u where id = any(${colleague_ids}::uuid[])
      and not exists (select from workspace_members m where m.user_id = u.id)
      and not exists (select from workspaces w where w.owner_id = u.id)`.execute(tx)
}

/** Deleting a workspace with everything in it takes longer than the limit for requests. */
export const allowLongStatements = (tx: Tx) =>
  sql`set local statement_timeout = '10min'`.execute(tx)

export const findFirstAdmin = async (db: Db) => {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from instance_admins order by created_at limit 1`.execute(db)
  return rows[0]?.user_id
}

export const listNumbers = async (db: Db, member: ProjectMember) => {
  const { rows } = await sql<{ id: string; number: number }>`
    select id, sequence_id as number from work_items i where ${inProject(member, 'i')}`.execute(db)
  return rows
}

export const findNumbered = async (tx: Tx, member: ProjectMember, number: number) => {
  const { rows } = await sql<{ id: string }>`
    select id from work_items where ${inProject(member)} and sequence_id = ${number}`.execute(tx)
  return rows[0]
}

/** Moves an item and its history into the past. */
export const makeOlder = (db: Db, member: ProjectMember, id: string, days: number) =>
  sql`
  with moved as (
    update activities set created_at = created_at - make_interval(days => ${days})
    where work_item_id = ${id}
  ), written as (
    update description_versions set last_saved_at = last_saved_at - make_interval(days => ${days})
    where work_item_id = ${id}
  )
  update work_items set created_at = created_at - make_interval(days => ${days})
  where id = ${id} and ${inProject(member)}`.execute(db)
