import type { Slice } from '@cairn/contract'
import type { External } from '@cairn/contract/v1'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { auditColumns, type Db } from '#kernel/database/schema.ts'
import { inProject, inWorkspace } from '#product/scope-queries.ts'
import type { Order } from '../../kit/ordering-queries.ts'
import { pageOf } from '../../kit/paging-queries.ts'

const columns = [
  ...auditColumns.map((name) => `l.${name}` as const),
  ...(['l.id', 'l.name', 'l.description', 'l.color', 'l.sort_order'] as const),
  ...(['l.parent_id as parent', 'l.external_source', 'l.external_id'] as const),
  ...(['l.project_id as project', 'l.workspace_id as workspace'] as const),
] as const

/** None for an archived project. */
const labelsOf = (db: Db, member: ProjectMember) =>
  db
    .selectFrom('labels as l')
    .innerJoin('projects as p', 'p.id', 'l.project_id')
    .select(columns)
    .where(inProject(member, 'l'))
    .where('p.archived_at', 'is', null)

export const listLabels = (db: Db, member: ProjectMember, order: Order, slice: Slice) =>
  pageOf(labelsOf(db, member), order, slice)

export const findLabel = (db: Db, member: ProjectMember, id: string) =>
  labelsOf(db, member).where('l.id', '=', id).executeTakeFirst()

export const findLabelNamed = (db: Db, member: ProjectMember, name: string) =>
  labelsOf(db, member).where('l.name', '=', name).executeTakeFirst()

export const findLabelByExternalId = (
  db: Db,
  member: ProjectMember,
  { external_source = null, external_id = null }: External,
) =>
  labelsOf(db, member)
    .where('l.external_source', '=', external_source)
    .where('l.external_id', '=', external_id)
    .executeTakeFirst()

/** Complete labels, for `expand`. */
export const listLabelsByIds = (db: Db, member: Member, ids: readonly string[]) =>
  db
    .selectFrom('labels as l')
    .select(columns)
    .where('l.id', 'in', ids)
    .where(inWorkspace(member, 'l'))
    .execute()
