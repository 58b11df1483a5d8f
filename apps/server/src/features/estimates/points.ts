import { importLimits, MAX_ESTIMATE_POINTS, MEMBER, type NewEstimatePoint } from '@cairn/contract'
import { emitSavedItems, estimateChange, recordAll } from '#features/work-items/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { lockProject } from '#product/lock-queries.ts'
import { emitEstimate, readEstimate } from './emit.ts'
import {
  closeGap,
  type ExternalRef,
  findPoint,
  findProjectRole,
  insertPoints,
  moveItems,
  removePoints,
  updatePoint,
} from './queries.ts'
import {
  pointsRequired,
  refuseFault,
  refuseFaults,
  refuseKey,
  wrongNumberOfPoints,
} from './values.ts'

interface Point {
  id: string
  value: string
  type: string
}

/**
 * Moves the items with this point to another, or to none: recorded in the history, without
 * notifications.
 */
export async function moveToPoint(
  tx: Tx,
  member: ProjectMember,
  from: Point,
  to: Point | undefined,
): Promise<void> {
  const ids = await moveItems(tx, member, from.id, to?.id ?? null)
  if (ids.length === 0) return
  const activity = estimateChange(from, to)
  await recordAll(
    tx,
    member,
    ids.map((id) => [id, [activity]] as const),
    { notify: false },
  )
  await emitSavedItems(tx, member, ids)
}

export const addPoint = (db: Db, member: ProjectMember, id: string, wanted: NewEstimatePoint) =>
  db.transaction().execute(async (tx) => {
    const { id: point_id, key, description = '' } = wanted
    const value = wanted.value?.trim()
    if (!key || !value) throw badRequest({ error: 'Key and value are required' })
    refuseKey(key)
    await lockProject(tx, member)
    const { type, points } = await readEstimate(tx, member, id)
    if (points.length >= MAX_ESTIMATE_POINTS) throw wrongNumberOfPoints()
    refuseFault(
      type,
      value,
      points.map((point) => point.value),
    )
    const [point] = await insertPoints(tx, member, [
      { id: point_id, estimate_id: id, key, value, description },
    ])
    if (!point) throw notFound()
    await emitEstimate(tx, member, id)
    return point
  })

/** Imported values may be numbers in any estimate system. */
const imported = { categoriesMayBeNumbers: true }

const tooMany = () => badRequest({ error: `An estimate has at most ${importLimits.points} points` })

/**
 * Adds many at once for API clients: all of them, or none. Points without a key come after the
 * others.
 */
export const addPoints = (
  db: Db,
  member: ProjectMember,
  id: string,
  wanted: readonly (NewEstimatePoint & ExternalRef)[],
) =>
  db.transaction().execute(async (tx) => {
    if (wanted.length === 0) throw pointsRequired()
    await lockProject(tx, member)
    const { type, points } = await readEstimate(tx, member, id)
    if (points.length + wanted.length > importLimits.points) throw tooMany()
    const last = Math.max(0, ...[...points, ...wanted].map(({ key }) => key ?? 0))
    const added = wanted.map(({ key, value = '', ...rest }, index) => ({
      ...rest,
      estimate_id: id,
      key: key ?? last + 1 + index,
      value: value.trim(),
    }))
    for (const { key } of added) refuseKey(key, importLimits.key)
    refuseFaults(
      type,
      [...added, ...points].map(({ value }) => value),
      imported,
    )
    const rows = await insertPoints(tx, member, added)
    await emitEstimate(tx, member, id)
    return rows.map((row) => row.id)
  })

export const changePoint = (
  db: Db,
  member: ProjectMember,
  estimate_id: string,
  id: string,
  { key, description, value: typed, ...external }: NewEstimatePoint & ExternalRef,
  { asImported = false } = {},
) =>
  db.transaction().execute(async (tx) => {
    const value = typed?.trim()
    const isNothing = key === undefined && value === undefined && description === undefined
    if (isNothing && Object.keys(external).length === 0) {
      throw badRequest({ non_field_errors: ['Estimate points are required'] })
    }
    refuseKey(key, asImported ? importLimits.key : undefined)
    await lockProject(tx, member)
    const { type, points } = await readEstimate(tx, member, estimate_id)
    if (!points.some((point) => point.id === id)) throw notFound()
    if (value !== undefined) {
      const others = points.filter((point) => point.id !== id).map((point) => point.value)
      refuseFault(type, value, others, asImported ? imported : undefined)
    }
    const point = await updatePoint(tx, member, id, {
      ...(key !== undefined && { key }),
      ...(value !== undefined && { value }),
      ...(description !== undefined && { description }),
      ...external,
    })
    if (!point) throw notFound()
    await emitEstimate(tx, member, estimate_id)
    return point
  })

/** With an optional replacement for the items that have it. */
export const removePoint = (
  db: Db,
  member: ProjectMember,
  estimate_id: string,
  id: string,
  replacement: string | null,
) =>
  db.transaction().execute(async (tx) => {
    await lockProject(tx, member)
    const { type, points } = await readEstimate(tx, member, estimate_id)
    const point = points.find((one) => one.id === id)
    if (!point) throw notFound()
    const heir = points.find((one) => one.id === replacement?.toLowerCase())
    if (replacement && (!heir || heir.id === id)) {
      throw badRequest({ error: 'The payload is not valid' })
    }
    await moveToPoint(tx, member, { ...point, type }, heir && { ...heir, type })
    await removePoints(tx, member, [id])
    const moved = await closeGap(tx, member, estimate_id, point.key)
    await emitEstimate(tx, member, estimate_id)
    return moved.toSorted((a, b) => a.key - b.key)
  })

/** For URLs without a project: the caller as a member of the project it is in. */
async function memberAt(
  db: Db,
  member: Member,
  table: 'estimates' | 'estimate_points',
  id: string,
): Promise<ProjectMember> {
  const place = await findProjectRole(db, member, table, id)
  if (!place) throw notFound()
  const { project_id, identifier, role } = place
  if (role < MEMBER) throw forbidden()
  return { ...member, project_id, identifier, project_role: role, sees_only_own: false }
}

export async function addPointShort(db: Db, member: Member, id: string, wanted: NewEstimatePoint) {
  return addPoint(db, await memberAt(db, member, 'estimates', id), id, wanted)
}

export async function changePointShort(
  db: Db,
  member: Member,
  id: string,
  patch: NewEstimatePoint,
) {
  const there = await memberAt(db, member, 'estimate_points', id)
  const point = await findPoint(db, there, id)
  if (!point) throw notFound()
  return changePoint(db, there, point.estimate, id, patch)
}
