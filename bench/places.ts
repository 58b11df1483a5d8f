import { randomInt } from 'node:crypto'
import type { Stage } from './stage.ts'

export interface ItemAddress {
  id: string
  path: string
}

/** Visible items of the largest project, each with its API URL. */
export async function someItems({ client, slug, projects }: Stage): Promise<ItemAddress[]> {
  const project_id = projects[0]?.id
  const { rows } = await client.query<{ id: string }>(
    `select id from work_items
      where project_id = $1 and deleted_at is null and archived_at is null
      order by created_at desc limit 2000`,
    [project_id],
  )
  return rows.map(({ id }) => ({
    id,
    path: `/api/workspaces/${slug}/projects/${project_id}/issues/${id}/`,
  }))
}

export const oneOf = <T>(items: readonly T[]): T => items[randomInt(items.length)]!
