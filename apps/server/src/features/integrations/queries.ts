import type { GithubRepository, Integration } from '@cairn/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { auditColumns, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { inProject, inWorkspace } from '#product/scope-queries.ts'

type JsonColumn = ColumnType<Record<string, unknown>, string | undefined, string>

declare module '#kernel/database/schema.ts' {
  interface Database {
    integrations: Row & {
      title: string
      provider: Integration['provider']
      network: Generated<number>
      description: JsonColumn
      author: Generated<string>
      webhook_url: Generated<string>
      webhook_secret: Generated<string>
      redirect_url: Generated<string>
      metadata: JsonColumn
      verified: Generated<boolean>
      avatar_url: string | null
    }
    workspace_integrations: Row & {
      workspace_id: string
      actor_id: string
      integration_id: string
      api_token: Generated<string>
      metadata: JsonColumn
      config: JsonColumn
    }
    github_repositories: Row & {
      workspace_id: string
      project_id: string
      name: string
      url: string | null
      config: JsonColumn
      repository_id: number
      owner: string
    }
    github_repository_syncs: Row & {
      workspace_id: string
      project_id: string
      repository_id: string
      workspace_integration_id: string
      actor_id: string
      label_id: string | null
      credentials: JsonColumn
    }
  }
}

/** Never selected: `webhook_secret`, `api_token`, `credentials`. */
const integrationColumns = [
  ...(['id', 'title', 'provider', 'network', 'description', 'author', 'webhook_url'] as const),
  ...(['redirect_url', 'metadata', 'verified', 'avatar_url'] as const),
  ...auditColumns,
] as const

export const listIntegrations = (db: Db) =>
  db
    .selectFrom('integrations')
    .select(integrationColumns)
    .where('deleted_at', 'is', null)
    .orderBy('title')
    .execute()

const installedColumns = [
  ...(['id', 'workspace_id as workspace', 'actor_id as actor'] as const),
  ...(['integration_id as integration', 'metadata', 'config'] as const),
  ...auditColumns,
] as const

export const listInstalled = (db: Db, member: Member) =>
  db
    .selectFrom('workspace_integrations')
    .select(installedColumns)
    .where(inWorkspace(member))
    .orderBy('created_at')
    .execute()

export const insertInstalled = (
  tx: Tx,
  { workspace_id, user_id }: Member,
  values: { integration_id: string; actor_id: string },
) =>
  tx
    .insertInto('workspace_integrations')
    .values({ ...values, workspace_id, created_by: user_id })
    .execute()

/** Locked until the end of the transaction, so that it is not removed while a link is created. */
export const lockInstalled = (tx: Tx, member: Member, id: string) =>
  tx
    .selectFrom('workspace_integrations')
    .select(['id', 'actor_id'])
    .where('id', '=', id)
    .where(inWorkspace(member))
    .forShare()
    .executeTakeFirst()

const gone = ({ user_id }: Member) => ({ deleted_at: now, updated_at: now, updated_by: user_id })

export const deleteInstalled = (tx: Tx, member: Member, id: string) =>
  tx
    .updateTable('workspace_integrations')
    .set(gone(member))
    .where('id', '=', id)
    .where(inWorkspace(member))
    .returning('actor_id')
    .executeTakeFirst()

const repositoryColumns = [
  ...(['id', 'project_id as project', 'workspace_id as workspace', 'name', 'url'] as const),
  ...(['config', 'repository_id', 'owner'] as const),
  ...auditColumns,
] as const

export const listRepositories = (db: Db, member: ProjectMember): Promise<GithubRepository[]> =>
  db.selectFrom('github_repositories').select(repositoryColumns).where(inProject(member)).execute()

export interface NewRepository {
  name: string
  owner: string
  repository_id: number
  url: string
}

export const insertRepository = (
  tx: Tx,
  { workspace_id, project_id, user_id }: ProjectMember,
  repository: NewRepository,
) =>
  tx
    .insertInto('github_repositories')
    .values({ ...repository, workspace_id, project_id, created_by: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()

/** A deleted label is not returned. */
export const listSyncs = (db: Db, member: ProjectMember, workspace_integration_id: string) =>
  db
    .selectFrom('github_repository_syncs as s')
    .leftJoin('labels as l', (join) =>
      join.onRef('l.id', '=', 's.label_id').on('l.deleted_at', 'is', null),
    )
    .select(['s.id', 's.project_id as project', 's.workspace_id as workspace'])
    .select(['s.repository_id as repository', 's.actor_id as actor', 'l.id as label'])
    .select('s.workspace_integration_id as workspace_integration')
    .select(auditColumns.map((column) => `s.${column}` as const))
    .where(inProject(member, 's'))
    .where('s.workspace_integration_id', '=', workspace_integration_id)
    .execute()

interface NewSync {
  repository_id: string
  workspace_integration_id: string
  actor_id: string
  label_id: string | null
}

export const insertSync = (
  tx: Tx,
  { workspace_id, project_id, user_id }: ProjectMember,
  sync: NewSync,
) =>
  tx
    .insertInto('github_repository_syncs')
    .values({ ...sync, workspace_id, project_id, created_by: user_id })
    .execute()

/** Including its repository. */
export const deleteSyncOfProject = async (tx: Tx, member: ProjectMember) => {
  await tx
    .updateTable('github_repository_syncs')
    .set(gone(member))
    .where(inProject(member))
    .execute()
  await tx.updateTable('github_repositories').set(gone(member)).where(inProject(member)).execute()
}

export const deleteSyncsOf = async (tx: Tx, member: Member, workspace_integration_id: string) => {
  const syncs = await tx
    .updateTable('github_repository_syncs')
    .set(gone(member))
    .where('workspace_integration_id', '=', workspace_integration_id)
    .where(inWorkspace(member))
    .returning('repository_id')
    .execute()
  if (syncs.length === 0) return
  const ids = syncs.map(({ repository_id }) => repository_id)
  await tx
    .updateTable('github_repositories')
    .set(gone(member))
    .where('id', 'in', ids)
    .where(inWorkspace(member))
    .execute()
}
