import type { Stage } from './stage.ts'

/** The largest project's list as requested by the app: a page of fifty with filters. */
export async function filteredList({ client, slug, projects }: Stage): Promise<string> {
  const project_id = projects[0]?.id
  const { rows } = await client.query<{ user_id: string }>(
    `select a.user_id from work_item_assignees a join work_items i on i.id = a.work_item_id
      where i.project_id = $1 group by 1 order by count(*) desc limit 1`,
    [project_id],
  )
  const query = new URLSearchParams({
    assignees: rows[0]?.user_id ?? '',
    priority: 'high,medium',
    order_by: '-created_at',
    per_page: '50',
    cursor: '50:0:0',
  })
  return `/api/workspaces/${slug}/projects/${project_id}/issues/?${query}`
}

/** The same project's board: every state with fifty rows and its total. */
export function board({ slug, projects }: Stage): string {
  const query = 'group_by=state_id&order_by=sort_order&per_page=50&cursor=50:0:0'
  return `/api/workspaces/${slug}/projects/${projects[0]?.id}/issues/?${query}`
}
