import type { EstimatePatchV1, NewEstimateV1, PointPatchV1 } from '@cairn/contract/v1'
import {
  addPoints,
  changePoint,
  createSystem,
  findSystem,
  removeEstimate,
  removePoint,
  renameEstimate,
} from '#features/estimates/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { findEstimate, listPoints } from './queries.ts'

const estimateNotFound = () => notFound({ error: 'Estimate not found' })
const pointNotFound = () => notFound({ error: 'Estimate point not found' })

async function estimateOf(db: Db, member: ProjectMember, id: string | undefined) {
  const estimate = id && (await findEstimate(db, member, id))
  if (!estimate) throw estimateNotFound()
  return estimate
}

/** The project's estimate system. */
export const readEstimate = async (db: Db, member: ProjectMember) =>
  estimateOf(db, member, await findSystem(db, member))

export async function addEstimate(db: Db, member: ProjectMember, wanted: NewEstimateV1) {
  const { id } = await createSystem(db, member, wanted)
  return estimateOf(db, member, id)
}

export async function editEstimate(db: Db, member: ProjectMember, patch: EstimatePatchV1) {
  const { id } = await readEstimate(db, member)
  await renameEstimate(db, member, id, patch)
  return estimateOf(db, member, id)
}

export async function deleteEstimate(db: Db, member: ProjectMember) {
  const { id } = await readEstimate(db, member)
  await removeEstimate(db, member, id)
}

export async function readPoints(db: Db, member: ProjectMember, estimate_id: string) {
  await estimateOf(db, member, estimate_id)
  return listPoints(db, member, estimate_id)
}

export async function putPoints(
  db: Db,
  member: ProjectMember,
  estimate_id: string,
  wanted: readonly PointPatchV1[] = [],
) {
  await estimateOf(db, member, estimate_id)
  const added = await addPoints(db, member, estimate_id, wanted)
  const points = new Map((await listPoints(db, member, estimate_id)).map((one) => [one.id, one]))
  return added.flatMap((id) => points.get(id) ?? [])
}

async function pointOf(db: Db, member: ProjectMember, estimate_id: string, id: string) {
  const points = await readPoints(db, member, estimate_id)
  const point = points.find((one) => one.id === id)
  if (!point) throw pointNotFound()
  return point
}

export async function editPoint(
  db: Db,
  member: ProjectMember,
  estimate_id: string,
  id: string,
  patch: PointPatchV1,
) {
  await pointOf(db, member, estimate_id, id)
  await changePoint(db, member, estimate_id, id, patch, { asImported: true })
  return pointOf(db, member, estimate_id, id)
}

/** Items that have it are left without a point. */
export async function deletePoint(db: Db, member: ProjectMember, estimate_id: string, id: string) {
  await pointOf(db, member, estimate_id, id)
  await removePoint(db, member, estimate_id, id, null)
}
