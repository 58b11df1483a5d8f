import { type Page, toPage } from '@cairn/contract'
import type { ListQuery } from '@cairn/contract/v1'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import { present } from './shaping.ts'

type Load<Row> = (db: Db, member: Member, ids: readonly string[]) => Promise<Row[]>

export async function inOrder<Row extends { id: string }>(
  load: Load<Row>,
  db: Db,
  member: Member,
  ids: readonly string[],
): Promise<Row[]> {
  if (ids.length === 0) return []
  const rows = new Map((await load(db, member, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** A page of the members, projects or epics of a teamspace or initiative: some hundreds at most. */
export const pageOfParts =
  <Row extends { id: string }>(
    idsOf: (db: Db, member: Member, id: string) => Promise<readonly string[]>,
    load: Load<Row>,
  ) =>
  async (db: Db, member: Member, id: string, query: ListQuery): Promise<Page<Row[]>> => {
    const slice = sliceOf(query)
    const ids = await idsOf(db, member, id)
    const wanted = ids.slice(slice.page * slice.size, (slice.page + 1) * slice.size)
    const results = await present(db, member, query, await inOrder(load, db, member, wanted))
    return toPage(slice, { results, count: results.length, total: ids.length })
  }
