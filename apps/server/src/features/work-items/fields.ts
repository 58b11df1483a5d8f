import { findDefaultState, findState } from '#features/states/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { stripHtml } from '#kernel/html/strip.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { findEstimatePoint, findType, findUsedType } from './field-queries.ts'

export function readName(typed: string): string {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

export function refuseReversedDates(
  start: string | null | undefined,
  target: string | null | undefined,
) {
  if (start && target && start > target) {
    throw badRequest({ non_field_errors: ['Start date cannot exceed target date'] })
  }
}

export const readHtml = (html: string) => {
  const description_html = sanitiseHtml(html)
  return { description_html, description_stripped: stripHtml(description_html) }
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export function readBinary(text: string | null): Buffer | null {
  if (text === null || text === '') return null
  if (!base64.test(text)) throw badRequest({ description_binary: ['Invalid binary data'] })
  return Buffer.from(text, 'base64')
}

/** The requested state, or the project's default. */
export async function pickState(db: Db, member: ProjectMember, id: string | null | undefined) {
  if (!id) return findDefaultState(db, member)
  const state = await findState(db, member, id)
  if (state) return state
  const sentence = 'State is not valid please pass a valid state_id'
  throw badRequest({ non_field_errors: [sentence] })
}

export async function pickEstimatePoint(db: Db, member: ProjectMember, id: string) {
  const point = await findEstimatePoint(db, member, id)
  if (point) return point
  const sentence = 'Estimate point is not valid please pass a valid estimate_point_id'
  throw badRequest({ non_field_errors: [sentence] })
}

/** A type the project uses, or the item's current one; epics are not chosen here. */
export async function pickType(db: Db, member: ProjectMember, id: string, own?: string | null) {
  const isOwn = id.toLowerCase() === own
  const type = await (isOwn ? findType : findUsedType)(db, member, id)
  if (type) return type
  throw badRequest({ type_id: [`Invalid pk "${id}" - object does not exist.`] })
}
