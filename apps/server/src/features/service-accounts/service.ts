import {
  GUEST,
  MEMBER,
  type NewServiceAccount,
  type Role,
  type ServiceAccountPatch,
  type ServiceAccountRenewal,
} from '@cairn/contract'
import { createBot, renameBot } from '#features/account/service.ts'
import { newToken, readMoment } from '#features/api-tokens/service.ts'
import { joinProject } from '#features/projects/service.ts'
import {
  emitPerson,
  lockAsAdmin,
  updateMembership,
  upsertMembership,
} from '#features/workspace-members/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import { hashToken } from '#kernel/auth/tokens.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import type { Secrets } from '#kernel/secrets.ts'
import {
  findAccount,
  findDefaultAccount,
  insertAccount,
  insertToken,
  leaveOtherProjects,
  listProjectsAmong,
  listPublicProjects,
  setProjectRoles,
  updateAccount,
  updateToken,
} from './queries.ts'

/**
 * An admin of its projects is a plain member of the workspace: as a workspace admin it would see
 * and delete projects that are not listed for it, and could invite users.
 */
const workspaceRole = (role: Role) => (role === GUEST ? GUEST : MEMBER)

async function readAccount(db: Db, member: Member, id: string) {
  const account = await findAccount(db, member, id)
  if (!account) throw notFound()
  return account
}

async function refuseForeignProjects(tx: Tx, member: Member, ids: readonly string[]) {
  const known = await listProjectsAmong(tx, member, ids)
  const foreign = ids.find((id) => !known.has(id))
  if (foreign) {
    throw badRequest({ project_ids: [`Invalid pk "${foreign}" - object does not exist.`] })
  }
}

async function joinProjects(
  tx: Tx,
  member: Member,
  user_id: string,
  role: Role,
  project_ids: readonly string[],
) {
  for (const project_id of new Set(project_ids)) {
    await joinProject(tx, member, { project_id, user_id, role })
  }
}

const expiryOf = ({ expired_at = null }: ServiceAccountRenewal) =>
  expired_at === null ? null : readMoment(expired_at)

type Wanted = NewServiceAccount & { is_default: boolean; token_sealed: string | null }

async function insertWithToken(tx: Tx, member: Member, wanted: Wanted, token: string) {
  const { role, project_ids, is_default, token_sealed } = wanted
  const name = wanted.name.trim()
  const { workspace_id, user_id: created_by } = member
  const user_id = await createBot(tx, name)
  await upsertMembership(tx, { workspace_id, user_id, role: workspaceRole(role), created_by })
  await joinProjects(tx, member, user_id, role, project_ids)
  const { id } = await insertAccount(tx, member, { user_id, role, is_default })
  await insertToken(
    tx,
    member,
    { id, user_id },
    {
      ...{ token_hash: hashToken(token), token_sealed, label: name },
      expired_at: expiryOf(wanted),
    },
  )
  await emitPerson(tx, user_id)
  return id
}

/** The token is returned only in this response. */
export const createAccount = (db: Db, member: Member, wanted: NewServiceAccount) =>
  db.transaction().execute(async (tx) => {
    await lockAsAdmin(tx, member)
    await refuseForeignProjects(tx, member, wanted.project_ids)
    const token = newToken()
    const values = { ...wanted, is_default: false, token_sealed: null }
    const id = await insertWithToken(tx, member, values, token)
    return { ...(await readAccount(tx, member, id)), token }
  })

export const changeAccount = (db: Db, member: Member, id: string, patch: ServiceAccountPatch) =>
  db.transaction().execute(async (tx) => {
    await lockAsAdmin(tx, member)
    const { member: user_id, ...account } = await readAccount(tx, member, id)
    const { name, role = account.role, project_ids } = patch
    if (project_ids) await refuseForeignProjects(tx, member, project_ids)
    if (name !== undefined) await renameBot(tx, user_id, name.trim())
    if (role !== account.role) {
      await updateMembership(tx, member, user_id, { role: workspaceRole(role) })
      await setProjectRoles(tx, member, user_id, role)
    }
    if (project_ids) {
      await leaveOtherProjects(tx, member, user_id, project_ids)
      await joinProjects(tx, member, user_id, role, project_ids)
    }
    await updateAccount(tx, member, id, { role })
    // Its name is shown in history, comments and inboxes of everyone in the workspace.
    await emitPerson(tx, user_id)
    return readAccount(tx, member, id)
  })

const sealFor = ({ workspace_id }: Member) => `service token of ${workspace_id}`

export const renewAccount = (
  db: Db,
  secrets: Secrets,
  member: Member,
  id: string,
  renewal: ServiceAccountRenewal,
) =>
  db.transaction().execute(async (tx) => {
    await lockAsAdmin(tx, member)
    const { is_default } = await readAccount(tx, member, id)
    const token = newToken()
    await updateToken(tx, member, id, {
      token_hash: hashToken(token),
      token_sealed: is_default ? secrets.seal(token, sealFor(member)) : null,
      expired_at: expiryOf(renewal),
    })
    await updateAccount(tx, member, id, {})
    return { ...(await readAccount(tx, member, id)), token }
  })

/** The user stays: the history refers to it. */
export const revokeAccount = (db: Db, member: Member, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockAsAdmin(tx, member)
    const { member: user_id } = await readAccount(tx, member, id)
    await updateToken(tx, member, id, { deleted_at: now })
    await leaveOtherProjects(tx, member, user_id, [])
    await updateMembership(tx, member, user_id, { is_active: false })
    await updateAccount(tx, member, id, { deleted_at: now })
  })

const byDefault = { name: 'Service account', role: MEMBER } as const

/**
 * The token of the workspace's default account, encrypted next to its hash so that administrators
 * get the same one again. A new account joins the public projects; if the token has expired or
 * cannot be decrypted, a new one is created.
 */
export const openServiceToken = (db: Db, secrets: Secrets, member: Member) =>
  db.transaction().execute(async (tx) => {
    await lockAsAdmin(tx, member)
    const known = await findDefaultAccount(tx, member)
    const opened = known?.token_sealed && secrets.open(known.token_sealed, sealFor(member))
    if (known?.is_active && opened) return { isNew: false, token: opened }
    const token = newToken()
    const token_sealed = secrets.seal(token, sealFor(member))
    if (known) {
      const token_hash = hashToken(token)
      await updateToken(tx, member, known.id, { token_hash, token_sealed, expired_at: null })
    } else {
      const project_ids = await listPublicProjects(tx, member)
      const wanted = { ...byDefault, project_ids, is_default: true, token_sealed }
      await insertWithToken(tx, member, wanted, token)
    }
    return { isNew: !known, token }
  })
