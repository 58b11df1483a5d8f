import type { DeployBoard, PublishedKind } from '@cairn/contract'
import { type ColumnType, type Generated, sql, type UpdateObject } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { projectLite, workspaceLite } from '#product/lite-shape-queries.ts'
import { inProject } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    deploy_boards: Row & {
      workspace_id: string
      project_id: string
      entity_name: PublishedKind
      entity_identifier: string
      anchor: string
      is_comments_enabled: Generated<boolean>
      is_reactions_enabled: Generated<boolean>
      is_votes_enabled: Generated<boolean>
      intake_id: string | null
      view_props: ColumnType<DeployBoard['view_props'], string | undefined, string>
      is_activity_enabled: Generated<boolean>
      is_disabled: Generated<boolean>
    }
  }
}

const columns = sql`
  b.id, b.created_at, b.updated_at, b.created_by, b.updated_by, b.deleted_at,
  b.workspace_id as workspace, b.project_id as project, b.entity_name, b.entity_identifier,
  b.anchor, b.is_comments_enabled, b.is_reactions_enabled, b.is_votes_enabled,
  b.intake_id as intake, b.intake_id as inbox, b.view_props, b.is_activity_enabled,
  b.is_disabled, ${projectLite('p')} as project_details, ${workspaceLite('w')} as workspace_detail`

/** Whether members publish here too. Locked: who is allowed to now is so until the end. */
export const lockPublishingRule = async (tx: Tx, member: ProjectMember) => {
  const { rows } = await sql<{ members_can_publish: boolean }>`
    select members_can_publish from projects
    where id = ${member.project_id} and workspace_id = ${member.workspace_id} for share`.execute(tx)
  return rows[0] ?? { members_can_publish: false }
}

/** What is published of a thing of this project. */
export const findBoardOf = async (
  db: Db,
  member: ProjectMember,
  entity_name: PublishedKind,
  entity_identifier: string,
) => {
  const { rows } = await sql<DeployBoard>`
    select ${columns} from deploy_boards b join projects p on p.id = b.project_id
    join workspaces w on w.id = b.workspace_id
    where b.entity_name = ${entity_name} and b.entity_identifier = ${entity_identifier}
      and ${inProject(member, 'b')}`.execute(db)
  return rows[0]
}

/** The project's own, by the row's id. */
export const findBoardById = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<DeployBoard>`
    select ${columns} from deploy_boards b join projects p on p.id = b.project_id
    join workspaces w on w.id = b.workspace_id
    where b.id = ${id} and b.entity_name = 'project' and ${inProject(member, 'b')}`.execute(db)
  return rows[0]
}

/** As the site tells of it; the intake only while the project uses it. */
export const findSettings = async (db: Db, id: string) => {
  const { rows } = await sql<DeployBoard>`
    select ${columns} from deploy_boards b join projects p on p.id = b.project_id
    join workspaces w on w.id = b.workspace_id where b.id = ${id}`.execute(db)
  return rows[0]
}

type Change = UpdateObject<Database, 'deploy_boards'>

interface Published {
  entity_name: PublishedKind
  entity_identifier: string
  /** Used where nothing is published yet. */
  anchor: string
}

/** Of two who publish at once, both get the one link there is. */
export const saveBoard = (
  tx: Tx,
  { workspace_id, project_id, user_id }: ProjectMember,
  published: Published,
  settings: Change,
) =>
  tx
    .insertInto('deploy_boards')
    .values({
      ...(settings as object),
      ...published,
      ...{ workspace_id, project_id, created_by: user_id, intake_id: null },
      ...(settings.intake_id !== undefined && { intake_id: settings.intake_id as string | null }),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['entity_identifier', 'entity_name'])
        .where('deleted_at', 'is', null)
        .doUpdateSet({ ...settings, updated_at: now, updated_by: user_id }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateBoard = (tx: Tx, member: ProjectMember, id: string, change: Change) =>
  tx
    .updateTable('deploy_boards')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .returning('id')
    .executeTakeFirst()
