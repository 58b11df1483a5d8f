import { pageAccess } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { type FoundPage, findPage, lockPage } from './queries.ts'

export interface Caller {
  user_id: string
  /** The highest in any project of the page. */
  role: number
}

export const callerOf = ({ user_id }: ProjectMember, { role }: FoundPage): Caller => ({
  user_id,
  role,
})

/**
 * Private pages of others are not found; public ones are hidden from guests who see only their own.
 */
function refuseHidden(member: ProjectMember, page: FoundPage | undefined): FoundPage {
  if (!page) throw notFound()
  if (page.owned_by === member.user_id) return page
  if (page.access === pageAccess.private) throw notFound()
  if (!member.sees_only_own) return page
  throw badRequest({ error: 'You are not allowed to view this page' })
}

export const findVisible = async (db: Db, member: ProjectMember, id: string) =>
  refuseHidden(member, await findPage(db, member, id))

/** Locked until the end of the transaction. */
export const lock = async (tx: Tx, member: ProjectMember, id: string) =>
  refuseHidden(member, await lockPage(tx, member, id))
