import type { Slice } from '@cairn/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { avatarUrl } from '#product/picture-url-queries.ts'
import { inProject, inWorkspace } from '#product/scope-queries.ts'
import type { Order } from '../../kit/ordering-queries.ts'
import { pageOf } from '../../kit/paging-queries.ts'
import { addressFor } from '../users/queries.ts'

export interface WantedMembers {
  /** Substring searches by column, with a percent sign at both ends. */
  containing: { column: 'first_name' | 'last_name' | 'display_name' | 'email'; pattern: string }[]
  role: number | undefined
  is_active: boolean
  is_bot: boolean | undefined
}

/** The members of a workspace, or of a project if it is given. */
export type MemberScope = Member | ProjectMember

const isProject = (place: MemberScope): place is ProjectMember => 'project_id' in place

/** Columns both tables have. */
interface Membership {
  id: string
  user_id: string
  role: number
  is_active: boolean
  created_at: string
}

const membersOf = (db: Db, place: MemberScope) => {
  const email = addressFor(place)
  const table = isProject(place) ? sql`project_members` : sql`workspace_members`
  return db
    .selectFrom(sql<Membership>`${table}`.as('m'))
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.display_name', 'u.avatar'])
    .select([avatarUrl('u').as('avatar_url'), email.as('email')])
    .select(['m.role', 'm.is_active', 'u.is_bot'])
    .where(isProject(place) ? inProject(place, 'm') : inWorkspace(place, 'm'))
}

const wantedOf = (db: Db, place: MemberScope, wanted: WantedMembers) => {
  const { containing, role, is_active, is_bot } = wanted
  // Literal, not a parameter, to match the index.
  const isThere: RawBuilder<boolean> = is_active ? sql`m.is_active` : sql`not m.is_active`
  let query = membersOf(db, place).where(isThere)
  if (role !== undefined) query = query.where('m.role', '=', role)
  if (is_bot !== undefined) query = query.where('u.is_bot', '=', is_bot)
  for (const { column, pattern } of containing) {
    const text = column === 'email' ? addressFor(place) : sql.ref(`u.${column}`)
    query = query.where(sql<boolean>`${text} ilike ${pattern}`)
  }
  return query
}

/** In order of joining. */
export const listMembers = (db: Db, place: MemberScope, wanted: WantedMembers) =>
  wantedOf(db, place, wanted).orderBy('m.created_at').orderBy('m.id').execute()

export const pageOfMembers = (
  db: Db,
  place: MemberScope,
  wanted: WantedMembers,
  order: Order,
  slice: Slice,
) => pageOf(wantedOf(db, place, wanted), order, slice)

export const findMember = (db: Db, place: ProjectMember, user_id: string) =>
  membersOf(db, place)
    .where('m.is_active', '=', true)
    .where('u.id', '=', user_id)
    .executeTakeFirst()

/** By its own id or by the user's: lists show only the latter. */
export const findMembership = (db: Db, member: ProjectMember, id: string) =>
  db
    .selectFrom('project_members as m')
    .select(['m.id', 'm.user_id as member', 'm.role'])
    .where(inProject(member, 'm'))
    .where('m.is_active', '=', true)
    .where((is) => is.or([is('m.id', '=', id), is('m.user_id', '=', id)]))
    .executeTakeFirst()

interface Departing {
  email?: string
  member?: string
}

export const findSeat = (db: Db, member: Member, { email, member: user_id }: Departing) =>
  db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.id')
    .where(inWorkspace(member, 'm'))
    .where('m.is_active', '=', true)
    .$if(email !== undefined, (seats) => seats.where('u.email', '=', email ?? ''))
    .$if(user_id !== undefined, (seats) => seats.where('u.id', '=', user_id ?? ''))
    .executeTakeFirst()
