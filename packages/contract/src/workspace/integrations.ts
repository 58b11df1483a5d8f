import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import {
  anyProjectMember,
  projectAdmins,
  signedIn,
  workspaceAdmins,
  workspaceMembers,
} from '../core/policy.ts'
import { audit, Choice, Id, Json, Nullable } from '../core/shapes.ts'

/** An external app a workspace can be linked with. Its secret is never returned. */
export const Integration = Type.Object({
  id: Id,
  title: Type.String(),
  provider: Choice(['github', 'slack']),
  /** 1 private, 2 public. */
  network: Type.Integer(),
  description: Json,
  author: Type.String(),
  webhook_url: Type.String(),
  redirect_url: Type.String(),
  metadata: Json,
  verified: Type.Boolean(),
  avatar_url: Nullable(Type.String()),
  ...audit,
})
export type Integration = Static<typeof Integration>

/** An integration installed in a workspace. Its token is never returned. */
export const WorkspaceIntegration = Type.Object({
  id: Id,
  workspace: Id,
  /** The bot it acts as. */
  actor: Id,
  integration: Id,
  metadata: Json,
  config: Json,
  ...audit,
  integration_detail: Integration,
})
export type WorkspaceIntegration = Static<typeof WorkspaceIntegration>

/** The largest integer that JSON transmits exactly. */
const RepositoryNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const GithubName = Type.String({ maxLength: 500 })

export const GithubRepository = Type.Object({
  id: Id,
  project: Id,
  workspace: Id,
  name: Type.String(),
  url: Nullable(Type.String()),
  config: Json,
  /** Its id at GitHub. */
  repository_id: Type.Integer(),
  owner: Type.String(),
  ...audit,
})
export type GithubRepository = Static<typeof GithubRepository>

/** Links a project to a repository. Its credentials are never returned. */
export const GithubRepositorySync = Type.Object({
  id: Id,
  project: Id,
  workspace: Id,
  repository: Id,
  actor: Id,
  workspace_integration: Id,
  /** Null once it was deleted. */
  label: Nullable(Id),
  ...audit,
  repo_detail: GithubRepository,
})
export type GithubRepositorySync = Static<typeof GithubRepositorySync>

/** All four are required; missing ones are reported in one message, so the schema accepts them. */
export const NewGithubRepositorySync = Type.Partial(
  Type.Object({
    name: Nullable(GithubName),
    owner: Nullable(GithubName),
    repository_id: Nullable(RepositoryNumber),
    url: Nullable(Type.String({ maxLength: 2048 })),
  }),
)
export type NewGithubRepositorySync = Static<typeof NewGithubRepositorySync>

const OfferedRepositories = Type.Object({
  repositories: Type.Array(
    Type.Object({
      id: Type.Integer(),
      full_name: Type.String(),
      html_url: Type.String(),
      url: Type.String(),
    }),
  ),
  total_count: Type.Integer(),
})

const installed = '/api/workspaces/:slug/workspace-integrations/'
const syncs =
  '/api/workspaces/:slug/projects/:project_id/workspace-integrations/:id/github-repository-sync/'

export const integrationsApi = {
  /** Those configured by the operator of the instance. */
  list: endpoint(signedIn, 'GET /api/integrations/', { 200: Type.Array(Integration) }),
  listInstalled: endpoint(workspaceMembers, `GET ${installed}`, {
    200: Type.Array(WorkspaceIntegration),
  }),
  /** Idempotent: a second request returns the existing one. */
  installGithub: endpoint(workspaceAdmins, `POST ${installed}github/`, {
    201: WorkspaceIntegration,
  }),
  uninstall: endpoint(workspaceAdmins, `DELETE ${installed}:id/provider/`, { 204: Type.Null() }),
  listRepositories: endpoint(workspaceMembers, `GET ${installed}:id/github-repositories/`, {
    query: Type.Partial(Type.Object({ page: Type.String() })),
    200: OfferedRepositories,
  }),
  listSyncs: endpoint(anyProjectMember, `GET ${syncs}`, { 200: Type.Array(GithubRepositorySync) }),
  /** Replaces the previous one of the project. */
  createSync: endpoint(projectAdmins, `POST ${syncs}`, {
    body: NewGithubRepositorySync,
    201: GithubRepositorySync,
  }),
}
