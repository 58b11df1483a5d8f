import { and, conditionsOf, readFilters } from '@cairn/work-item-query'
import type { SqlBool } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { toKysely } from '#kernel/database/run-statement.ts'
import { dialectFor } from './child-count-queries.ts'
import { readerOf, reading } from './list-readers.ts'

/** The condition that an item `i` in its state `s` meets a query of this member. */
export function isMetBy(member: Member, pql: string | null) {
  const filters = reading(() => readFilters({ pql: pql ?? '' }, readerOf(member)))
  return toKysely<SqlBool>(and(conditionsOf(dialectFor(member), filters)))
}
