import { type OwnActivitiesQuery, PageNotValid, readSlice, toPage } from '@cairn/contract'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { countOwnActivities, listOwnActivities } from './queries.ts'

function sliceOf({ per_page, cursor }: OwnActivitiesQuery) {
  try {
    return readSlice(per_page, cursor)
  } catch (error) {
    throw error instanceof PageNotValid ? badRequest({ detail: error.message }) : error
  }
}

export async function pageOwnActivities(db: Db, user_id: string, query: OwnActivitiesQuery) {
  const slice = sliceOf(query)
  const direction = query.order_by === 'created_at' ? 'asc' : 'desc'
  const [results, total] = await Promise.all([
    listOwnActivities(db, user_id, slice, direction),
    countOwnActivities(db, user_id),
  ])
  return toPage(slice, { results, count: results.length, total })
}
