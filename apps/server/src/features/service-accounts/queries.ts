import { PUBLIC, type Role, type ServiceAccount } from '@cairn/contract'
import { type Generated, sql, type UpdateObject } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import {
  auditColumns,
  type Database,
  type Db,
  now,
  type Row,
  type Tx,
} from '#kernel/database/schema.ts'
import { inWorkspace } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    service_accounts: Row & {
      workspace_id: string
      user_id: string
      role: Role
      is_default: Generated<boolean>
    }
  }
}

/** With data of its user, its memberships and its token. */
const accountsIn = (db: Db, member: Member) =>
  db
    .selectFrom('service_accounts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .innerJoin('api_tokens as t', (join) =>
      join.onRef('t.service_account_id', '=', 'a.id').on('t.deleted_at', 'is', null),
    )
    .select(['a.id', 'a.workspace_id as workspace', 'a.user_id as member', 'a.role'])
    .select(['a.is_default', 'u.display_name as name', 't.expired_at', 't.last_used'])
    .select(auditColumns.map((column) => `a.${column}` as const))
    .select([
      sql<boolean>`t.expired_at is null or t.expired_at > now()`.as('is_active'),
      sql<string[]>`array(
        select p.id from project_members pm join projects p on p.id = pm.project_id
        where pm.user_id = a.user_id and p.workspace_id = a.workspace_id and pm.is_active
          and pm.deleted_at is null and p.deleted_at is null
        order by p.name, p.id)`.as('project_ids'),
    ])
    .where(inWorkspace(member, 'a'))

export const listAccounts = (db: Db, member: Member): Promise<ServiceAccount[]> =>
  accountsIn(db, member).orderBy('a.created_at', 'desc').orderBy('a.id').execute()

export const findAccount = (db: Db, member: Member, id: string) =>
  accountsIn(db, member).where('a.id', '=', id).executeTakeFirst()

/** With its encrypted token. */
export const findDefaultAccount = (db: Db, member: Member) =>
  accountsIn(db, member)
    .select('t.token_sealed')
    .where('a.is_default', '=', true)
    .executeTakeFirst()

interface AccountValues {
  user_id: string
  role: Role
  is_default: boolean
}

export const insertAccount = (tx: Tx, { workspace_id, user_id }: Member, values: AccountValues) =>
  tx
    .insertInto('service_accounts')
    .values({ ...values, workspace_id, created_by: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()

type Change = UpdateObject<Database, 'service_accounts'>

export const updateAccount = (tx: Tx, member: Member, id: string, change: Change) =>
  tx
    .updateTable('service_accounts')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where(inWorkspace(member))
    .where('id', '=', id)
    .execute()

interface TokenValues {
  token_hash: Buffer
  token_sealed: string | null
  expired_at: string | null
}

export const insertToken = (
  tx: Tx,
  { workspace_id, user_id: created_by }: Member,
  account: { id: string; user_id: string },
  values: TokenValues & { label: string },
) =>
  tx
    .insertInto('api_tokens')
    .values({
      ...values,
      ...{ workspace_id, created_by, user_id: account.user_id, service_account_id: account.id },
      ...{ description: 'Service Token', user_type: 1, is_service: true, last_used: null },
    })
    .execute()

/** Changes its only token: deleted ones stay unchanged. */
export const updateToken = (
  tx: Tx,
  member: Member,
  service_account_id: string,
  change: Partial<TokenValues> & { deleted_at?: typeof now },
) =>
  tx
    .updateTable('api_tokens')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where(inWorkspace(member))
    .where('service_account_id', '=', service_account_id)
    .execute()

/** Those in the workspace, including archived ones. */
export const listProjectsAmong = async (db: Db, member: Member, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where(inWorkspace(member))
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Projects every member of the workspace may join. */
export const listPublicProjects = async (db: Db, member: Member) => {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where(inWorkspace(member))
    .where('network', '=', PUBLIC)
    .where('archived_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Sets its role in every project it is in. */
export const setProjectRoles = (tx: Tx, member: Member, user_id: string, role: Role) =>
  tx
    .updateTable('project_members')
    .set({ role, updated_at: now, updated_by: member.user_id })
    .where(inWorkspace(member))
    .where('user_id', '=', user_id)
    .where('is_active', '=', true)
    .execute()

export const leaveOtherProjects = (
  tx: Tx,
  member: Member,
  user_id: string,
  project_ids: readonly string[],
) =>
  tx
    .updateTable('project_members')
    .set({ is_active: false, updated_at: now, updated_by: member.user_id })
    .where(inWorkspace(member))
    .where('user_id', '=', user_id)
    .where('is_active', '=', true)
    .where(sql<boolean>`not project_id = any(${[...project_ids]}::uuid[])`)
    .execute()
