import type { Initiative } from '@cairn/contract'
import type {
  InitiativePatchV1,
  InitiativeV1,
  ListQuery,
  NewInitiativeV1,
  ShapeQuery,
} from '@cairn/contract/v1'
import {
  changeInitiative,
  createInitiative,
  listInitiativeEpics,
  readInitiative as readOfApp,
} from '#features/initiatives/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { answerPage } from '../../kit/answer-page.ts'
import { byEach, byNullable, readOrder } from '../../kit/ordering-queries.ts'
import { underOtherNames } from '../../kit/other-words.ts'
import { inOrder, pageOfParts } from '../../kit/parts.ts'
import { listProjectsLite } from '../../kit/queries.ts'
import { presentOne } from '../../kit/shaping.ts'
import { listInitiatives } from './queries.ts'

const orders = {
  ...byEach('n', ['created_at', 'updated_at', 'name', 'sort_order', 'id']),
  lead: byNullable('n.lead_id'),
  start_date: byNullable('n.start_date'),
  end_date: byNullable('n.end_date'),
}

/** The newest first. */
export const readInitiatives = (db: Db, member: Member, query: ListQuery) => {
  const order = readOrder('n', query.order_by, '-created_at', orders)
  return answerPage(db, member, query, (slice) => listInitiatives(db, member, order, slice))
}

/** Its projects, epics and members have separate routes here. */
function inV1Names(initiative: Initiative): InitiativeV1 {
  const { lead_id, member_ids, project_ids, epic_ids, total_epics, completed_epics, ...rest } =
    initiative
  return { ...rest, lead: lead_id }
}

export const readInitiative = async (db: Db, member: Member, id: string, query: ShapeQuery) =>
  presentOne(db, member, query, inV1Names(await readOfApp(db, member, id)))

const inAppNames = <Patch extends InitiativePatchV1>({ lead, ...rest }: Patch) => ({
  ...rest,
  ...(lead !== undefined && { lead_id: lead }),
})
const inV1Errors = underOtherNames({ lead_id: 'lead' })

export const addInitiative = async (db: Db, member: Member, wanted: NewInitiativeV1) =>
  inV1Names(await createInitiative(db, member, inAppNames(wanted)).catch(inV1Errors))

export const editInitiative = async (
  db: Db,
  member: Member,
  id: string,
  patch: InitiativePatchV1,
) => inV1Names(await changeInitiative(db, member, id, inAppNames(patch)).catch(inV1Errors))

async function listEpics(db: Db, member: Member, ids: readonly string[]) {
  const epics = await listInitiativeEpics(db, member, ids)
  return epics.map(({ project_id, assignee_ids, health, ...rest }) => ({
    ...rest,
    project: project_id,
  }))
}

type Parts = 'project_ids' | 'epic_ids'

const idsOf = (parts: Parts) => async (db: Db, member: Member, id: string) =>
  (await readOfApp(db, member, id))[parts]

export const readProjects = pageOfParts(idsOf('project_ids'), listProjectsLite)
export const readEpics = pageOfParts(idsOf('epic_ids'), listEpics)

const put = (db: Db, member: Member, id: string, parts: Parts, ids: readonly string[]) =>
  changeInitiative(db, member, id, (initiative) => ({
    [parts]: [...new Set([...initiative[parts], ...ids.map((one) => one.toLowerCase())])],
  }))

/** Returns all projects that are in it afterwards. */
export async function putProjects(db: Db, member: Member, id: string, ids: readonly string[]) {
  const { project_ids } = await put(db, member, id, 'project_ids', ids)
  return inOrder(listProjectsLite, db, member, project_ids)
}

export async function putEpics(db: Db, member: Member, id: string, ids: readonly string[]) {
  const { epic_ids } = await put(db, member, id, 'epic_ids', ids)
  return inOrder(listEpics, db, member, epic_ids)
}

export async function takeOut(
  db: Db,
  member: Member,
  id: string,
  parts: Parts,
  wanted: readonly string[],
) {
  const ids = wanted.map((one) => one.toLowerCase())
  await changeInitiative(db, member, id, (initiative) => {
    if (ids.some((one) => !initiative[parts].includes(one))) throw notFound()
    return { [parts]: initiative[parts].filter((one) => !ids.includes(one)) }
  })
}
