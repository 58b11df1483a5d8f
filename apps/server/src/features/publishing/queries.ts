import type { DeployBoard, PublishedKind } from '@cairn/contract'
import { type ColumnType, type Generated, sql, type UpdateObject } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { projectLite, workspaceLite } from '#product/lite-shape-queries.ts'
import { inProject, inWorkspace } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    deploy_boards: Row & {
      workspace_id: string
      project_id: string | null
      /** For entities without a project: they show what this user could publish. */
      published_by: string | null
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
  b.is_disabled, case when p.id is not null then ${projectLite('p')} end as project_details, ${workspaceLite('w')} as workspace_detail`

/**
 * Whether members may publish here too. Locked, so that the permission holds until the end of the
 * transaction.
 */
export const lockPublishingRule = async (tx: Tx, member: ProjectMember) => {
  const { rows } = await sql<{ members_can_publish: boolean }>`
    select members_can_publish from projects
    where id = ${member.project_id} and workspace_id = ${member.workspace_id} for share`.execute(tx)
  return rows[0] ?? { members_can_publish: false }
}

/** The board of an entity of this project. */
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

/** A board of this project, by its id. */
export const findBoardById = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<DeployBoard>`
    select ${columns} from deploy_boards b join projects p on p.id = b.project_id
    join workspaces w on w.id = b.workspace_id
    where b.id = ${id} and b.entity_name = 'project' and ${inProject(member, 'b')}`.execute(db)
  return rows[0]
}

/** As shown on the site; the intake only while the project uses it. */
export const findSettings = async (db: Db, id: string) => {
  const { rows } = await sql<DeployBoard>`
    select ${columns} from deploy_boards b left join projects p on p.id = b.project_id
    join workspaces w on w.id = b.workspace_id where b.id = ${id}`.execute(db)
  return rows[0]
}

type Change = UpdateObject<Database, 'deploy_boards'>

interface Published {
  entity_name: PublishedKind
  entity_identifier: string
  /** Used if nothing is published yet. */
  anchor: string
}

/** Two parallel requests to publish get the same link. */
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
      ...{ workspace_id, project_id, created_by: user_id, intake_id: null, published_by: null },
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

/** The board of a view without a project. */
export const findViewBoard = async (db: Db, member: Member, id: string) => {
  const { rows } = await sql<DeployBoard>`
    select ${columns} from deploy_boards b left join projects p on p.id = b.project_id
    join workspaces w on w.id = b.workspace_id
    where b.entity_name = 'view' and b.entity_identifier = ${id} and b.project_id is null
      and not b.is_disabled and ${inWorkspace(member, 'b')}`.execute(db)
  return rows[0]
}

/** If already published: the same link, now with what this user could publish. */
export const saveViewBoard = (
  tx: Tx,
  { workspace_id, user_id }: Member,
  { id, anchor }: { id: string; anchor: string },
) =>
  tx
    .insertInto('deploy_boards')
    .values({
      ...{ workspace_id, project_id: null, entity_name: 'view', entity_identifier: id, anchor },
      ...{ intake_id: null, published_by: user_id, created_by: user_id },
      is_activity_enabled: false,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['entity_identifier', 'entity_name'])
        .where('deleted_at', 'is', null)
        .doUpdateSet({
          ...{ published_by: user_id, is_disabled: false },
          ...{ updated_at: now, updated_by: user_id },
        }),
    )
    .execute()

export const removeViewBoard = (tx: Tx, member: Member, id: string) =>
  tx
    .updateTable('deploy_boards')
    .set({ deleted_at: now, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where('project_id', 'is', null)
    .where(inWorkspace(member))
    .execute()
