import type { StateGroup } from '@cairn/contract'
import { type Generated, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Row } from '#kernel/database/schema.ts'
import { inProject } from '#kernel/database/scope.ts'

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
] as const

/** `order` is the place within the group, as a share of it. */
export const listStates = (db: Db, member: ProjectMember) =>
  db
    .selectFrom('states')
    .select(columns)
    .select([
      sql<StateGroup>`"group"`.as('group'),
      sql<number>`(row_number() over (partition by "group" order by sequence))::float
        / count(*) over (partition by "group")`.as('order'),
    ])
    .where(inProject(member))
    .where('group', '!=', 'triage')
    .orderBy('sequence')
    .execute()

/** A state people may pick; the triage state is not among them. */
export const findState = (db: Db, member: ProjectMember, id: string) =>
  db
    .selectFrom('states')
    .select(['id', 'name', 'group'])
    .where('id', '=', id)
    .where(inProject(member))
    .where('group', '!=', 'triage')
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
    .executeTakeFirstOrThrow()

type NewState = {
  workspace_id: string
  project_id: string
  name: string
  color: string
  sequence: number
  group: StateGroup | 'triage'
  default: boolean
  created_by: string
}

export const insertStates = (db: Db, states: NewState[]) =>
  db.insertInto('states').values(states).execute()
