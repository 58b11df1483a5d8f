import type pg from 'pg'
import { foldFacets } from '../../apps/server/src/features/work-items/cached-count-queries.ts'
import type { ProjectMember } from '../../apps/server/src/kernel/auth/member.ts'
import type { Db } from '../../apps/server/src/kernel/database/schema.ts'

/** Two types: one that every third item has, and one of ten items at the very end of every list. */
export async function addTypes(db: Db, client: pg.ClientBase, me: ProjectMember) {
  const { workspace_id, project_id } = me
  const add = async (name: string, items: string) => {
    const { rows } = await client.query<{ id: string }>(
      'insert into work_item_types (workspace_id, name) values ($1, $2) returning id',
      [workspace_id, name],
    )
    const id = rows[0]?.id ?? ''
    await client.query(
      `update work_items set type_id = $2 where id in (
        select id from work_items where project_id = $1 and is_listed ${items})`,
      [project_id, id],
    )
    return id
  }
  await client.query('set statement_timeout = 0')
  const type = await add('Task', 'and sequence_id % 3 = 0')
  const rareType = await add('Bug', 'order by created_at limit 10')
  await foldFacets(db)
  await client.query('vacuum analyze work_items')
  return { type, rareType }
}
