import type { ShapeQuery, WorkItemV1 } from '@cairn/contract/v1'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { present } from '../../kit/shaping.ts'
import { listFirstModules } from './queries.ts'

const asksForModule = ({ expand = '' }: ShapeQuery) => /(^|,)\s*module\s*(,|$)/.test(expand)

/** Applies `fields` and `expand` to items. The module is included only if requested. */
export async function shown(
  db: Db,
  reader: Member,
  query: ShapeQuery,
  rows: WorkItemV1[],
): Promise<WorkItemV1[]> {
  if (!asksForModule(query) || rows.length === 0) return present(db, reader, query, rows)
  const ids = rows.map(({ id }) => id)
  const modules = await listFirstModules(db, reader, ids)
  const placed = rows.map((row) => ({ ...row, module: modules.get(row.id) ?? null }))
  return present(db, reader, query, placed)
}

export async function shownOne(db: Db, reader: Member, query: ShapeQuery, row: WorkItemV1) {
  const [item = row] = await shown(db, reader, query, [row])
  return item
}
