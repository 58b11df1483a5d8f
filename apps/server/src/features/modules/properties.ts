import type { ModuleUserProperties, ProjectUserPropertiesPatch } from '@cairn/contract'
import type { ColumnType } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { auditColumns, type Db, now, type Row } from '#kernel/database/schema.ts'
import { inProject } from '#kernel/database/scope.ts'
import { findModule } from './queries.ts'
import { moduleNotFound } from './read.ts'

type JsonColumn = ColumnType<Record<string, unknown>, string | undefined, string>

declare module '#kernel/database/schema.ts' {
  interface Database {
    module_user_properties: Row & {
      workspace_id: string
      project_id: string
      module_id: string
      user_id: string
      filters: JsonColumn
      display_filters: JsonColumn
      display_properties: JsonColumn
    }
  }
}

const columns = [
  ...(['id', 'module_id as module', 'user_id as user', 'project_id as project'] as const),
  ...(['workspace_id as workspace', 'filters', 'display_filters', 'display_properties'] as const),
  ...auditColumns,
] as const

const insertProperties = (
  db: Db,
  { workspace_id, project_id, user_id }: ProjectMember,
  module_id: string,
) =>
  db
    .insertInto('module_user_properties')
    .values({ workspace_id, project_id, module_id, user_id, created_by: user_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const findProperties = (db: Db, member: ProjectMember, module_id: string) =>
  db
    .selectFrom('module_user_properties')
    .select(columns)
    .where('module_id', '=', module_id)
    .where('user_id', '=', member.user_id)
    .where(inProject(member))
    .executeTakeFirst()

const updateProperties = (
  db: Db,
  member: ProjectMember,
  module_id: string,
  change: Record<string, string>,
) =>
  db
    .updateTable('module_user_properties')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('module_id', '=', module_id)
    .where('user_id', '=', member.user_id)
    .where(inProject(member))
    .returning(columns)
    .executeTakeFirstOrThrow()

async function refuseUnknown(db: Db, member: ProjectMember, id: string) {
  const module = await findModule(db, member, id)
  if (!module) throw moduleNotFound()
}

/** Made at first use, with the defaults. */
export async function readProperties(
  db: Db,
  member: ProjectMember,
  id: string,
): Promise<ModuleUserProperties> {
  const known = await findProperties(db, member, id)
  if (known) return known
  await refuseUnknown(db, member, id)
  await insertProperties(db, member, id)
  const made = await findProperties(db, member, id)
  if (!made) throw moduleNotFound()
  return made
}

export const changeProperties = (
  db: Db,
  member: ProjectMember,
  id: string,
  patch: ProjectUserPropertiesPatch,
): Promise<ModuleUserProperties> =>
  db.transaction().execute(async (tx) => {
    await refuseUnknown(tx, member, id)
    await insertProperties(tx, member, id)
    const texts = Object.entries(patch).map(([key, value]) => [key, JSON.stringify(value)])
    return updateProperties(tx, member, id, Object.fromEntries(texts))
  })
