import { and, conditionsOf, type Filters } from '@cairn/work-item-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { toKysely } from '#kernel/database/run-statement.ts'
import { dialectFor } from '#product/child-count-queries.ts'
import { visibleAcross, visibleInProject } from '#product/scope-queries.ts'
import type { Period } from './period.ts'

type Condition = RawBuilder<SqlBool>

/** Which items are counted: a condition on `work_items i` and its state `s`. */
export type Items = Condition

const kind = (epic: boolean): Condition =>
  epic
    ? sql`i.is_epic and i.deleted_at is null and i.archived_at is null and not i.in_triage`
    : sql`i.is_listed`

export interface WorkspaceScope {
  project_ids?: readonly string[] | undefined
  epic?: boolean
}

/** A condition on a project's id; all projects if none are chosen. */
export const isChosen = ({ project_ids }: WorkspaceScope, column: string): Condition =>
  project_ids ? sql`${sql.ref(column)} = any(${[...project_ids]}::uuid[])` : sql`true`

export const itemsAcross = (member: Member, scope: WorkspaceScope): Items =>
  sql`${visibleAcross(member, 'i')} and ${kind(scope.epic ?? false)}
    and ${isChosen(scope, 'i.project_id')}`

export interface ProjectScope {
  cycle_id?: string | undefined
  module_id?: string | undefined
  epic?: boolean
}

/** The cycle takes precedence if both are given. */
function within({ cycle_id, module_id }: ProjectScope): Condition {
  if (cycle_id) return sql`i.cycle_id = ${cycle_id}`
  return module_id
    ? sql`i.id in (
        select work_item_id from module_items where module_id = ${module_id} and is_live
      )`
    : sql`true`
}

export const itemsOfProject = (member: ProjectMember, scope: ProjectScope): Items =>
  sql`${visibleInProject(member, 'i')} and ${kind(scope.epic ?? false)} and ${within(scope)}`

export const filteredItems = (member: Member, filters: Filters): Items =>
  sql`${itemsAcross(member, {})} and ${toKysely<SqlBool>(and(conditionsOf(dialectFor(member), filters)))}`

export const createdIn = (period: Period | undefined, column = 'i.created_at'): Condition =>
  period
    ? sql`${sql.ref(column)} >= ${period.current.from}
        and ${sql.ref(column)} < ${period.current.until}`
    : sql`true`

export const withAll = (conditions: readonly Condition[]): Items =>
  sql`${sql.join(conditions, sql` and `)}`
