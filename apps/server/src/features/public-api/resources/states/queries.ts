import type { Slice, StateGroup } from '@cairn/contract'
import type { External } from '@cairn/contract/v1'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { auditColumns, type Db } from '#kernel/database/schema.ts'
import { inProject } from '#product/scope-queries.ts'
import type { Order } from '../../kit/ordering-queries.ts'
import { pageOf } from '../../kit/paging-queries.ts'

/** States users can choose; none for an archived project. */
const statesOf = (db: Db, member: ProjectMember) =>
  db
    .selectFrom('states as s')
    .innerJoin('projects as p', 'p.id', 's.project_id')
    .select(auditColumns.map((name) => `s.${name}` as const))
    .select(['s.id', 's.name', 's.description', 's.color', 's.sequence', 's.default'])
    .select(['s.external_source', 's.external_id'])
    .select(['s.project_id as project', 's.workspace_id as workspace'])
    .select(sql<StateGroup>`s."group"`.as('group'))
    .where(inProject(member, 's'))
    .where('s.group', '!=', 'triage')
    .where('p.archived_at', 'is', null)

export const listStates = (db: Db, member: ProjectMember, order: Order, slice: Slice) =>
  pageOf(statesOf(db, member), order, slice)

export const findState = (db: Db, member: ProjectMember, id: string) =>
  statesOf(db, member).where('s.id', '=', id).executeTakeFirst()

export const findStateNamed = (db: Db, member: ProjectMember, name: string) =>
  statesOf(db, member).where('s.name', '=', name).executeTakeFirst()

export const findStateByExternalId = (
  db: Db,
  member: ProjectMember,
  { external_source = null, external_id = null }: External,
) =>
  statesOf(db, member)
    .where('s.external_source', '=', external_source)
    .where('s.external_id', '=', external_id)
    .executeTakeFirst()
