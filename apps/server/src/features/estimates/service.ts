import { randomInt } from 'node:crypto'
import {
  type Estimate,
  type EstimatePatch,
  LARGEST_ESTIMATE_KEY,
  type NewEstimate,
  type WithId,
} from '@cairn/contract'
import { emitProject } from '#features/projects/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, conflict, duplicate, notFound } from '#kernel/http/errors.ts'
import { lockProject } from '#product/lock-queries.ts'
import { emitEstimate, everyone, readEstimate } from './emit.ts'
import { moveToPoint } from './points.ts'
import {
  clearLastUsed,
  type ExternalRef,
  findActiveEstimate,
  findEstimate,
  findSystem,
  insertEstimate,
  insertPoints,
  listActiveEstimates,
  listEstimates,
  listPoints,
  removePoints,
  setActiveEstimate,
  updateEstimate,
  updatePoint,
} from './queries.ts'
import { pointsRequired, readPoints, readType, refuseFault, refuseKey } from './values.ts'

export { addPoints, changePoint, removePoint } from './points.ts'
export { findSystem } from './queries.ts'
export { seedPoints } from './seed-queries.ts'

async function withPoints(db: Db, member: Member, estimates: Omit<Estimate, 'points'>[]) {
  if (estimates.length === 0) return []
  const ids = estimates.map(({ id }) => id)
  const points = Map.groupBy(await listPoints(db, member, ids), ({ estimate }) => estimate)
  return estimates.map((estimate) => ({ ...estimate, points: points.get(estimate.id) ?? [] }))
}

export const listAll = async (db: Db, member: ProjectMember) =>
  withPoints(db, member, await listEstimates(db, member))

export const listOfWorkspace = async (db: Db, member: Member) =>
  withPoints(db, member, await listActiveEstimates(db, member))

/** None while estimates are switched off. */
export async function listActivePoints(db: Db, member: ProjectMember) {
  const id = await findActiveEstimate(db, member)
  return id ? listPoints(db, member, [id]) : []
}

const nameTaken = duplicate('estimates_name_key', badRequest({ error: 'The payload is not valid' }))

const letters = 'abcdefghijklmnopqrstuvwxyz'
const randomName = () => Array.from({ length: 10 }, () => letters[randomInt(26)]).join('')

function readName(typed: string): string {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

type Replaced = NonNullable<NewEstimate['replaces']>

/**
 * Moves every item of the former system to the replacement of its value; the former system is no
 * longer active.
 */
async function takeOver(tx: Tx, member: ProjectMember, made: Estimate, replaced: Replaced) {
  const former = await readEstimate(tx, member, replaced.estimate).catch(() => {
    const sentence = `Invalid pk "${replaced.estimate}" - object does not exist.`
    throw badRequest({ replaces: [sentence] })
  })
  const keys = new Map(replaced.points.map(({ id, key }) => [id.toLowerCase(), key]))
  for (const point of former.points) {
    const key = keys.get(point.id)
    const heir = made.points.find((one) => one.key === key)
    if (key !== null && key !== undefined && !heir) {
      throw badRequest({ replaces: [`There is no new value with the key ${key}.`] })
    }
    await moveToPoint(
      tx,
      member,
      { ...point, type: former.type },
      heir && { ...heir, type: made.type },
    )
  }
  const { rows } = await setActiveEstimate(tx, member, { from: former.id, to: made.id })
  if (rows.length > 0) await emitProject(tx, member, member.project_id)
}

export const createEstimate = (db: Db, member: ProjectMember, wanted: NewEstimate & WithId) =>
  db.transaction().execute(async (tx) => {
    const { id: chosen, estimate, estimate_points = [], replaces } = wanted
    if (!estimate) throw badRequest({ error: 'The required key does not exist.' })
    const type = readType(estimate.type ?? 'categories')
    const points = readPoints(type, estimate_points)
    const name = readName(estimate.name ?? randomName())
    await lockProject(tx, member)
    const last_used = estimate.last_used ?? replaces !== undefined
    const put = last_used ? await clearLastUsed(tx, member) : []
    const { id } = await insertEstimate(tx, member, {
      ...{ id: chosen, name, type, last_used },
    }).catch(nameTaken)
    await insertPoints(
      tx,
      member,
      points.map((point) => ({ ...point, estimate_id: id })),
    )
    for (const former of put) await emitEstimate(tx, member, former.id)
    const made = await emitEstimate(tx, member, id)
    if (replaces) await takeOver(tx, member, made, replaces)
    return made
  })

/** A system created by API clients; its values are added later, one by one. */
interface System extends ExternalRef {
  name: string
  type?: string
  description?: string
}

/** Only if the project has no system, or the last one was removed. */
export const createSystem = (db: Db, member: ProjectMember, wanted: System) =>
  db.transaction().execute(async (tx) => {
    const { name: typed, type = 'categories', ...rest } = wanted
    const values = { ...rest, name: readName(typed), type: readType(type) }
    await lockProject(tx, member)
    const id = await findSystem(tx, member)
    if (id) throw conflict({ error: 'An estimate already exists for this project', id })
    const made = await insertEstimate(tx, member, { ...values, last_used: true }).catch(nameTaken)
    return emitEstimate(tx, member, made.id)
  })

/** Changes only the name and description, nothing that items depend on. */
export const renameEstimate = (
  db: Db,
  member: ProjectMember,
  id: string,
  { name, ...rest }: Partial<Omit<System, 'type'>>,
) =>
  db.transaction().execute(async (tx) => {
    const change = { ...rest, ...(name !== undefined && { name: readName(name) }) }
    await lockProject(tx, member)
    await updateEstimate(tx, member, id, change).catch(nameTaken)
    return emitEstimate(tx, member, id)
  })

export const changeEstimate = (db: Db, member: ProjectMember, id: string, patch: EstimatePatch) =>
  db.transaction().execute(async (tx) => {
    const { estimate = {}, estimate_points = [] } = patch
    if (estimate_points.length === 0) throw pointsRequired()
    const change = {
      ...(estimate.name !== undefined && { name: readName(estimate.name) }),
      ...(estimate.type !== undefined && { type: readType(estimate.type) }),
      ...(estimate.description !== undefined && { description: estimate.description.trim() }),
    }
    await lockProject(tx, member)
    const locked = await readEstimate(tx, member, id)
    const wanted = new Map(estimate_points.map((point) => [point.id.toLowerCase(), point]))
    const values = locked.points.map((point) => wanted.get(point.id)?.value?.trim() ?? point.value)
    const { type = locked.type } = change
    for (const [index, point] of locked.points.entries()) {
      const [value = '', key] = [values[index], wanted.get(point.id)?.key]
      if (key !== point.key) refuseKey(key, Math.max(LARGEST_ESTIMATE_KEY, values.length))
      // Values imported by API clients may stay as they are.
      if (value === point.value && type === locked.type) continue
      refuseFault(type, value, values.toSpliced(index, 1))
    }
    await updateEstimate(tx, member, id, change).catch(nameTaken)
    for (const [index, point] of locked.points.entries()) {
      const { key } = wanted.get(point.id) ?? {}
      const moved = { value: values[index], ...(key !== undefined && { key }) }
      if (wanted.has(point.id)) await updatePoint(tx, member, point.id, moved)
    }
    return emitEstimate(tx, member, id)
  })

/** Leaves the project and its items without an estimate. */
export const removeEstimate = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockProject(tx, member)
    const locked = await findEstimate(tx, member, id)
    if (!locked) throw notFound()
    const points = await listPoints(tx, member, [id])
    for (const point of points) {
      await moveToPoint(tx, member, { ...point, type: locked.type }, undefined)
    }
    const ids = points.map((point) => point.id)
    if (ids.length > 0) await removePoints(tx, member, ids)
    await updateEstimate(tx, member, id, { deleted_at: now, last_used: false })
    const { rows } = await setActiveEstimate(tx, member, { from: id, to: null })
    const { project_id } = member
    await emit(tx, { type: 'estimate.removed', id, project_id }, everyone(member))
    if (rows.length > 0) await emitProject(tx, member, project_id)
  })
