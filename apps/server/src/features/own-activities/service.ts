import { type OwnActivitiesQuery, toPage } from '@cairn/contract'
import type { Db } from '#kernel/database/schema.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import { countActivities, listActivities, type Readers } from './queries.ts'

export { activityColumns, discussionFields, listMemberActivities } from './queries.ts'

export async function pageActivities(db: Db, readers: Readers, query: OwnActivitiesQuery) {
  const slice = sliceOf(query)
  const direction = query.order_by === 'created_at' ? 'asc' : 'desc'
  const [results, total] = await Promise.all([
    listActivities(db, readers, slice, direction),
    countActivities(db, readers),
  ])
  return toPage(slice, { results, count: results.length, total })
}
