import { orderOf } from './orders.ts'
import type { Slices } from './slices.ts'
import { and, raw, type Sql, sql } from './sql.ts'
import { groupingOf, whereOf } from './statements.ts'

/** Numbers all items within their groups and keeps one slice of each: simple, for small data. */
export const slicesByWindow: Slices = (place, query, keys): Sql => {
  const { dialect, columns } = place
  const { size, page } = query.slice
  const group = groupingOf(place, query, keys[0], 'g')
  const sub = keys[1] && groupingOf(place, query, keys[1], 'h')
  const where = and([whereOf(place, query), ...group.conditions, ...(sub ? sub.conditions : [])])
  const partition = sub ? sql`${group.value}, ${sub.value}` : group.value
  return sql`select * from (
      select ${columns}, ${group.value} as group_id, ${sub ? sub.value : raw('null')} as sub_group_id,
        row_number() over (partition by ${partition} order by ${orderOf(dialect, query.order)}) as place
      from ${dialect.from}${group.join}${sub ? sub.join : raw('')} where ${where}
    ) numbered
    where place > ${page * size} and place <= ${(page + 1) * size} order by place`
}
