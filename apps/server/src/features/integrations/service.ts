import {
  type GithubRepositorySync,
  type Integration,
  MEMBER,
  type NewGithubRepositorySync,
  toWebAddress,
  type WorkspaceIntegration,
} from '@cairn/contract'
import type { Config } from '#config'
import { createBot } from '#features/account/service.ts'
import { addLabels, listLabels } from '#features/labels/service.ts'
import { joinProject } from '#features/projects/service.ts'
import { leaveProjects, lockWorkspace } from '#features/workspace-members/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { lockProject } from '#product/lock-queries.ts'
import {
  deleteInstalled,
  deleteSyncOfProject,
  deleteSyncsOf,
  insertInstalled,
  insertRepository,
  insertSync,
  listInstalled,
  listIntegrations,
  listRepositories,
  listSyncs,
  lockInstalled,
  type NewRepository,
} from './queries.ts'

/** Integrations for which the operator has configured an app. */
export async function readIntegrations(db: Db, { githubAppName }: Config): Promise<Integration[]> {
  if (!githubAppName) return []
  return (await listIntegrations(db)).filter(({ provider }) => provider === 'github')
}

/** Listed even if its app is no longer configured: otherwise it could not be removed. */
export async function readInstalled(db: Db, member: Member): Promise<WorkspaceIntegration[]> {
  const installed = await listInstalled(db, member)
  if (installed.length === 0) return []
  const known = new Map((await listIntegrations(db)).map((one) => [one.id, one]))
  return installed.flatMap((row) => {
    const integration_detail = known.get(row.integration)
    return integration_detail ? [{ ...row, integration_detail }] : []
  })
}

const findInstalledOf = async (db: Db, member: Member, { id }: Integration) =>
  (await readInstalled(db, member)).find(({ integration }) => integration === id)

const notConfigured = () =>
  badRequest({ error: 'No GitHub app is configured. Ask whoever runs this instance to name one.' })

export const installGithub = (db: Db, config: Config, member: Member) =>
  db.transaction().execute(async (tx) => {
    const [github] = await readIntegrations(tx, config)
    if (!github) throw notConfigured()
    // When two requests install it at once, the second finds the row of the first.
    await lockWorkspace(tx, member)
    const known = await findInstalledOf(tx, member, github)
    if (known) return known
    const actor_id = await createBot(tx, github.title)
    await insertInstalled(tx, member, { integration_id: github.id, actor_id })
    const made = await findInstalledOf(tx, member, github)
    if (!made) throw notFound()
    return made
  })

/** Its links are removed, and its bot leaves the projects. */
export const uninstall = (db: Db, member: Member, id: string) =>
  db.transaction().execute(async (tx) => {
    const removed = await deleteInstalled(tx, member, id)
    if (!removed) throw notFound()
    await deleteSyncsOf(tx, member, id)
    await leaveProjects(tx, member, removed.actor_id)
  })

export async function readSyncs(
  db: Db,
  member: ProjectMember,
  workspace_integration_id: string,
): Promise<GithubRepositorySync[]> {
  const syncs = await listSyncs(db, member, workspace_integration_id)
  if (syncs.length === 0) return []
  const known = new Map((await listRepositories(db, member)).map((one) => [one.id, one]))
  return syncs.flatMap((sync) => {
    const repo_detail = known.get(sync.repository)
    return repo_detail ? [{ ...sync, repo_detail }] : []
  })
}

function readRepository(wanted: NewGithubRepositorySync): NewRepository {
  const [name, owner, typed] = [wanted.name?.trim(), wanted.owner?.trim(), wanted.url?.trim()]
  const { repository_id } = wanted
  if (!name || !owner || !typed || !repository_id) {
    throw badRequest({ error: 'Name, url, repository_id and owner are required' })
  }
  const url = toWebAddress(typed)
  if (!url) throw badRequest({ url: ['Enter a valid URL.'] })
  return { name, owner, repository_id, url }
}

const githubLabel = {
  name: 'GitHub',
  color: '#003773',
  description: 'Label to sync work items with GitHub issues',
}

async function saveLabel(tx: Tx, member: ProjectMember): Promise<string | null> {
  await addLabels(tx, member, [githubLabel])
  const label = (await listLabels(tx, member)).find(({ name }) => name === githubLabel.name)
  return label?.id ?? null
}

/** GitHub is not called: only the link between the two is stored. */
export const linkRepository = (
  db: Db,
  member: ProjectMember,
  workspace_integration_id: string,
  wanted: NewGithubRepositorySync,
): Promise<GithubRepositorySync> =>
  db.transaction().execute(async (tx) => {
    const repository = readRepository(wanted)
    const installed = await lockInstalled(tx, member, workspace_integration_id)
    if (!installed) throw notFound()
    const { actor_id } = installed
    // Serialized, so that the later one replaces the earlier.
    await lockProject(tx, member)
    await deleteSyncOfProject(tx, member)
    const label_id = await saveLabel(tx, member)
    const { project_id } = member
    await joinProject(tx, member, { project_id, user_id: actor_id, role: MEMBER })
    const { id: repository_id } = await insertRepository(tx, member, repository)
    await insertSync(tx, member, { repository_id, workspace_integration_id, actor_id, label_id })
    const [sync] = await readSyncs(tx, member, workspace_integration_id)
    if (!sync) throw notFound()
    return sync
  })
