import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'

/**
 * Items that are counted together: those of a cycle or module, identified by `key`. The ids were
 * found in their project, so items of other projects cannot be included.
 */
export interface ItemSets {
  /** The counts, as rows of `key, state_id, estimate_point, n`. */
  counted: RawBuilder<unknown>
  /** The items themselves, as rows of `key, id, project_id, completed_at, estimate_point`. */
  items: RawBuilder<unknown>
}

type Reader = Pick<ProjectMember, 'user_id' | 'sees_only_own'>

const madeBy = ({ user_id, sees_only_own }: Reader) =>
  sees_only_own ? sql<SqlBool>`i.created_by = ${user_id}` : sql<SqlBool>`true`

const itemsWhere = (key: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`
  select ${key} as key, i.id, i.project_id, i.completed_at, i.estimate_point, i.state_id from ${from}`

const countedOneByOne = (items: RawBuilder<unknown>) =>
  sql`select key, state_id, estimate_point, 1 as n from (${items}) one`

/** Uses stored counts; items are counted only for users who see a part of a cycle. */
export function itemsOfCycles(reader: Reader, ids: readonly string[]): ItemSets {
  const items = itemsWhere(
    sql`i.cycle_id`,
    sql`work_items i where i.cycle_id = any(${[...ids]}::uuid[]) and i.is_listed
      and ${madeBy(reader)}`,
  )
  const itemRows = sql`
    select cycle_id as key, state_id, estimate_point, visible as n from cycle_counts
    where cycle_id = any(${[...ids]}::uuid[])`
  return { counted: reader.sees_only_own ? countedOneByOne(items) : itemRows, items }
}

export function itemsOfModules(reader: Reader, ids: readonly string[]): ItemSets {
  const items = itemsWhere(
    sql`m.module_id`,
    sql`module_items m join work_items i on i.id = m.work_item_id
      where m.module_id = any(${[...ids]}::uuid[]) and i.is_listed
        and ${madeBy(reader)}`,
  )
  return { counted: countedOneByOne(items), items }
}
