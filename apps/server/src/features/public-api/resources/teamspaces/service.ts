import type { ListQuery, NewTeamspaceV1, ShapeQuery, TeamspacePatchV1 } from '@cairn/contract/v1'
import {
  addMembers,
  addProjects,
  changeTeamspace,
  createTeamspace,
} from '#features/teamspaces/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { answerPage } from '../../kit/answer-page.ts'
import { byEach, byNullable, readOrder } from '../../kit/ordering-queries.ts'
import { underOtherNames } from '../../kit/other-words.ts'
import { inOrder, pageOfParts } from '../../kit/parts.ts'
import { listProjectsLite } from '../../kit/queries.ts'
import { presentOne } from '../../kit/shaping.ts'
import { listUsersByIds } from '../users/queries.ts'
import { findTeamspace, listMemberIds, listProjectIds, listTeamspaces } from './queries.ts'

const orders = {
  ...byEach('t', ['created_at', 'updated_at', 'name', 'sort_order', 'id']),
  lead: byNullable('t.lead_id'),
}

/** The newest first. */
export const readTeamspaces = (db: Db, member: Member, query: ListQuery) => {
  const order = readOrder('t', query.order_by, '-created_at', orders)
  return answerPage(db, member, query, (slice) => listTeamspaces(db, member, order, slice))
}

async function teamspaceOf(db: Db, member: Member, id: string) {
  const teamspace = await findTeamspace(db, member, id)
  if (!teamspace) throw notFound()
  return teamspace
}

export const readTeamspace = async (db: Db, member: Member, id: string, query: ShapeQuery) =>
  presentOne(db, member, query, await teamspaceOf(db, member, id))

/** Renames the field to the application's name. */
const inAppNames = <Patch extends TeamspacePatchV1>({ lead, ...rest }: Patch) => ({
  ...rest,
  ...(lead !== undefined && { lead_id: lead }),
})
const asItIsHere = underOtherNames({ lead_id: 'lead' })

export async function addTeamspace(db: Db, member: Member, wanted: NewTeamspaceV1) {
  const { id } = await createTeamspace(db, member, inAppNames(wanted)).catch(asItIsHere)
  return teamspaceOf(db, member, id)
}

export async function editTeamspace(db: Db, member: Member, id: string, patch: TeamspacePatchV1) {
  await changeTeamspace(db, member, id, inAppNames(patch)).catch(asItIsHere)
  return teamspaceOf(db, member, id)
}

const idsIn =
  (list: (db: Db, member: Member, id: string) => Promise<string[]>) =>
  async (db: Db, member: Member, id: string) => {
    await teamspaceOf(db, member, id)
    return list(db, member, id)
  }

export const readMembers = pageOfParts(idsIn(listMemberIds), listUsersByIds)
export const readProjects = pageOfParts(idsIn(listProjectIds), listProjectsLite)

/** Returns all members afterwards. */
export async function putMembers(db: Db, member: Member, id: string, member_ids: string[]) {
  await addMembers(db, member, id, member_ids)
  return inOrder(listUsersByIds, db, member, await listMemberIds(db, member, id))
}

export async function putProjects(db: Db, member: Member, id: string, project_ids: string[]) {
  await addProjects(db, member, id, project_ids)
  return inOrder(listProjectsLite, db, member, await listProjectIds(db, member, id))
}
