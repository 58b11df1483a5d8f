import type { WorkItem } from '@cairn/contract'
import type { Params } from '@cairn/work-item-query'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { type Context, listItems } from './list.ts'
import { addRelations } from './relation-queries.ts'

/** Lists with relations are never grouped. */
export const ungrouped = ({ group_by, sub_group_by, ...params }: Params): Params => params

/** A flat page of a context's items, each with the relations `expand` requests. */
export async function listWithRelations(db: Db, caller: Member, params: Params, context: Context) {
  const page = await listItems<WorkItem>(db, caller, ungrouped(params), context)
  const results = await addRelations(db, caller, page.results as WorkItem[], params.expand)
  return { ...page, results }
}
