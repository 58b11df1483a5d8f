import { type Page, type PageSizes, type Slice, toPage } from '@cairn/contract'
import type { ListQuery } from '@cairn/contract/v1'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import type { Rows } from './paging-queries.ts'
import { present } from './shaping.ts'

/** The response for a page: `read` reads the rows of a slice, `fields` and `expand` shape them. */
export async function answerPage<Row extends object>(
  db: Db,
  reader: Member,
  query: ListQuery,
  read: (slice: Slice) => Promise<Rows<Row>>,
  sizes?: PageSizes,
): Promise<Page<Row[]>> {
  const slice = sliceOf(query, sizes)
  const { rows, total } = await read(slice)
  const results = await present(db, reader, query, rows)
  return toPage(slice, { results, count: results.length, total })
}
