import type { StateGroup } from '@cairn/contract'
import { type Generated, sql, type UpdateObject } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row } from '#kernel/database/schema.ts'
import { inProject, inWorkspace } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    states: Row & {
      workspace_id: string
      project_id: string
      name: string
      description: Generated<string>
      color: string
      sequence: number
      group: StateGroup | 'triage'
      default: Generated<boolean>
      wip_limit: number | null
      external_source: string | null
      external_id: string | null
    }
  }
}

const columns = [
  'id',
  'project_id',
  'workspace_id',
  'name',
  'color',
  'default',
  'description',
  'sequence',
  'wip_limit',
] as const

/** Without the triage state, these are all groups. */
const group = sql<StateGroup>`"group"`.as('group')

/** States users can choose, in projects that are not archived; without the triage state. */
const pickable = (db: Db, member: Member) =>
  db
    .selectFrom('states as s')
    .innerJoin('projects as p', 'p.id', 's.project_id')
    .select(columns.map((column) => `s.${column}` as const))
    .select(group)
    .where(inWorkspace(member, 's'))
    .where('s.group', '!=', 'triage')
    .where('p.archived_at', 'is', null)
    .where('p.deleted_at', 'is', null)

/** The position within the group, as a fraction. */
const order = sql<number>`
  (row_number() over (partition by s."group" order by s.sequence, s.id))::float
    / count(*) over (partition by s."group")`.as('order')

export const listStates = (db: Db, member: ProjectMember) =>
  pickable(db, member)
    .select(order)
    .where(inProject(member, 's'))
    .orderBy('s.sequence')
    .orderBy('s.id')
    .execute()

/** Of all projects the caller is a member of. */
export const listStatesOfWorkspace = (db: Db, member: Member) =>
  pickable(db, member)
    .innerJoin('project_members as m', 'm.project_id', 's.project_id')
    .select(order)
    .where('m.user_id', '=', member.user_id)
    .where('m.is_active', '=', true)
    .where('m.deleted_at', 'is', null)
    .orderBy('s.sequence')
    .orderBy('s.id')
    .execute()

export const readState = (db: Db, member: ProjectMember, id: string) =>
  db
    .selectFrom('states')
    .select(columns)
    .select(group)
    .where('id', '=', id)
    .where(inProject(member))
    .where('group', '!=', 'triage')
    .executeTakeFirst()

/**
 * A state users can choose, which excludes the triage state. Locked until the end of the
 * transaction, so that no item is put into a state that is being deleted.
 */
export const findState = (db: Db, member: ProjectMember, id: string) =>
  db
    .selectFrom('states')
    .select(['id', 'name', 'group'])
    .where('id', '=', id)
    .where(inProject(member))
    .where('group', '!=', 'triage')
    .forKeyShare()
    .executeTakeFirst()

export const findDefaultState = (db: Db, member: ProjectMember) =>
  db
    .selectFrom('states')
    .select(['id', 'name', 'group'])
    .where(inProject(member))
    .where('group', '!=', 'triage')
    .orderBy('default', 'desc')
    .orderBy('sequence')
    .limit(1)
    .forKeyShare()
    .executeTakeFirstOrThrow()

/** The state of intake items that are not accepted. */
export const findTriageState = (db: Db, member: ProjectMember) =>
  db
    .selectFrom('states')
    .select(['id', 'name', 'group'])
    .where(inProject(member))
    .where('group', '=', 'triage')
    .orderBy('sequence')
    .limit(1)
    .forKeyShare()
    .executeTakeFirstOrThrow()

/** Waits for transactions that put items into the state, and blocks new ones. */
export const lockState = (db: Db, member: ProjectMember, id: string) =>
  db
    .selectFrom('states')
    .select(['id', 'default'])
    .where('id', '=', id)
    .where(inProject(member))
    .where('group', '!=', 'triage')
    .forUpdate()
    .executeTakeFirst()

/** The largest sequence of the visible states. */
export const lastSequence = async (db: Db, member: ProjectMember) => {
  const row = await db
    .selectFrom('states')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .where(inProject(member))
    .where('group', '!=', 'triage')
    .executeTakeFirst()
  return row?.last ?? undefined
}

export const hasItems = async (db: Db, { project_id }: ProjectMember, id: string) => {
  const { rows } = await sql`
    select from work_items i
    where i.project_id = ${project_id} and i.state_id = ${id} and i.deleted_at is null
      and i.archived_at is null and not i.is_draft limit 1`.execute(db)
  return rows.length > 0
}

/** Unlisted items need a state too: they may be restored. */
export const moveHiddenItems = (db: Db, { project_id }: ProjectMember, from: string, to: string) =>
  sql`update work_items set state_id = ${to}
    where project_id = ${project_id} and state_id = ${from}`.execute(db)

/** Automatic closing no longer uses it. */
export const forgetClosingState = (db: Db, member: ProjectMember, id: string) =>
  db
    .updateTable('projects')
    .set({ default_state_id: null })
    .where('id', '=', member.project_id)
    .where(inWorkspace(member))
    .where('default_state_id', '=', id)
    .execute()

type Change = UpdateObject<Database, 'states'>

export const updateState = (db: Db, member: ProjectMember, id: string, change: Change) =>
  db
    .updateTable('states')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .where('group', '!=', 'triage')
    .returning(columns)
    .returning(group)
    .executeTakeFirst()

/** Unsets the current default and returns it. */
export const clearDefault = (db: Db, member: ProjectMember) =>
  db
    .updateTable('states')
    .set({ default: false, updated_at: now, updated_by: member.user_id })
    .where(inProject(member))
    .where('default', '=', true)
    .returning(columns)
    .returning(group)
    .executeTakeFirst()

type NewState = {
  workspace_id: string
  project_id: string
  name: string
  color: string
  sequence: number
  group: StateGroup | 'triage'
  default: boolean
  description?: string
  wip_limit?: number | null
  external_source?: string | null
  external_id?: string | null
  created_by: string
}

export const insertStates = (db: Db, states: NewState[]) =>
  db.insertInto('states').values(states).execute()

export const insertState = (db: Db, state: NewState) =>
  db.insertInto('states').values(state).returning('id').executeTakeFirstOrThrow()
