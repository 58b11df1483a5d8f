import {
  type AnalyticViewPatch,
  lookup,
  type NewAnalyticView,
  viewFilterKeys,
} from '@cairn/contract'
import { type Params, toParams } from '@cairn/work-item-query'
import type { Member } from '#kernel/auth/member.ts'
import { type Db, now } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { normalFilters } from '#product/list-readers.ts'
import { distribute, readAxes } from './older.ts'
import { findAnalyticView, insertAnalyticView, updateAnalyticView } from './saved-queries.ts'

type Dictionary = Record<string, unknown>

/** A definition holds filters as lists, or as in a query string. */
function filtersIn(given: Dictionary): Record<string, string[]> {
  const found = viewFilterKeys.flatMap((key) => {
    const values = [lookup(given, key)].flat().filter((value) => typeof value === 'string')
    return values.length > 0 ? [[key, values] as const] : []
  })
  return Object.fromEntries(found)
}

export const paramsIn = (given: Dictionary): Params => toParams(filtersIn(given))

const readDefinition = (query_dict: Dictionary) => ({
  query_dict: JSON.stringify(query_dict),
  query: JSON.stringify(normalFilters(filtersIn(query_dict))),
})

function readName(typed: string): string {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

export async function createAnalyticView(db: Db, member: Member, wanted: NewAnalyticView) {
  const { name, description = '', query_dict = {} } = wanted
  const definition = readDefinition(query_dict)
  return insertAnalyticView(db, member, { name: readName(name), description, ...definition })
}

export async function readAnalyticView(db: Db, member: Member, id: string) {
  const view = await findAnalyticView(db, member, id)
  if (!view) throw notFound()
  return view
}

export async function changeAnalyticView(
  db: Db,
  member: Member,
  id: string,
  { name, description, query_dict }: AnalyticViewPatch,
) {
  const view = await updateAnalyticView(db, member, id, {
    ...(name !== undefined && { name: readName(name) }),
    ...(description !== undefined && { description }),
    ...(query_dict && readDefinition(query_dict)),
  })
  if (!view) throw notFound()
  return view
}

export async function removeAnalyticView(db: Db, member: Member, id: string) {
  const removed = await updateAnalyticView(db, member, id, { deleted_at: now })
  if (!removed) throw notFound()
}

export async function runAnalyticView(
  db: Db,
  member: Member,
  id: string,
  segment: string | undefined,
) {
  const { query_dict } = await readAnalyticView(db, member, id)
  if (!query_dict.x_axis || !query_dict.y_axis) {
    throw badRequest({ error: 'x-axis and y-axis dimensions are required' })
  }
  const asked = readAxes({ ...query_dict, segment })
  const { total, distribution } = await distribute(db, member, asked, paramsIn(query_dict))
  return { total, distribution }
}
