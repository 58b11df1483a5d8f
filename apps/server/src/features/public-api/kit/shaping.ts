import { lookup } from '@cairn/contract'
import type { ShapeQuery } from '@cairn/contract/v1'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { expansions } from './expansions.ts'

const namesIn = (list: string) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

function pick<Row extends object>(row: Row, names: readonly string[]): Row {
  // The contract types whole objects; clients that request fewer fields get fewer.
  return Object.fromEntries(Object.entries(row).filter(([key]) => names.includes(key))) as Row
}

const idsIn = (value: unknown): string[] =>
  [value].flat().filter((id): id is string => typeof id === 'string')

/**
 * Replaces the ids under one key, in all rows, by their objects: one statement for any number of
 * rows.
 */
async function expand(db: Db, reader: Member, key: string, rows: Record<string, unknown>[]) {
  const load = lookup(expansions, key)
  const ids = new Set(rows.flatMap((row) => idsIn(lookup(row, key))))
  if (!load || ids.size === 0) return
  const found = new Map((await load(db, reader, [...ids])).map((object) => [object.id, object]))
  for (const row of rows) {
    const value = lookup(row, key)
    if (Array.isArray(value)) row[key] = value.flatMap((id) => found.get(id) ?? [])
    else if (typeof value === 'string') row[key] = found.get(value) ?? value
  }
}

/** Applies `fields` and `expand` to rows. */
export async function present<Row extends object>(
  db: Db,
  reader: Member,
  { fields, expand: expanded }: ShapeQuery,
  rows: readonly Row[],
): Promise<Row[]> {
  const fieldNames = fields ? namesIn(fields) : undefined
  const shaped = rows.map((row) => (fieldNames ? pick(row, fieldNames) : { ...row }))
  const keys = new Set(namesIn(expanded ?? ''))
  await Promise.all([...keys].map((key) => expand(db, reader, key, shaped as never[])))
  return shaped
}

export async function presentOne<Row extends object>(
  db: Db,
  reader: Member,
  query: ShapeQuery,
  row: Row,
): Promise<Row> {
  const [shaped = row] = await present(db, reader, query, [row])
  return shaped
}
